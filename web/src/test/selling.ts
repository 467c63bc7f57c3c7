/** Custom fields, a checkout link and a discount of Acme, for page tests. */
import type { CheckoutLink } from '@tessera/proto/api/billing/checkout-link';
import type { CustomField } from '@tessera/proto/api/billing/custom-field';
import type { Discount } from '@tessera/proto/api/billing/discount';
import { acme } from './people.ts';
import { course } from './sales.ts';

const now = new Date('2026-06-15T12:00:00Z');

export const company: CustomField = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  createdAt: now,
  modifiedAt: null,
  metadata: {},
  type: 'text',
  slug: 'company',
  name: 'Company',
  organizationId: acme.id,
  properties: { formLabel: 'Your company', maxLength: 80 },
};

export const size: CustomField = {
  id: '0197a000-0000-7000-8000-0000000000e2',
  createdAt: now,
  modifiedAt: null,
  metadata: {},
  type: 'select',
  slug: 'size',
  name: 'Shirt size',
  organizationId: acme.id,
  properties: { options: [{ value: 's', label: 'Small' }] },
};

export const newsletter: CheckoutLink = {
  id: '0197a000-0000-7000-8000-0000000000f1',
  createdAt: now,
  modifiedAt: null,
  metadata: {},
  paymentProcessor: 'stripe',
  clientSecret: 'tessera_cl_secret',
  successUrl: null,
  label: 'Newsletter',
  allowDiscountCodes: true,
  requireBillingAddress: false,
  discountId: null,
  organizationId: acme.id,
  products: [course],
  discount: null,
  url: 'http://localhost:3000/api/billing/v1/checkout-links/tessera_cl_secret/redirect',
};

export const launch: Discount = {
  id: '0197a000-0000-7000-8000-0000000000d1',
  createdAt: now,
  modifiedAt: null,
  name: 'Launch week',
  code: 'LAUNCH25',
  type: 'percentage',
  basisPoints: 2500,
  duration: 'repeating',
  durationInMonths: 3,
  startsAt: null,
  endsAt: null,
  maxRedemptions: 10,
  maxRedemptionsPerCustomer: null,
  redemptionsCount: 4,
  organizationId: acme.id,
  metadata: {},
  products: [],
};
