/** What is kept in memory, by kind. One thing of a kind is named by its id; which things there are is its list. */
export const tagTypes = [
  'Session',
  'Organization',
  'Membership',
  'Member',
  'Team',
  'Invitation',
  'Product',
  'PriceChange',
  'Benefit',
  'CustomField',
  'CheckoutLink',
  'Checkout',
  'BenefitGrant',
  'LicenseKey',
  'Discount',
  'DiscountCode',
  'Meter',
  'CustomerMeter',
  'UsageAlert',
  'UsageEvent',
  'Order',
  'Payment',
  'PaymentAccount',
  'Refund',
  'Subscription',
  'UpcomingInvoice',
  'Customer',
  'Wallet',
  'CustomerState',
  'TaxRegistration',
  'SellerDetails',
  'NotificationSettings',
  'File',
  'Metrics',
  'WebhookEndpoint',
  'WebhookDelivery',
  'AccessToken',
  'OAuthClient',
  'OAuthConsent',
  'OwnSession',
  'DeviceSession',
  'LinkedAccount',
  'User',
  'UserSession',
  'OwnRight',
] as const;

export type TagType = (typeof tagTypes)[number];
export type Tag = { type: TagType; id: string };

/** One thing. */
export const tagOf = (type: TagType, id: string): Tag => ({ type, id });

/** Which things of a kind there are, in what order and on which page. */
export const listTag = (type: TagType): Tag => tagOf(type, 'LIST');

/** What a list answers with: the list itself and each thing on it. */
export const listTags = (type: TagType, items: readonly { id: string }[] = []): Tag[] => [
  listTag(type),
  ...items.map(({ id }) => tagOf(type, id)),
];

/** What a change of one thing makes old: the thing, and its place on lists. */
export const changeTags = (type: TagType, id: string): Tag[] => [tagOf(type, id), listTag(type)];
