import { createBrowserRouter, matchRoutes, Outlet, type RouteObject } from 'react-router';
import { loadCatalogues } from '../i18n/start.ts';
import { patterns } from '../paths.ts';
import type { FeatureRoutes, PageRoute } from '../shared/page-route.ts';
import { features } from './features.ts';
import { OrganizationGate } from './frames/OrganizationGate.tsx';
import classes from './frames/Shell.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { AnotherDocument } from './pages/AnotherDocument.tsx';
import { Crashed } from './pages/Crashed.tsx';
import { pageOnceLoaded } from './pages/LatePage.tsx';
import { NotFound, NotFoundInside } from './pages/NotFound.tsx';
import { Splash } from './pages/Splash.tsx';
import { prefetchLinks } from './prefetch.ts';
import { Root } from './Root.tsx';
import { RequireSession } from './session/RequireSession.tsx';

/** Loads a route on first use; a file that cannot be loaded is retried. */
const lazily = (load: PageRoute['load']) => ({
  lazy: async () => ({ Component: await load().catch(() => pageOnceLoaded(load)) }),
  handle: load,
});

/** A route with the texts that it needs. */
const routeOf =
  (words: FeatureRoutes['words']) =>
  ({ path, load: file, children }: PageRoute): RouteObject => {
    const page = lazily(async () => (await Promise.all([file(), loadCatalogues(words)]))[0]);
    if (path === '') return { index: true, ...page };
    return {
      ...(path === null ? {} : { path }),
      ...page,
      ...(children && { children: children.map(routeOf(words)) }),
    };
  };

const pagesOf = (part: Exclude<keyof FeatureRoutes, 'words' | 'commands'>): RouteObject[] =>
  features.flatMap((feature) => (feature[part] ?? []).map(routeOf(feature.words)));

// Layouts that the first page does not need.
const settingsLayout = lazily(async () => (await import('./frames/SettingsLayout.tsx')).SettingsLayout);
const accountLayout = lazily(
  async () =>
    (await Promise.all([import('./frames/AccountLayout.tsx'), loadCatalogues(['account'])]))[0].AccountLayout,
);
const personalShell = lazily(async () => (await import('./frames/PersonalShell.tsx')).PersonalShell);

// Read on hover only: by then the table below is defined.
const prefetching = prefetchLinks((pathname) => prefetchPage(pathname));

/** The layout of every page of the application. */
const Frame = () => (
  <div className={classes.frame} {...prefetching}>
    <Outlet />
    <LeaveGuard />
  </div>
);

const organizationPages: RouteObject[] = [
  ...pagesOf('organization'),
  { ...settingsLayout, children: pagesOf('settings') },
  { path: '*', Component: NotFoundInside },
];

const personalPages: RouteObject[] = [
  ...pagesOf('personal'),
  { path: patterns.account, ...accountLayout, children: pagesOf('account') },
];

const routes: RouteObject[] = [
  {
    Component: Frame,
    errorElement: <Crashed />,
    hydrateFallbackElement: <Splash />,
    children: [
      { path: patterns.signIn, Component: AnotherDocument },
      ...pagesOf('public'),
      {
        Component: RequireSession,
        children: [
          { path: patterns.root, Component: Root },
          ...pagesOf('signedIn'),
          { ...personalShell, children: personalPages },
          { path: patterns.organization, Component: OrganizationGate, children: organizationPages },
        ],
      },
      { path: '*', Component: NotFound },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

/** Loads the files of an address's page, so that following a link need not wait. */
const prefetchPage = (pathname: string): void => {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    const load = route.handle as PageRoute['load'] | undefined;
    // A failed load is retried when the link is followed.
    load?.().catch(() => undefined);
  }
};
