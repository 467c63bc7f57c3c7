import type accessTokens from '../locales/en/access-tokens.json';
import type account from '../locales/en/account.json';
import type admin from '../locales/en/admin.json';
import type app from '../locales/en/app.json';
import type authorize from '../locales/en/authorize.json';
import type benefits from '../locales/en/benefits.json';
import type chart from '../locales/en/chart.json';
import type checkoutLinks from '../locales/en/checkout-links.json';
import type checkouts from '../locales/en/checkouts.json';
import type common from '../locales/en/common.json';
import type customFields from '../locales/en/custom-fields.json';
import type customers from '../locales/en/customers.json';
import type discounts from '../locales/en/discounts.json';
import type errors from '../locales/en/errors.json';
import type events from '../locales/en/events.json';
import type files from '../locales/en/files.json';
import type history from '../locales/en/history.json';
import type invitations from '../locales/en/invitations.json';
import type licenseKeys from '../locales/en/license-keys.json';
import type members from '../locales/en/members.json';
import type meters from '../locales/en/meters.json';
import type oauthApps from '../locales/en/oauth-apps.json';
import type orders from '../locales/en/orders.json';
import type organizations from '../locales/en/organizations.json';
import type overview from '../locales/en/overview.json';
import type payments from '../locales/en/payments.json';
import type products from '../locales/en/products.json';
import type refunds from '../locales/en/refunds.json';
import type rights from '../locales/en/rights.json';
import type settings from '../locales/en/settings.json';
import type shared from '../locales/en/shared.json';
import type signIn from '../locales/en/sign-in.json';
import type subscriptions from '../locales/en/subscriptions.json';
import type table from '../locales/en/table.json';
import type taxes from '../locales/en/taxes.json';
import type teams from '../locales/en/teams.json';
import type ui from '../locales/en/ui.json';
import type webhooks from '../locales/en/webhooks.json';

/** The texts of each namespace, typed by the English ones; the other languages have the same keys. */
export type Catalogues = {
  'access-tokens': typeof accessTokens;
  account: typeof account;
  admin: typeof admin;
  app: typeof app;
  authorize: typeof authorize;
  benefits: typeof benefits;
  chart: typeof chart;
  'checkout-links': typeof checkoutLinks;
  checkouts: typeof checkouts;
  common: typeof common;
  'custom-fields': typeof customFields;
  customers: typeof customers;
  discounts: typeof discounts;
  errors: typeof errors;
  events: typeof events;
  files: typeof files;
  history: typeof history;
  invitations: typeof invitations;
  'license-keys': typeof licenseKeys;
  members: typeof members;
  meters: typeof meters;
  'oauth-apps': typeof oauthApps;
  orders: typeof orders;
  organizations: typeof organizations;
  overview: typeof overview;
  payments: typeof payments;
  products: typeof products;
  refunds: typeof refunds;
  rights: typeof rights;
  settings: typeof settings;
  shared: typeof shared;
  'sign-in': typeof signIn;
  subscriptions: typeof subscriptions;
  table: typeof table;
  taxes: typeof taxes;
  teams: typeof teams;
  ui: typeof ui;
  webhooks: typeof webhooks;
};

export type Namespace = keyof Catalogues;

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Plural forms are one key; nested keys are joined by dots. */
type KeysOf<Entries> = {
  [Name in keyof Entries & string]: Entries[Name] extends string
    ? Name extends `${infer Base}_${Plural}`
      ? Base
      : Name
    : `${Name}.${KeysOf<Entries[Name]>}`;
}[keyof Entries & string];

export type Key = { [Name in Namespace]: `${Name}:${KeysOf<Catalogues[Name]>}` }[Namespace];
