/** How much of an order may go back, and with how much of its tax: pure (contracts/billing-behaviour.md, section 6). */
import { canMove, type Moves } from '@tessera/kit/machine';
import type { RefundStatus } from '@tessera/proto/api/billing/enums';
import type { RefundableAmount } from '@tessera/proto/api/billing/refund';
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

/**
 * The tax that goes back with an amount: all that is left with the last of it, else its share, halves to the even
 * neighbour, and never more than is left.
 */
export const taxOf = (amount: number, order: Paid, remainder: RefundableAmount): number => {
  if (amount === remainder.amount) return remainder.taxAmount;
  const tax = share(amount, { part: order.taxAmount, whole: order.netAmount, halves: 'even' });
  return Math.min(tax, remainder.taxAmount);
};

/** What of `total`, tax included, is tax: its share of what is left, and all of that with the last of it. */
export const splitOf = (total: number, { amount, taxAmount }: RefundableAmount): RefundableAmount => {
  const whole = amount + taxAmount;
  if (total >= whole) return { amount, taxAmount };
  const tax = share(total, { part: taxAmount, whole, halves: 'even' });
  return { amount: total - tax, taxAmount: tax };
};

/** An order's amounts and state once `amount` has gone back; below 0: it has come back. */
export const refundedBy = (order: Paid, { amount, taxAmount }: RefundableAmount) => {
  const refundedAmount = order.refundedAmount + amount;
  const status =
    refundedAmount === 0
      ? ('paid' as const)
      : refundedAmount === order.netAmount
        ? ('refunded' as const)
        : ('partially_refunded' as const);
  return { refundedAmount, refundedTaxAmount: order.refundedTaxAmount + taxAmount, status };
};

type CreditMove<Row> = { row: Row; refundedAmount: number; refundedTaxAmount: number; added: number };

/**
 * What becomes of orders that have credited something, the latest first, once `due` of it should be gone and no more than
 * `available` can. `added`: what the customer's balance changes by; below 0 it is taken.
 */
export const settleCredits = <Row extends Paid>(
  rows: readonly Row[],
  { due, available }: { due: number; available: number },
): CreditMove<Row>[] => {
  const taken = rows.reduce((sum, row) => sum - row.refundedAmount - row.refundedTaxAmount, 0);
  const sign = due > taken ? -1 : 1;
  let left = due > taken ? Math.min(due - taken, available) : taken - due;
  return rows.flatMap((row) => {
    const open =
      sign < 0
        ? { amount: row.refundedAmount - row.netAmount, taxAmount: row.refundedTaxAmount - row.taxAmount }
        : { amount: 0 - row.refundedAmount, taxAmount: 0 - row.refundedTaxAmount };
    const total = Math.min(left, open.amount + open.taxAmount);
    if (total <= 0) return [];
    left -= total;
    const part = splitOf(total, open);
    const refundedAmount = row.refundedAmount + sign * part.amount;
    const refundedTaxAmount = row.refundedTaxAmount + sign * part.taxAmount;
    return [{ row, refundedAmount, refundedTaxAmount, added: sign * total }];
  });
};
