/** Payments: attempts to pay, successful or not (contracts/billing.md, section 3). Amounts in minor units. */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { PaymentProcessor, PaymentStatus } from './enums.ts';
import { PaymentSortProperty } from './sorts.ts';

/** The details by which customers recognise a card. */
export const CardMetadata = z.object({ brand: z.string(), last4: z.string() });
export type CardMetadata = z.infer<typeof CardMetadata>;

/** The order of a payment: its invoice number and customer. Addition to the contract. */
export const PaidOrder = z.object({
  invoiceNumber: z.string(),
  customerId: z.string(),
});
export type PaidOrder = z.infer<typeof PaidOrder>;

/**
 * The refund of a payment as a whole, because it arrived too late to pay for anything, or, in earlier releases, for a
 * subscription that the customer already had. `refundedAt`: null unless it succeeded. Addition to the contract.
 */
export const PaymentRefund = z.object({
  status: z.enum(['pending', 'succeeded', 'failed']),
  reason: z.enum(['late_payment', 'repeated_subscription']),
  refundedAt: timestamp.nullable(),
});
export type PaymentRefund = z.infer<typeof PaymentRefund>;

/**
 * An attempt to pay by card. `declineReason` is a code, `declineMessage` a text for the customer; null: not declined.
 * `customerEmail` (if known), `order` and `refund` are additions to the contract. Refunds of paid orders are others.
 */
export const Payment = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  processor: PaymentProcessor,
  status: PaymentStatus,
  amount: z.int(),
  currency: z.string(),
  method: z.literal('card'),
  declineReason: z.string().nullable(),
  declineMessage: z.string().nullable(),
  organizationId: z.string(),
  checkoutId: z.string().nullable(),
  orderId: z.string().nullable(),
  customerEmail: z.string().nullable(),
  order: PaidOrder.nullable(),
  refund: PaymentRefund.nullable(),
  methodMetadata: CardMetadata,
});
export type Payment = z.infer<typeof Payment>;

const oneOrManyTexts = oneOrMany(text.min(1).max(320));

/** Filters of the list of payments, and of its export. */
export const PaymentExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  checkoutId: oneOrMany(id).optional(),
  orderId: oneOrMany(id).optional(),
  status: oneOrMany(PaymentStatus).optional(),
  method: oneOrManyTexts.optional(),
  customerEmail: oneOrManyTexts.optional(),
});
export type PaymentExportQuery = z.output<typeof PaymentExportQuery>;

/** Filters, order and page of the list of payments. */
export const PaymentListQuery = PageQuery.extend({
  ...PaymentExportQuery.shape,
  sorting: sortingOf(PaymentSortProperty, '-created_at'),
});
export type PaymentListQuery = z.output<typeof PaymentListQuery>;

/** A page of payments. */
export const PaymentPage = pageOf(Payment);
