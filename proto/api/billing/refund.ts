/** Refunds (contracts/billing.md, section 3). Amounts in minor units; `amount` is without tax. */
import { z } from 'zod';
import { flag, id, mustBeGiven, oneOrMany, sortingOf, text } from '../fields.ts';
import { share } from '../money.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { RefundReason, RefundStatus } from './enums.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { RefundSortProperty } from './sorts.ts';

/** A refund. `pending`: the processor has not confirmed it yet. */
export const Refund = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  status: RefundStatus,
  reason: RefundReason,
  amount: z.int(),
  taxAmount: z.int(),
  currency: z.string(),
  organizationId: z.string(),
  orderId: z.string(),
  subscriptionId: z.string().nullable(),
  customerId: z.string(),
  revokeBenefits: z.boolean(),
});
export type Refund = z.infer<typeof Refund>;

/** A refund as its seller sees it: with the internal comment, which events do not contain. */
export const SellersRefund = Refund.extend({ comment: z.string().nullable() });
export type SellersRefund = z.infer<typeof SellersRefund>;

/**
 * A refund to create. `amount` without tax, at most the unrefunded rest of the order; the tax share is refunded with
 * it.
 */
export const RefundCreate = z.object({
  metadata: MetadataIn.optional(),
  orderId: id,
  reason: z.enum(RefundReason.enum, mustBeGiven),
  amount: z.int(mustBeGiven).gt(0).max(2_147_483_647),
  comment: text.max(5_000).nullish(),
  revokeBenefits: z.boolean().default(false),
});
export type RefundCreate = z.output<typeof RefundCreate>;

/** Filters, order and page of the list of refunds. */
export const RefundListQuery = PageQuery.extend({
  id: oneOrMany(id).optional(),
  organizationId: oneOrMany(id).optional(),
  orderId: oneOrMany(id).optional(),
  subscriptionId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  succeeded: flag.optional(),
  sorting: sortingOf(RefundSortProperty, '-created_at'),
});
export type RefundListQuery = z.output<typeof RefundListQuery>;

/** The dispute that a refund stands for, from its metadata; null for a refund that the seller made. */
export const disputeOf = ({ metadata }: Pick<Refund, 'metadata'>): { id: string; reason: string } | null => {
  const { dispute, dispute_reason: reason } = metadata;
  return typeof dispute === 'string' && isDispute(dispute)
    ? { id: dispute, reason: String(reason ?? '') }
    : null;
};

/** Whether it is the id of a dispute at Stripe: `du_…`, formerly `dp_…`. */
export const isDispute = (id: string): boolean => /^d[pu]_/.test(id);

/** A page of refunds. */
export const RefundPage = pageOf(SellersRefund);

/** An amount and its tax, refunded or refundable. */
export type RefundableAmount = Pick<Refund, 'amount' | 'taxAmount'>;

/** Amounts of an order; `appliedBalanceAmount` below 0: that part was paid from the balance and never charged. */
type Charged = {
  netAmount: number;
  taxAmount: number;
  refundedAmount: number;
  refundedTaxAmount: number;
  appliedBalanceAmount: number;
};

/**
 * Returns the amount that was charged and is neither refunded nor part of a pending refund. Tax below 0, returned by a
 * credit on the order, has paid for a part of the amount: only the rest was charged.
 */
export const remainderOf = (
  order: Charged,
  pending: RefundableAmount = { amount: 0, taxAmount: 0 },
): RefundableAmount => {
  const amount = order.netAmount - order.refundedAmount - pending.amount;
  const taxAmount = order.taxAmount - order.refundedTaxAmount - pending.taxAmount;
  const left = amount + taxAmount + Math.min(order.appliedBalanceAmount, 0);
  if (order.taxAmount < 0) return { amount: Math.max(left, 0), taxAmount: 0 };
  if (left === amount + taxAmount) return { amount, taxAmount };
  if (left <= 0) return { amount: 0, taxAmount: 0 };
  const net = share(left, { part: amount, whole: amount + taxAmount, halves: 'even' });
  return { amount: net, taxAmount: left - net };
};
