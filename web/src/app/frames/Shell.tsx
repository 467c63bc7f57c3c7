import { VisuallyHidden } from '@mantine/core';
import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { OrganizationSwitcher } from '../menus/OrganizationSwitcher.tsx';
import { useFocusOnNewPage } from './focus-on-new-page.ts';
import { Head } from './Head.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';

const loadDrawer = async () => ({ default: (await import('./NavigationDrawer.tsx')).NavigationDrawer });
const NavigationDrawer = lazy(loadDrawer);

/** The layout of an organization's pages: navigation beside the page, or behind a button on a phone. */
export const Shell = memo(({ children }: { children: ReactNode }) => {
  const { organization } = useCurrentOrganization();
  const { pathname } = useLocation();
  // The drawer belongs to the page that it was opened on: navigation closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const [hasDrawer, setHasDrawer] = useState(false);
  const main = useFocusOnNewPage();
  useKeptFocus();
  const closeNavigation = useCallback(() => setOpenedOn(null), []);
  const openNavigation = useCallback(() => {
    setHasDrawer(true);
    setOpenedOn(pathname);
  }, [pathname]);
  const isNavigationOpen = openedOn === pathname;
  const sidebar = (
    <>
      <OrganizationSwitcher />
      <Navigation slug={organization.slug} onFollow={closeNavigation} />
    </>
  );
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('app:skipToContent')}
      </a>
      <Progress />
      <aside className={classes.aside}>{sidebar}</aside>
      {hasDrawer && (
        <Suspense fallback={null}>
          <NavigationDrawer isOpen={isNavigationOpen} onClose={closeNavigation}>
            {sidebar}
          </NavigationDrawer>
        </Suspense>
      )}
      <div className={classes.column}>
        <Head slug={organization.slug} isNavigationOpen={isNavigationOpen} onNavigation={openNavigation} />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
    </div>
  );
});

/** A progress bar along the top while the next page loads. */
const Progress = () => (
  <div aria-live="polite" className={classes.live}>
    {useNavigation().state === 'loading' && (
      <div className={classes.progress}>
        <VisuallyHidden>{t('app:loadingPage')}</VisuallyHidden>
      </div>
    )}
  </div>
);
