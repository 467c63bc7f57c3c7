import { useGetSessionQuery } from '../../api/account/sessions.ts';
import { t } from '../../i18n/t.ts';
import { Initial } from '../../ui/display/Initial.tsx';
import { lazyMenu, MenuButton } from '../../ui/menus/MenuButton.tsx';
import classes from './UserMenu.module.css';

const account = lazyMenu(async () => (await import('./AccountMenu.tsx')).AccountMenu);

/** The signed-in user; opens their account, the appearance settings and signing out. */
export const UserMenu = () => {
  const { data: session } = useGetSessionQuery();
  if (!session) return null;
  return (
    <MenuButton
      label={t('app:accountOf', { name: session.user.name })}
      className={classes.button}
      menu={account}
    >
      <Initial name={session.user.name} image={session.user.image} isRound />
    </MenuButton>
  );
};
