import { IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react';
import { lazy, memo, Suspense } from 'react';
import { Link } from 'react-router';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { Mark } from '../../design/Mark.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { lazyMenu, MenuButton } from '../../ui/menus/MenuButton.tsx';
import { usePalette } from '../commands/use-palette.ts';
import { UserMenu } from '../menus/UserMenu.tsx';
import classes from './Head.module.css';

const importPalette = () => import('../commands/CommandPalette.tsx');
/** Loads the file when the palette is about to be opened. */
const preparePalette = () => void importPalette().catch(() => undefined);
const CommandPalette = lazy(async () => ({ default: (await importPalette()).CommandPalette }));
const help = lazyMenu(async () => (await import('../menus/HelpMenu.tsx')).HelpMenu);

type Props = { slug: string; isNavigationOpen: boolean; onNavigation: () => void };

/** The header of an organization's pages: search and commands, and the user's menu. */
export const Head = memo(({ slug, isNavigationOpen, onNavigation }: Props) => {
  const palette = usePalette();
  return (
    <header className={classes.head}>
      <button
        type="button"
        className={classes.burger}
        onClick={onNavigation}
        aria-label={t('app:openNavigation')}
        aria-expanded={isNavigationOpen}
      >
        <IconMenu2 size={20} aria-hidden />
      </button>
      <Link to={paths.overview(slug)} className={classes.brand} aria-label={t('app:toOverview')}>
        <Mark size={22} />
      </Link>
      <SearchButton onOpen={palette.open} onPrepare={preparePalette} />
      <div className={classes.tools}>
        <TestModeMark />
        <MenuButton label={t('app:help')} className={classes.tool} menu={help}>
          <IconHelp size={19} aria-hidden />
        </MenuButton>
        <UserMenu />
      </div>
      {palette.isWanted && (
        <Suspense fallback={null}>
          <CommandPalette
            isOpen={palette.isOpen}
            query={palette.query}
            onQuery={palette.setQuery}
            onClose={palette.close}
          />
        </Suspense>
      )}
    </header>
  );
});

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

const SearchButton = ({ onOpen, onPrepare }: { onOpen: () => void; onPrepare: () => void }) => (
  <button
    type="button"
    className={classes.search}
    aria-label={t('app:searchOrGoTo')}
    aria-keyshortcuts="Meta+K Control+K"
    onClick={onOpen}
    onPointerEnter={onPrepare}
    onFocus={onPrepare}
  >
    <IconSearch size={16} aria-hidden />
    <span className={classes.hint}>{t('app:searchOrGoTo')}</span>
    <kbd className={classes.keys}>{isApple() ? '⌘K' : t('app:controlK')}</kbd>
  </button>
);

/** Marks every page when the installation runs in test mode (no real payments). */
const TestModeMark = () => {
  const { options } = usePublicOptions();
  return (
    options?.isTestMode === true && (
      <aside className={classes.testMode} aria-label={t('common:testMode')} title={t('app:noMoneyMoves')}>
        {t('common:testMode')}
      </aside>
    )
  );
};
