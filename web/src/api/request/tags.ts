/** Kinds of cached data. A thing is tagged by its id, the lists of a kind by `LIST`. */
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

/** The tag of one thing. */
export const tagOf = (type: TagType, id: string): Tag => ({ type, id });

/** The tag of a kind's lists: members, order, pages. */
export const listTag = (type: TagType): Tag => tagOf(type, 'LIST');

/** The tags that a list provides: the list itself and each of its things. */
export const listTags = (type: TagType, items: readonly { id: string }[] = []): Tag[] => [
  listTag(type),
  ...items.map(({ id }) => tagOf(type, id)),
];

/** The tags that a change of one thing invalidates: the thing and the lists of its kind. */
export const changeTags = (type: TagType, id: string): Tag[] => [tagOf(type, id), listTag(type)];
