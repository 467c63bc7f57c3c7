/** A sample checkout, its order, and the order's refund. */
import type { Checkout } from '@tessera/proto/api/billing/checkout';
import type { Order } from '@tessera/proto/api/billing/order';
import type { Refund } from '@tessera/proto/api/billing/refund';
import { price, priceAmount, product } from './catalog.ts';
import { address, customer } from './customer.ts';
import { ids } from './ids.ts';
import { bareSubscription } from './subscription.ts';

/** At the 20 percent of the United Kingdom. */
const taxAmount = priceAmount / 5;
const amounts = {
  discountAmount: 0,
  netAmount: priceAmount,
  taxAmount,
  taxBehavior: 'exclusive' as const,
  taxabilityReason: 'standard_rated' as const,
  taxBreakdown: [{ type: 'vat' as const, country: 'GB', state: null, percentage: '20', amount: taxAmount }],
  totalAmount: priceAmount + taxAmount,
  currency: 'usd',
};

export const openCheckout = (now: Date): Checkout => ({
  id: ids.checkout,
  createdAt: now,
  modifiedAt: null,
  customFieldData: {},
  paymentProcessor: 'stripe',
  status: 'open',
  clientSecret: 'tessera_cs_sample',
  url: 'https://example.com/checkout/tessera_cs_sample',
  expiresAt: new Date(now.getTime() + 3_600_000),
  successUrl: 'https://example.com/thanks',
  embedOrigin: null,
  locale: 'en',
  amount: priceAmount,
  ...amounts,
  productId: ids.product,
  productPriceId: ids.price,
  discountId: null,
  allowDiscountCodes: true,
  requireBillingAddress: false,
  isDiscountApplicable: true,
  isFreeProductPrice: false,
  isPaymentRequired: true,
  isPaymentSetupRequired: true,
  isPaymentFormRequired: true,
  allowTrial: true,
  trialInterval: null,
  trialIntervalCount: null,
  activeTrialInterval: null,
  activeTrialIntervalCount: null,
  trialEnd: null,
  customerId: null,
  isBusinessCustomer: false,
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  customerIpAddress: null,
  customerBillingName: null,
  customerBillingAddress: address,
  customerTaxId: null,
  paymentProcessorMetadata: {},
  customerBillingAddressFields: {
    country: true,
    state: false,
    city: true,
    postalCode: true,
    line1: true,
    line2: false,
  },
  products: [product(now)],
  product: product(now),
  productPrice: price(now),
  discount: null,
  attachedCustomFields: [],
  metadata: {},
  customerExternalId: 'sample',
  externalCustomerId: 'sample',
  subscriptionId: null,
  customerMetadata: {},
});

export const paidCheckout = (now: Date): Checkout => ({
  ...openCheckout(now),
  modifiedAt: now,
  status: 'succeeded',
  customerId: ids.customer,
});

export const order = (now: Date): Order => ({
  id: ids.order,
  createdAt: now,
  modifiedAt: now,
  status: 'paid',
  paid: true,
  subtotalAmount: priceAmount,
  ...amounts,
  amount: priceAmount,
  appliedBalanceAmount: 0,
  dueAmount: amounts.totalAmount,
  nextPaymentAttemptAt: null,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  billingReason: 'subscription_create',
  billingName: 'Ada Lovelace',
  billingAddress: address,
  invoiceNumber: 'SAMPLE-0001',
  isInvoiceGenerated: false,
  customerId: ids.customer,
  productId: ids.product,
  discountId: null,
  subscriptionId: ids.subscription,
  checkoutId: ids.checkout,
  metadata: {},
  customFieldData: {},
  customer: customer(now),
  userId: ids.customer,
  product: product(now),
  discount: null,
  subscription: bareSubscription(now),
  items: [
    {
      id: ids.orderItem,
      createdAt: now,
      modifiedAt: null,
      label: 'Difference Engine',
      amount: priceAmount,
      taxAmount,
      proration: false,
      productPriceId: ids.price,
    },
  ],
});

export const refundedOrder = (now: Date): Order => ({
  ...order(now),
  status: 'refunded',
  refundedAmount: priceAmount,
  refundedTaxAmount: taxAmount,
});

export const refund = (now: Date): Refund => ({
  id: ids.refund,
  createdAt: now,
  modifiedAt: null,
  metadata: {},
  status: 'succeeded',
  reason: 'customer_request',
  amount: priceAmount,
  taxAmount,
  currency: 'usd',
  organizationId: ids.organization,
  orderId: ids.order,
  subscriptionId: ids.subscription,
  customerId: ids.customer,
  revokeBenefits: false,
});
