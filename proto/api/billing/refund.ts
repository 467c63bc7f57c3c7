/** Refunds (contracts/billing.md, section 3). Amounts in the currency's smallest unit; `amount` is without tax. */
import { z } from 'zod';
import { flag, id, mustBeGiven, oneOrMany, sortingOf, text } from '../fields.ts';
import { share } from '../money.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { RefundReason, RefundStatus } from './enums.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { RefundSortProperty } from './sorts.ts';

/** Money that goes back, or has gone back. `pending`: the processor's answer is not known yet. */
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

/** A refund as its seller sees it: with what was noted when it was made, which no event tells. */
export const SellersRefund = Refund.extend({ comment: z.string().nullable() });
export type SellersRefund = z.infer<typeof SellersRefund>;

/** A refund to make. `amount` without tax, at most what is left of the order; its share of the tax goes back with it. */
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

/** A page of refunds. */
export const RefundPage = pageOf(SellersRefund);

/** What of an order goes back, or may. */
export type RefundableAmount = Pick<Refund, 'amount' | 'taxAmount'>;

/** Amounts of an order; `appliedBalanceAmount` below 0: so much was never charged. */
type Charged = {
  netAmount: number;
  taxAmount: number;
  refundedAmount: number;
  refundedTaxAmount: number;
  appliedBalanceAmount: number;
};

/** What was charged, and has neither gone back nor is on its way. */
export const remainderOf = (
  order: Charged,
  pending: RefundableAmount = { amount: 0, taxAmount: 0 },
): RefundableAmount => {
  const amount = order.netAmount - order.refundedAmount - pending.amount;
  const taxAmount = order.taxAmount - order.refundedTaxAmount - pending.taxAmount;
  const left = amount + taxAmount + Math.min(order.appliedBalanceAmount, 0);
  if (left === amount + taxAmount) return { amount, taxAmount };
  if (left <= 0) return { amount: 0, taxAmount: 0 };
  const net = share(left, { part: amount, whole: amount + taxAmount, halves: 'even' });
  return { amount: net, taxAmount: left - net };
};
