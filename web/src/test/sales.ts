/** A product of Acme and its sale, for page tests. */
import type { Customer } from '@tessera/proto/api/billing/customer';
import type { Order } from '@tessera/proto/api/billing/order';
import type { Payment } from '@tessera/proto/api/billing/payment';
import type { Product } from '@tessera/proto/api/billing/product';
import type { SellersRefund as Refund } from '@tessera/proto/api/billing/refund';
import { acme } from './people.ts';

const now = new Date('2026-06-15T12:00:00Z');
export const nothing = { items: [], pagination: { totalCount: 0, maxPage: 0 } };

/** A list response with all items on one page. */
export const pageWith = <Item>(...items: Item[]) => ({
  items,
  pagination: { totalCount: items.length, maxPage: 1 },
});

export const course: Product = {
  id: '0197a000-0000-7000-8000-0000000000b1',
  createdAt: now,
  modifiedAt: null,
  name: 'Course',
  description: null,
  isRecurring: false,
  isArchived: false,
  recurringInterval: null,
  recurringIntervalCount: null,
  trialInterval: null,
  trialIntervalCount: null,
  trialRequiresPaymentMethod: true,
  organizationId: acme.id,
  isTaxApplicable: true,
  taxBehavior: 'exclusive',
  metadata: {},
  prices: [
    {
      id: '0197a000-0000-7000-8000-0000000000b2',
      createdAt: now,
      modifiedAt: null,
      isArchived: false,
      productId: '0197a000-0000-7000-8000-0000000000b1',
      type: 'one_time',
      recurringInterval: null,
      amountType: 'fixed',
      priceCurrency: 'usd',
      priceAmount: 1200,
    },
  ],
  benefits: [],
  medias: [],
  attachedCustomFields: [],
};

export const grace: Customer = {
  id: '0197a000-0000-7000-8000-0000000000c1',
  createdAt: now,
  modifiedAt: null,
  metadata: {},
  externalId: null,
  email: 'grace@example.com',
  emailVerified: false,
  name: 'Grace',
  billingAddress: null,
  taxId: null,
  organizationId: acme.id,
  deletedAt: null,
  avatarUrl: 'https://example.com/grace.png',
};

export const order: Order = {
  id: '0197a000-0000-7000-8000-0000000000d1',
  createdAt: now,
  modifiedAt: null,
  status: 'paid',
  paid: true,
  subtotalAmount: 1200,
  discountAmount: 0,
  netAmount: 1200,
  amount: 1200,
  taxAmount: 0,
  taxBehavior: 'exclusive',
  taxabilityReason: null,
  taxBreakdown: [],
  totalAmount: 1200,
  appliedBalanceAmount: 0,
  dueAmount: 1200,
  nextPaymentAttemptAt: null,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  currency: 'usd',
  billingReason: 'purchase',
  billingName: null,
  billingAddress: null,
  invoiceNumber: 'ACME-0001',
  isInvoiceGenerated: false,
  customerId: grace.id,
  productId: course.id,
  discountId: null,
  subscriptionId: null,
  checkoutId: null,
  metadata: {},
  customFieldData: {},
  customer: grace,
  userId: grace.id,
  product: course,
  discount: null,
  subscription: null,
  items: [],
};

/** The payment of the order. */
export const payment: Payment = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  createdAt: now,
  modifiedAt: null,
  processor: 'stripe',
  status: 'succeeded',
  amount: 1200,
  currency: 'usd',
  method: 'card',
  declineReason: null,
  declineMessage: null,
  organizationId: acme.id,
  checkoutId: null,
  orderId: order.id,
  customerEmail: grace.email,
  order: { invoiceNumber: order.invoiceNumber, customerId: order.customerId },
  refund: null,
  methodMetadata: { brand: 'mastercard', last4: '4444' },
};

/** A failed payment, without an order. */
export const declinedPayment: Payment = {
  ...payment,
  id: '0197a000-0000-7000-8000-0000000000e2',
  status: 'failed',
  amount: 900,
  declineReason: 'card_declined',
  declineMessage: 'Your card was declined.',
  orderId: null,
  order: null,
  methodMetadata: { brand: 'unknown', last4: '' },
};

export const refundOf = (status: Refund['status']): Refund => ({
  id: '0197a000-0000-7000-8000-0000000000f1',
  createdAt: now,
  modifiedAt: null,
  metadata: {},
  status,
  reason: 'customer_request',
  amount: 500,
  taxAmount: 0,
  currency: 'usd',
  organizationId: acme.id,
  orderId: order.id,
  subscriptionId: null,
  customerId: grace.id,
  revokeBenefits: false,
  comment: null,
});
