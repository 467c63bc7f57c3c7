import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { routes as accessTokens } from '../features/access-tokens/routes.ts';
import { routes as account } from '../features/account/routes.ts';
import { routes as admin } from '../features/admin/routes.ts';
import { routes as benefits } from '../features/benefits/routes.ts';
import { routes as customers } from '../features/customers/routes.ts';
import { routes as discounts } from '../features/discounts/routes.ts';
import { routes as invitations } from '../features/invitations/routes.ts';
import { routes as members } from '../features/members/routes.ts';
import { routes as meters } from '../features/meters/routes.ts';
import { routes as orders } from '../features/orders/routes.ts';
import { routes as organizations } from '../features/organizations/routes.ts';
import { routes as overview } from '../features/overview/routes.ts';
import { routes as products } from '../features/products/routes.ts';
import { routes as settings } from '../features/settings/routes.ts';
import { routes as signIn } from '../features/sign-in/routes.ts';
import { routes as subscriptions } from '../features/subscriptions/routes.ts';
import { routes as teams } from '../features/teams/routes.ts';
import { routes as webhooks } from '../features/webhooks/routes.ts';
import { loadCatalogues } from '../i18n/start.ts';
import { patterns } from '../paths.ts';
import type { FeatureRoutes, PageRoute } from '../shared/page-route.ts';
import { AnotherDocument } from './AnotherDocument.tsx';
import { Crashed } from './Crashed.tsx';
import { pageOnceLoaded } from './LatePage.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { NotFound, NotFoundInside } from './NotFound.tsx';
import { OrganizationGate } from './OrganizationGate.tsx';
import { PersonalShell } from './PersonalShell.tsx';
import { RequireSession } from './RequireSession.tsx';
import { Root } from './Root.tsx';
import { SettingsLayout } from './SettingsLayout.tsx';
import { Splash } from './Splash.tsx';

const features: FeatureRoutes[] = [
  accessTokens,
  account,
  admin,
  benefits,
  customers,
  discounts,
  invitations,
  members,
  meters,
  orders,
  organizations,
  overview,
  products,
  settings,
  signIn,
  subscriptions,
  teams,
  webhooks,
];

/** With the words it is written in; a page that cannot be had comes as soon as it can. */
const routeOf =
  (words: FeatureRoutes['words']) =>
  ({ path, load: file, children }: PageRoute): RouteObject => {
    const load = async () => (await Promise.all([file(), loadCatalogues(words)]))[0];
    const lazy = async () => ({ Component: await load().catch(() => pageOnceLoaded(load)) });
    if (path === '') return { index: true, lazy };
    return {
      ...(path === null ? {} : { path }),
      lazy,
      ...(children && { children: children.map(routeOf(words)) }),
    };
  };

const pagesOf = (part: Exclude<keyof FeatureRoutes, 'words'>): RouteObject[] =>
  features.flatMap((feature) => (feature[part] ?? []).map(routeOf(feature.words)));

/** What stands in every page of the application. */
const Frame = () => (
  <>
    <Outlet />
    <LeaveGuard />
  </>
);

const organizationPages: RouteObject[] = [
  ...pagesOf('organization'),
  { Component: SettingsLayout, children: pagesOf('settings') },
  { path: '*', Component: NotFoundInside },
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
          { Component: PersonalShell, children: pagesOf('personal') },
          { path: patterns.organization, Component: OrganizationGate, children: organizationPages },
        ],
      },
      { path: '*', Component: NotFound },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
