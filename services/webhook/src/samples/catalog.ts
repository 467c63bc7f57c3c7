/** A sample organization, and what it sells. */
import type { Benefit } from '@tessera/proto/api/billing/benefit';
import { defaultCustomerPortalSettings, type Organization } from '@tessera/proto/api/billing/organization';
import type { AnyProductPrice } from '@tessera/proto/api/billing/price';
import type { CheckoutProduct, Product } from '@tessera/proto/api/billing/product';
import { ids } from './ids.ts';

/** The price of a month, in US cents without tax. */
export const priceAmount = 10_000;

export const organization = (now: Date): Organization => ({
  id: ids.organization,
  createdAt: now,
  modifiedAt: now,
  name: 'Analytical Engines',
  slug: 'analytical-engines',
  avatarUrl: null,
  email: 'help@example.com',
  website: 'https://example.com',
  socials: [],
  detailsSubmittedAt: now,
  featureSettings: null,
  subscriptionSettings: {
    allowMultipleSubscriptions: false,
    allowCustomerUpdates: true,
    prorationBehavior: 'prorate',
    preventTrialAbuse: false,
    benefitRevocationGracePeriod: 0,
    failedPaymentOutcome: null,
  },
  brandSettings: { accentColor: null },
  customerPortalSettings: defaultCustomerPortalSettings,
});

export const benefit = (now: Date): Benefit => ({
  id: ids.benefit,
  createdAt: now,
  modifiedAt: null,
  type: 'license_keys',
  description: 'License key',
  selectable: true,
  deletable: true,
  organizationId: ids.organization,
  metadata: {},
  properties: { prefix: 'SAMPLE', expires: null, activations: null, limitUsage: null },
});

export const price = (now: Date): AnyProductPrice => ({
  id: ids.price,
  createdAt: now,
  modifiedAt: null,
  isArchived: false,
  productId: ids.product,
  type: 'recurring',
  recurringInterval: 'month',
  amountType: 'fixed',
  priceCurrency: 'usd',
  priceAmount,
});

export const product = (now: Date): Product & CheckoutProduct => ({
  id: ids.product,
  createdAt: now,
  modifiedAt: null,
  name: 'Difference Engine',
  description: null,
  recurringInterval: 'month',
  recurringIntervalCount: 1,
  trialInterval: null,
  trialIntervalCount: null,
  trialRequiresPaymentMethod: true,
  isRecurring: true,
  isArchived: false,
  organizationId: ids.organization,
  isTaxApplicable: true,
  taxBehavior: 'exclusive',
  metadata: {},
  prices: [price(now)],
  benefits: [benefit(now)],
  medias: [],
  attachedCustomFields: [],
});
