import { AccessTokenScope } from '@tessera/proto/api/organization/access-token';
import { t } from '../../i18n/t.ts';
import { describeDuration } from '../../ui/duration.ts';

/** Rights in the words of someone who grants them, most needed first. */
const meanings = (): { area: string; read?: string; write?: string; title: string }[] => [
  {
    area: 'products',
    title: t('access-tokens:products'),
    read: t('access-tokens:seeProductsAndPrices'),
    write: t('access-tokens:createAndChangeProducts'),
  },
  {
    area: 'benefits',
    title: t('access-tokens:benefits'),
    read: t('access-tokens:seeBenefitsAndWho'),
    write: t('access-tokens:createChangeAndDeleteBenefits'),
  },
  {
    area: 'license_keys',
    title: t('access-tokens:licenseKeys'),
    read: t('access-tokens:seeLicenseKeys'),
    write: t('access-tokens:changeLicenseKeys'),
  },
  {
    area: 'files',
    title: t('access-tokens:files'),
    read: t('access-tokens:seeFiles'),
    write: t('access-tokens:uploadChangeAndDeleteFiles'),
  },
  {
    area: 'checkouts',
    title: t('access-tokens:checkouts'),
    read: t('access-tokens:seeCheckouts'),
    write: t('access-tokens:createAndChangeCheckouts'),
  },
  {
    area: 'orders',
    title: t('access-tokens:orders'),
    read: t('access-tokens:seeOrders'),
    write: t('access-tokens:changeBillingDetailsOfOrders'),
  },
  {
    area: 'refunds',
    title: t('access-tokens:refunds'),
    read: t('access-tokens:seeRefunds'),
    write: t('access-tokens:refundOrders'),
  },
  { area: 'payments', title: t('access-tokens:payments'), read: t('access-tokens:seePayments') },
  {
    area: 'subscriptions',
    title: t('access-tokens:subscriptions'),
    read: t('access-tokens:seeSubscriptions'),
    write: t('access-tokens:changeAndEndSubscriptions'),
  },
  {
    area: 'customers',
    title: t('access-tokens:customers'),
    read: t('access-tokens:seeCustomersAndWhat'),
    write: t('access-tokens:createChangeAndDeleteCustomers'),
  },
  {
    area: 'customer_sessions',
    title: t('access-tokens:customerSessions'),
    write: t('access-tokens:openCustomerSessions'),
  },
  {
    area: 'webhooks',
    title: t('access-tokens:webhooks'),
    read: t('access-tokens:seeEndpointsAndDeliveries'),
    write: t('access-tokens:createChangeAndDeleteEndpoints'),
  },
  {
    area: 'discounts',
    title: t('access-tokens:discounts'),
    read: t('access-tokens:seeDiscounts'),
    write: t('access-tokens:createChangeAndDeleteDiscounts'),
  },
  {
    area: 'checkout_links',
    title: t('access-tokens:checkoutLinks'),
    read: t('access-tokens:seeCheckoutLinks'),
    write: t('access-tokens:createChangeAndDeleteCheckoutLinks'),
  },
  {
    area: 'custom_fields',
    title: t('access-tokens:customFields'),
    read: t('access-tokens:seeCustomFields'),
    write: t('access-tokens:createChangeAndDeleteCustomFields'),
  },
  {
    area: 'meters',
    title: t('access-tokens:meters'),
    read: t('access-tokens:seeMeters'),
    write: t('access-tokens:createAndChangeMeters'),
  },
  {
    area: 'events',
    title: t('access-tokens:events'),
    read: t('access-tokens:seeEvents'),
    write: t('access-tokens:sendEvents'),
  },
  {
    area: 'customer_meters',
    title: t('access-tokens:customerMeters'),
    read: t('access-tokens:seeCustomerMeters'),
  },
  { area: 'metrics', title: t('access-tokens:metrics'), read: t('access-tokens:seeRevenueAndOtherFigures') },
  {
    area: 'organizations',
    title: t('access-tokens:organization'),
    read: t('access-tokens:seeTheProfile'),
    write: t('access-tokens:changeTheProfile'),
  },
];

export type ScopeChoice = { title: string; options: { scope: AccessTokenScope; meaning: string }[] };

/** What a token can be allowed to do, area by area. Only rights that open something today are offered. */
export const scopeChoices = (): ScopeChoice[] =>
  meanings().map(({ area, title, read, write }) => ({
    title,
    options: [
      ...(read === undefined ? [] : [{ scope: AccessTokenScope.parse(`${area}:read`), meaning: read }]),
      ...(write === undefined ? [] : [{ scope: AccessTokenScope.parse(`${area}:write`), meaning: write }]),
    ],
  }));

/** All rights that are offered. */
export const offeredScopes = (): AccessTokenScope[] =>
  scopeChoices().flatMap(({ options }) => options.map(({ scope }) => scope));

/** A right in words; one that is not in our list stays as it is spelt. */
export const describeScope = (scope: string): string =>
  scopeChoices()
    .flatMap(({ options }) => options)
    .find((option) => option.scope === scope)?.meaning ?? scope;

const daySeconds = 86_400;

export const lifetimes = () =>
  [
    { value: '30', label: describeDuration(30 * daySeconds) },
    { value: '90', label: describeDuration(90 * daySeconds) },
    { value: '365', label: t('access-tokens:oneYear') },
    { value: 'never', label: t('access-tokens:noExpiry') },
  ] as const;

const dayInMilliseconds = daySeconds * 1000;

/** When a token of this lifetime ends; null: never. */
export const expiryOf = (lifetime: string, now: Date): string | null =>
  lifetime === 'never' ? null : new Date(now.getTime() + Number(lifetime) * dayInMilliseconds).toISOString();
