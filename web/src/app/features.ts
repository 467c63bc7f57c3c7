import { routes as accessTokens } from '../features/access-tokens/routes.ts';
import { routes as account } from '../features/account/routes.ts';
import { routes as admin } from '../features/admin/routes.ts';
import { routes as authorize } from '../features/authorize/routes.ts';
import { routes as benefits } from '../features/benefits/routes.ts';
import { routes as checkoutLinks } from '../features/checkout-links/routes.ts';
import { routes as checkouts } from '../features/checkouts/routes.ts';
import { routes as customFields } from '../features/custom-fields/routes.ts';
import { routes as customers } from '../features/customers/routes.ts';
import { routes as design } from '../features/design/routes.ts';
import { routes as discounts } from '../features/discounts/routes.ts';
import { routes as events } from '../features/events/routes.ts';
import { routes as files } from '../features/files/routes.ts';
import { routes as invitations } from '../features/invitations/routes.ts';
import { routes as licenseKeys } from '../features/license-keys/routes.ts';
import { routes as members } from '../features/members/routes.ts';
import { routes as meters } from '../features/meters/routes.ts';
import { routes as oauthApps } from '../features/oauth-apps/routes.ts';
import { routes as orders } from '../features/orders/routes.ts';
import { routes as organizations } from '../features/organizations/routes.ts';
import { routes as overview } from '../features/overview/routes.ts';
import { routes as payments } from '../features/payments/routes.ts';
import { routes as products } from '../features/products/routes.ts';
import { routes as settings } from '../features/settings/routes.ts';
import { routes as signIn } from '../features/sign-in/routes.ts';
import { routes as subscriptions } from '../features/subscriptions/routes.ts';
import { routes as taxes } from '../features/taxes/routes.ts';
import { routes as teams } from '../features/teams/routes.ts';
import { routes as webhooks } from '../features/webhooks/routes.ts';
import type { FeatureRoutes } from '../shared/page-route.ts';

/** All features of the dashboard. */
export const features: FeatureRoutes[] = [
  accessTokens,
  account,
  admin,
  authorize,
  benefits,
  checkoutLinks,
  customFields,
  customers,
  design,
  discounts,
  events,
  files,
  invitations,
  licenseKeys,
  members,
  meters,
  oauthApps,
  orders,
  organizations,
  overview,
  checkouts,
  payments,
  products,
  settings,
  signIn,
  subscriptions,
  taxes,
  teams,
  webhooks,
];
