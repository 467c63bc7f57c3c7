import type { ComponentType } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { patterns } from '../paths.ts';
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

/** A page in a file of its own, loaded when it is first visited; one that cannot be had comes as soon as it can. */
const page = (load: () => Promise<ComponentType>) => ({
  lazy: async () => ({ Component: await load().catch(() => pageOnceLoaded(load)) }),
});

const organizationPages: RouteObject[] = [
  { index: true, ...page(async () => (await import('../features/overview/OverviewPage.tsx')).OverviewPage) },
  {
    path: patterns.products,
    ...page(async () => (await import('../features/products/ProductsPage.tsx')).ProductsPage),
  },
  {
    path: patterns.newProduct,
    ...page(async () => (await import('../features/products/NewProductPage.tsx')).NewProductPage),
  },
  {
    path: patterns.product,
    ...page(async () => (await import('../features/products/ProductPage.tsx')).ProductPage),
  },
  {
    path: patterns.benefits,
    ...page(async () => (await import('../features/benefits/BenefitsPage.tsx')).BenefitsPage),
  },
  {
    path: patterns.newBenefit,
    ...page(async () => (await import('../features/benefits/NewBenefitPage.tsx')).NewBenefitPage),
  },
  {
    path: patterns.benefit,
    ...page(async () => (await import('../features/benefits/BenefitPage.tsx')).BenefitPage),
  },
  {
    path: patterns.orders,
    ...page(async () => (await import('../features/orders/OrdersPage.tsx')).OrdersPage),
  },
  {
    path: patterns.order,
    ...page(async () => (await import('../features/orders/OrderPage.tsx')).OrderPage),
  },
  {
    path: patterns.subscriptions,
    ...page(async () => (await import('../features/subscriptions/SubscriptionsPage.tsx')).SubscriptionsPage),
  },
  {
    path: patterns.subscription,
    ...page(async () => (await import('../features/subscriptions/SubscriptionPage.tsx')).SubscriptionPage),
  },
  {
    path: patterns.customers,
    ...page(async () => (await import('../features/customers/CustomersPage.tsx')).CustomersPage),
  },
  {
    path: patterns.customer,
    ...page(async () => (await import('../features/customers/CustomerPage.tsx')).CustomerPage),
  },
  {
    path: patterns.webhooks,
    ...page(async () => (await import('../features/webhooks/WebhooksPage.tsx')).WebhooksPage),
  },
  {
    path: patterns.newWebhook,
    ...page(async () => (await import('../features/webhooks/NewWebhookPage.tsx')).NewWebhookPage),
  },
  {
    path: patterns.webhook,
    ...page(async () => (await import('../features/webhooks/WebhookPage.tsx')).WebhookPage),
  },
  {
    Component: SettingsLayout,
    children: [
      {
        path: patterns.settings,
        ...page(async () => (await import('../features/settings/SettingsPage.tsx')).SettingsPage),
      },
      {
        path: patterns.members,
        ...page(async () => (await import('../features/members/MembersPage.tsx')).MembersPage),
      },
      {
        path: patterns.invitations,
        ...page(async () => (await import('../features/invitations/InvitationsPage.tsx')).InvitationsPage),
      },
      {
        path: patterns.teams,
        ...page(async () => (await import('../features/teams/TeamsPage.tsx')).TeamsPage),
      },
      {
        path: patterns.dangerZone,
        ...page(async () => (await import('../features/settings/DangerZonePage.tsx')).DangerZonePage),
      },
      {
        path: patterns.tokens,
        ...page(
          async () => (await import('../features/access-tokens/AccessTokensPage.tsx')).AccessTokensPage,
        ),
      },
    ],
  },
  { path: '*', Component: NotFoundInside },
];

const personalPages: RouteObject[] = [
  {
    path: patterns.account,
    ...page(async () => (await import('../features/account/AccountPage.tsx')).AccountPage),
  },
  {
    ...page(async () => (await import('../features/admin/AdminGate.tsx')).AdminGate),
    children: [
      {
        path: patterns.users,
        ...page(async () => (await import('../features/admin/UsersPage.tsx')).UsersPage),
      },
      {
        path: patterns.user,
        ...page(async () => (await import('../features/admin/UserPage.tsx')).UserPage),
      },
    ],
  },
];

/** What stands in every page of the application. */
const Frame = () => (
  <>
    <Outlet />
    <LeaveGuard />
  </>
);

const routes: RouteObject[] = [
  {
    Component: Frame,
    errorElement: <Crashed />,
    hydrateFallbackElement: <Splash />,
    children: [
      {
        path: patterns.signIn,
        Component: AnotherDocument,
      },
      {
        path: patterns.signUp,
        ...page(async () => (await import('../features/sign-in/SignUpPage.tsx')).SignUpPage),
      },
      {
        path: patterns.forgotPassword,
        ...page(async () => (await import('../features/sign-in/ForgotPasswordPage.tsx')).ForgotPasswordPage),
      },
      {
        path: patterns.resetPassword,
        ...page(async () => (await import('../features/sign-in/ResetPasswordPage.tsx')).ResetPasswordPage),
      },
      {
        path: patterns.checkInbox,
        ...page(async () => (await import('../features/sign-in/CheckInboxPage.tsx')).CheckInboxPage),
      },
      {
        path: patterns.emailVerified,
        ...page(async () => (await import('../features/sign-in/EmailVerifiedPage.tsx')).EmailVerifiedPage),
      },
      {
        path: patterns.acceptInvitation,
        ...page(
          async () => (await import('../features/invitations/AcceptInvitationPage.tsx')).AcceptInvitationPage,
        ),
      },
      {
        Component: RequireSession,
        children: [
          { path: patterns.root, Component: Root },
          {
            path: patterns.finishDeletion,
            ...page(
              async () => (await import('../features/account/FinishDeletionPage.tsx')).FinishDeletionPage,
            ),
          },
          { Component: PersonalShell, children: personalPages },
          {
            path: patterns.newOrganization,
            ...page(
              async () =>
                (await import('../features/organizations/NewOrganizationPage.tsx')).NewOrganizationPage,
            ),
          },
          { path: patterns.organization, Component: OrganizationGate, children: organizationPages },
        ],
      },
      { path: '*', Component: NotFound },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
