/** How much of an order may go back, and with how much of its tax: pure (contracts/billing-behaviour.md, section 6). */
import { canMove, type Moves } from '@tessera/kit/machine';
import type { RefundStatus } from '@tessera/proto/api/billing/enums';
import { share } from '@tessera/proto/api/money';

/** `succeeded` -> `failed`: the customer's bank sent the money back later. */
export const refundMoves: Moves<RefundStatus> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
  failed: [],
  canceled: [],
};

export const mayMove = (from: RefundStatus, to: RefundStatus): boolean => canMove(refundMoves, from, to);

/** Amounts in the currency's smallest unit. */
type Paid = { netAmount: number; taxAmount: number; refundedAmount: number; refundedTaxAmount: number };
/** `appliedBalanceAmount` below 0: so much was never charged. */
type Charged = Paid & { appliedBalanceAmount: number };
type OnItsWay = { amount: number; taxAmount: number };

/** What was charged, and has neither gone back nor is on its way. */
export const remainderOf = (order: Charged, pending: OnItsWay): OnItsWay => {
  const amount = order.netAmount - order.refundedAmount - pending.amount;
  const taxAmount = order.taxAmount - order.refundedTaxAmount - pending.taxAmount;
  const left = amount + taxAmount + Math.min(order.appliedBalanceAmount, 0);
  if (left === amount + taxAmount) return { amount, taxAmount };
  if (left <= 0) return { amount: 0, taxAmount: 0 };
  const net = share(left, { part: amount, whole: amount + taxAmount, halves: 'even' });
  return { amount: net, taxAmount: left - net };
};

/**
 * The tax that goes back with an amount: all that is left with the last of it, else its share, halves to the even
 * neighbour, and never more than is left.
 */
export const taxOf = (amount: number, order: Paid, remainder: OnItsWay): number => {
  if (amount === remainder.amount) return remainder.taxAmount;
  const tax = share(amount, { part: order.taxAmount, whole: order.netAmount, halves: 'even' });
  return Math.min(tax, remainder.taxAmount);
};

/** What of `total`, tax included, is tax: its share of what is left, and all of that with the last of it. */
export const splitOf = (total: number, { amount, taxAmount }: OnItsWay): OnItsWay => {
  const whole = amount + taxAmount;
  if (total >= whole) return { amount, taxAmount };
  const tax = share(total, { part: taxAmount, whole, halves: 'even' });
  return { amount: total - tax, taxAmount: tax };
};

/** An order's amounts and state once `amount` has gone back; below 0: it has come back. */
export const refundedBy = (order: Paid, { amount, taxAmount }: OnItsWay) => {
  const refundedAmount = order.refundedAmount + amount;
  const status =
    refundedAmount === 0
      ? ('paid' as const)
      : refundedAmount === order.netAmount
        ? ('refunded' as const)
        : ('partially_refunded' as const);
  return { refundedAmount, refundedTaxAmount: order.refundedTaxAmount + taxAmount, status };
};
