import { Menu } from '@mantine/core';
import { IconLogout, IconShield, IconUserCircle, IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  beginAnew,
  useListDeviceSessionsQuery,
  useSwitchAccountMutation,
} from '../../api/account/devices.ts';
import { useGetSessionQuery, useSignOutMutation } from '../../api/account/sessions.ts';
import { useRight } from '../../api/installation/admin-rights.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { browser } from '../../sign-in/go.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { Initial } from '../../ui/display/Initial.tsx';
import { LoadedMenu } from '../../ui/menus/LoadedMenu.tsx';
import type { LoadedMenuProps } from '../../ui/menus/MenuButton.tsx';
import { useLeaveBy } from '../../ui/pages/leave-by.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { SchemeChoice } from './SchemeChoice.tsx';
import classes from './UserMenu.module.css';

/** The user's account, the appearance settings, and signing out. */
export const AccountMenu = (props: LoadedMenuProps) => {
  const { data: session } = useGetSessionQuery();
  const leave = useLeave();
  if (!session) return null;
  const { name, email } = session.user;
  return (
    <LoadedMenu {...props} width={250}>
      <div className={classes.person}>
        <span className={classes.name}>{name}</span>
        <span className={classes.email}>{email}</span>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} to={paths.account} leftSection={<IconUserCircle size={16} aria-hidden />}>
        {t('app:account')}
      </Menu.Item>
      <Administration />
      <OtherAccounts currentId={session.user.id} />
      <Menu.Divider />
      <SchemeChoice />
      <LanguageChoice />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
        {t('app:signOut')}
      </Menu.Item>
    </LoadedMenu>
  );
};

/** For users whose role may list users; asked when the menu opens, then cached. */
const Administration = () =>
  useRight('user', 'list').data === true && (
    <Menu.Item component={Link} to={paths.users} leftSection={<IconShield size={16} aria-hidden />}>
      {t('app:administration')}
    </Menu.Item>
  );

/** The other accounts signed in with this browser, and adding another one. */
const OtherAccounts = ({ currentId }: { currentId: string }) => {
  const { data } = useListDeviceSessionsQuery();
  const [change] = useSwitchAccountMutation();
  const leaveBy = useLeaveBy();
  const switchTo = (token: string) =>
    leaveBy(async () => {
      const { error } = await change(token);
      if (error) notifyFailed(describeFailure(error));
      else beginAnew();
      return !error;
    });
  const others = data?.items.filter(({ user }) => user.id !== currentId) ?? [];
  return (
    <>
      {others.length > 0 && <Menu.Label>{t('app:switchTo')}</Menu.Label>}
      {others.map(({ session, user }) => (
        <Menu.Item
          key={session.id}
          leftSection={<Initial name={user.name} image={user.image} isRound />}
          onClick={() => void switchTo(session.token)}
        >
          {user.name}
        </Menu.Item>
      ))}
      <Menu.Item component={Link} to={paths.addAccount} leftSection={<IconUserPlus size={16} aria-hidden />}>
        {t('app:addAccount')}
      </Menu.Item>
    </>
  );
};

/** Whatever the server answers, nothing stays on the screen or in memory. */
const useLeave = () => {
  const [signOut] = useSignOutMutation();
  const leaveBy = useLeaveBy();
  return () =>
    leaveBy(async () => {
      await signOut();
      browser.go(paths.signIn());
      return true;
    });
};
