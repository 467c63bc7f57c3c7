/** How much of an order and its tax can be refunded; pure functions (contracts/billing-behaviour.md, section 6). */
import { canMove, type Moves } from '@tessera/kit/state-machine';
import type { RefundStatus } from '@tessera/proto/api/billing/enums';
import type { RefundableAmount } from '@tessera/proto/api/billing/refund';
import { share } from '@tessera/proto/api/money';

/** `succeeded` -> `failed`: the customer's bank returned the money later. */
export const refundMoves: Moves<RefundStatus> = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed'],
  failed: [],
  canceled: [],
};

export const mayMove = (from: RefundStatus, to: RefundStatus): boolean => canMove(refundMoves, from, to);

/** Amounts in minor units. */
type Paid = { netAmount: number; taxAmount: number; refundedAmount: number; refundedTaxAmount: number };

/**
 * The tax to refund with an amount: all that is left if nothing else is, otherwise its share, halves rounded to even,
 * and at most what is left.
 */
export const taxOf = (amount: number, order: Paid, remainder: RefundableAmount): number => {
  if (amount === remainder.amount) return remainder.taxAmount;
  const tax = share(amount, { part: order.taxAmount, whole: order.netAmount, halves: 'even' });
  return Math.max(Math.min(tax, remainder.taxAmount), 0);
};

/** Splits `total`, which includes tax, by the shares of what is left; all of the tax if nothing else is left. */
export const splitOf = (total: number, { amount, taxAmount }: RefundableAmount): RefundableAmount => {
  const whole = amount + taxAmount;
  if (total >= whole) return { amount, taxAmount };
  const tax = share(total, { part: taxAmount, whole, halves: 'even' });
  return { amount: total - tax, taxAmount: tax };
};

/** An order's amounts and state after a refund of `amount`; below 0: a refund was returned. */
export const refundedBy = (order: Paid, { amount, taxAmount }: RefundableAmount) => {
  const refundedAmount = order.refundedAmount + amount;
  const whole = order.netAmount + Math.min(order.taxAmount, 0);
  const status =
    refundedAmount === 0
      ? ('paid' as const)
      : refundedAmount === whole
        ? ('refunded' as const)
        : ('partially_refunded' as const);
  return { refundedAmount, refundedTaxAmount: order.refundedTaxAmount + taxAmount, status };
};

type CreditMove<Row> = { row: Row; refundedAmount: number; refundedTaxAmount: number; added: number };

/**
 * Computes the changes to crediting orders, latest first, so that `due` of their credit is taken in total, limited to
 * `available`. `added`: the change of the customer's balance; below 0: taken.
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
