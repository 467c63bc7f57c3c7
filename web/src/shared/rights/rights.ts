import { AccessTokenScope } from '@tessera/proto/api/organization/access-token';
import type { OAuthScope } from '@tessera/proto/api/organization/oauth/scopes';
import { t } from '../../i18n/t.ts';

/** Rights in the words of the person who grants them, most common first. */
const meanings = (): { area: string; read?: string; write?: string; title: string }[] => [
  {
    area: 'products',
    title: t('rights:products'),
    read: t('rights:seeProductsAndPrices'),
    write: t('rights:createAndChangeProducts'),
  },
  {
    area: 'benefits',
    title: t('rights:benefits'),
    read: t('rights:seeBenefitsAndWho'),
    write: t('rights:createChangeAndDeleteBenefits'),
  },
  {
    area: 'license_keys',
    title: t('rights:licenseKeys'),
    read: t('rights:seeLicenseKeys'),
    write: t('rights:changeLicenseKeys'),
  },
  {
    area: 'files',
    title: t('rights:files'),
    read: t('rights:seeFiles'),
    write: t('rights:uploadChangeAndDeleteFiles'),
  },
  {
    area: 'checkouts',
    title: t('rights:checkouts'),
    read: t('rights:seeCheckouts'),
    write: t('rights:createAndChangeCheckouts'),
  },
  {
    area: 'orders',
    title: t('rights:orders'),
    read: t('rights:seeOrders'),
    write: t('rights:changeBillingDetailsOfOrders'),
  },
  {
    area: 'refunds',
    title: t('rights:refunds'),
    read: t('rights:seeRefunds'),
    write: t('rights:refundOrders'),
  },
  { area: 'payments', title: t('rights:payments'), read: t('rights:seePayments') },
  {
    area: 'subscriptions',
    title: t('rights:subscriptions'),
    read: t('rights:seeSubscriptions'),
    write: t('rights:changeAndEndSubscriptions'),
  },
  {
    area: 'customers',
    title: t('rights:customers'),
    read: t('rights:seeCustomersAndWhat'),
    write: t('rights:createChangeAndDeleteCustomers'),
  },
  {
    area: 'customer_sessions',
    title: t('rights:customerSessions'),
    write: t('rights:openCustomerSessions'),
  },
  {
    area: 'webhooks',
    title: t('rights:webhooks'),
    read: t('rights:seeEndpointsAndDeliveries'),
    write: t('rights:createChangeAndDeleteEndpoints'),
  },
  {
    area: 'discounts',
    title: t('rights:discounts'),
    read: t('rights:seeDiscounts'),
    write: t('rights:createChangeAndDeleteDiscounts'),
  },
  {
    area: 'checkout_links',
    title: t('rights:checkoutLinks'),
    read: t('rights:seeCheckoutLinks'),
    write: t('rights:createChangeAndDeleteCheckoutLinks'),
  },
  {
    area: 'custom_fields',
    title: t('rights:customFields'),
    read: t('rights:seeCustomFields'),
    write: t('rights:createChangeAndDeleteCustomFields'),
  },
  {
    area: 'meters',
    title: t('rights:meters'),
    read: t('rights:seeMeters'),
    write: t('rights:createAndChangeMeters'),
  },
  {
    area: 'events',
    title: t('rights:events'),
    read: t('rights:seeEvents'),
    write: t('rights:sendEvents'),
  },
  {
    area: 'customer_meters',
    title: t('rights:customerMeters'),
    read: t('rights:seeCustomerMeters'),
  },
  { area: 'metrics', title: t('rights:metrics'), read: t('rights:seeRevenueAndOtherFigures') },
  {
    area: 'organizations',
    title: t('rights:organization'),
    read: t('rights:seeTheProfile'),
    write: t('rights:changeTheProfile'),
  },
];

/** The rights of one area, each in words. */
export type RightGroup<Scope extends string = string> = {
  title: string;
  options: { scope: Scope; meaning: string }[];
};

/** The rights that a token can have, by area. Only rights with an effect are offered. */
export const rightGroups = (): RightGroup<AccessTokenScope>[] =>
  meanings().map(({ area, title, read, write }) => ({
    title,
    options: [
      ...(read === undefined ? [] : [{ scope: AccessTokenScope.parse(`${area}:read`), meaning: read }]),
      ...(write === undefined ? [] : [{ scope: AccessTokenScope.parse(`${area}:write`), meaning: write }]),
    ],
  }));

/** Profile data of the subject that an app acts for. */
export const profileGroup = (): RightGroup<OAuthScope> => ({
  title: t('rights:person'),
  options: [
    { scope: 'openid', meaning: t('rights:recognize') },
    { scope: 'profile', meaning: t('rights:seeTheName') },
    { scope: 'email', meaning: t('rights:seeTheEmailAddress') },
  ],
});

const known = (): RightGroup['options'] =>
  [profileGroup(), ...rightGroups()].flatMap(({ options }): RightGroup['options'] => options);

/** A right in words; an unknown scope is returned unchanged. */
export const describeScope = (scope: string): string =>
  known().find((option) => option.scope === scope)?.meaning ?? scope;

/** Whether a right is known: other scopes are accepted from apps, but have no effect. */
export const opensSomething = (scope: string): boolean => known().some((option) => option.scope === scope);
