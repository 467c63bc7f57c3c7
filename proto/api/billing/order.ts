/**
 * Orders (contracts/billing.md, section 3). Amounts in minor units; net + tax = total; subtotal - discount = net, or
 * total if prices include tax.
 */
import { z } from 'zod';
import { amountWithin, createdWithin, id, oneOrMany, sortingOf, text, trimmedText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Address, AddressInput } from './address.ts';
import { Customer } from './customer.ts';
import { DiscountBase } from './discount.ts';
import { OrderBillingReason, OrderStatus, ProductBillingType } from './enums.ts';
import { CustomFieldData, MetadataOut, MetadataQuery } from './metadata.ts';
import { BareProduct } from './product.ts';
import { OrderSortProperty } from './sorts.ts';
import { BareSubscription } from './subscription.ts';
import { taxFacts } from './tax.ts';
import { TaxIdFormat } from './tax-id.ts';

/** A line of an order; `amount` before discount and tax. */
export const OrderItem = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  label: z.string(),
  amount: z.int(),
  taxAmount: z.int(),
  proration: z.boolean(),
  productPriceId: z.string().nullable(),
});
export type OrderItem = z.infer<typeof OrderItem>;

/**
 * An order. `invoiceNumber` (in later versions of the API) has no gaps within an organization. `amount` and `userId`
 * are the deprecated names of `netAmount` and `customerId`.
 */
export const Order = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  status: OrderStatus,
  paid: z.boolean(),
  subtotalAmount: z.int(),
  discountAmount: z.int(),
  netAmount: z.int(),
  amount: z.int(),
  taxAmount: z.int(),
  ...taxFacts,
  totalAmount: z.int(),
  // In later versions of the API: the amount paid from (below 0) or added to the customer's balance, and the amount
  // charged.
  appliedBalanceAmount: z.int(),
  dueAmount: z.int(),
  // In later versions of the API, for customers: when its failed payment is retried; null: no retry is scheduled. A
  // service before this field omits it.
  nextPaymentAttemptAt: timestamp.nullable().default(null),
  // Additions to the contract, in replies about an order that has a next attempt: whether it will charge nothing,
  // since no card is saved or its decline was final; whether the card's bank asks the customer to confirm the payment;
  // and what becomes of the subscription if the last attempt fails.
  needsAnotherCard: z.boolean().optional(),
  needsConfirmation: z.boolean().optional(),
  failedPaymentOutcome: z.enum(['canceled', 'unpaid']).optional(),
  // Below 0 if a credit of the order was refunded as money instead.
  refundedAmount: z.int(),
  refundedTaxAmount: z.int(),
  currency: z.string(),
  billingReason: OrderBillingReason,
  billingName: z.string().nullable(),
  billingAddress: Address.nullable(),
  // Addition to the contract, where a seller reads or lists orders: the buyer's tax id, as on the invoice. Absent in
  // webhooks.
  billingTaxId: z.tuple([z.string(), TaxIdFormat]).nullable().optional(),
  invoiceNumber: z.string(),
  isInvoiceGenerated: z.boolean(),
  customerId: z.string(),
  productId: z.string(),
  discountId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  checkoutId: z.string().nullable(),
  metadata: MetadataOut,
  customFieldData: CustomFieldData,
  customer: Customer,
  userId: z.string(),
  product: BareProduct,
  discount: DiscountBase.nullable(),
  subscription: BareSubscription.nullable(),
  items: z.array(OrderItem),
});
export type Order = z.infer<typeof Order>;

/** The URL of an order's invoice. */
export const OrderInvoice = z.object({ url: z.string() });

/** New billing details of an order; both keys are required. */
export const OrderUpdate = z.object({
  billingName: trimmedText(500).nullable(),
  billingAddress: AddressInput.nullable(),
});
export type OrderUpdate = z.output<typeof OrderUpdate>;

/**
 * The result of a payment that its seller has started. `error`: why it failed, in words for people; null: it has not.
 * Addition to the contract.
 */
export const OrderPaymentRetry = z.object({
  status: z.enum(['succeeded', 'failed', 'processing']),
  error: z.string().nullable(),
});
export type OrderPaymentRetry = z.infer<typeof OrderPaymentRetry>;

/** Filters of the list of orders. */
export const OrderExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  productBillingType: oneOrMany(ProductBillingType).optional(),
  discountId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  checkoutId: oneOrMany(id).optional(),
  // Additions to the contract. `query` searches the customer, the product and the invoice number; amounts are those
  // of `totalAmount`.
  subscriptionId: oneOrMany(id).optional(),
  status: oneOrMany(OrderStatus).optional(),
  query: text.max(500).optional(),
  ...createdWithin,
  ...amountWithin,
  metadata: MetadataQuery.optional(),
});
export type OrderExportQuery = z.output<typeof OrderExportQuery>;

/** Filters, order and page of the list of orders. */
export const OrderListQuery = PageQuery.extend({
  ...OrderExportQuery.shape,
  sorting: sortingOf(OrderSortProperty, '-created_at'),
});
export type OrderListQuery = z.output<typeof OrderListQuery>;

/** A page of orders. */
export const OrderPage = pageOf(Order);
