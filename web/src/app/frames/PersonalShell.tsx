import { Link, Outlet } from 'react-router';
import { Wordmark } from '../../design/Mark.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { UserMenu } from '../menus/UserMenu.tsx';
import { useFocusOnNewPage } from './focus-on-new-page.ts';
import head from './Head.module.css';
import { useKeptFocus } from './keep-focus.ts';
import classes from './PersonalShell.module.css';
import shell from './Shell.module.css';

/** The layout of pages that belong to a person and not to an organization. */
export const PersonalShell = () => {
  const main = useFocusOnNewPage();
  useKeptFocus();
  return (
    <div className={shell.column}>
      <a href="#main" className={shell.skip}>
        {t('app:skipToContent')}
      </a>
      <header className={head.head}>
        <Link to={paths.root} className={classes.brand} aria-label={t('app:tesseraToYourOrganization')}>
          <Wordmark />
        </Link>
        <div className={head.tools}>
          <UserMenu />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={shell.main}>
        <Outlet />
      </main>
    </div>
  );
};
