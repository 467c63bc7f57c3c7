/** A customer of the portal with a subscription, for page tests. */
import type { CustomerPortalCustomer } from '@tessera/proto/api/billing/customer-portal';
import type { CustomerSubscription } from '@tessera/proto/api/billing/customer-purchase';
import { acmeProfile } from './people.ts';

const now = new Date('2026-06-15T12:00:00Z');

/** The path of the customer portal's API. */
export const base = '/billing/v1/customer-portal';

export const organization = { ...acmeProfile, email: 'help@acme.example', website: null };

export const ada: CustomerPortalCustomer = {
  createdAt: now,
  modifiedAt: null,
  id: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada',
  billingAddress: null,
  taxId: null,
  oauthAccounts: {},
};

export const product = {
  id: 'pro',
  createdAt: now,
  modifiedAt: null,
  name: 'Pro',
  description: null,
  isRecurring: true,
  isArchived: false,
  recurringInterval: 'month',
  recurringIntervalCount: 1,
  trialInterval: null,
  trialIntervalCount: null,
  trialRequiresPaymentMethod: true,
  isTaxApplicable: true,
  taxBehavior: 'exclusive',
  organizationId: 'acme',
  prices: [],
  benefits: [],
  medias: [],
  organization,
};

export const subscription = (changes: object = {}) =>
  ({
    id: 'sub',
    createdAt: now,
    modifiedAt: null,
    amount: 1900,
    currency: 'usd',
    recurringInterval: 'month',
    recurringIntervalCount: 1,
    status: 'active',
    currentPeriodStart: now,
    currentPeriodEnd: new Date('2026-07-15T12:00:00Z'),
    trialStart: null,
    trialEnd: null,
    pauseAtPeriodEnd: false,
    pausedAt: null,
    resumesAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    startedAt: now,
    endsAt: null,
    endedAt: null,
    endedReason: null,
    customerId: 'ada',
    productId: 'pro',
    discountId: null,
    checkoutId: null,
    customerCancellationReason: null,
    customerCancellationComment: null,
    pendingUpdate: null,
    product,
    prices: [],
    meters: [],
    ...changes,
  }) as unknown as CustomerSubscription;

/** A list response with all items on one page. */
export const pageOf = <Item>(...items: Item[]) => ({
  items,
  pagination: { totalCount: items.length, maxPage: 1 },
});
