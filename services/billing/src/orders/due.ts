/** The amount to charge for an order (contracts/billing-behaviour.md, section 5). Amounts in minor units. Pure. */
import { minimumChargeIn } from '@tessera/proto/api/billing/minimum-charge';

/** The amount to charge, after the customer's balance was applied. */
export const dueAmountOf = ({
  totalAmount,
  appliedBalanceAmount,
}: {
  totalAmount: number;
  appliedBalanceAmount: number;
}): number => totalAmount + appliedBalanceAmount;

/** The debt that results from adding `added` (negative: taking) to a balance. */
export const carriedOf = (balance: number, added: number): number =>
  Math.max(0, Math.min(balance, 0) - Math.min(balance + added, 0));

/**
 * The amount applied to the customer's balance: negative if taken from it, positive if added. The amount to charge
 * (`dueAmountOf`) is then 0 or at least the minimum charge of the currency (50 cents): less is carried over to the
 * customer's next order.
 */
export const appliedBalanceOf = (
  { totalAmount, currency }: { totalAmount: number; currency: string },
  balance: number,
): number => {
  const due = totalAmount - balance;
  // `0 - x` avoids negative zero.
  return due < minimumChargeIn(currency) ? 0 - totalAmount : 0 - balance;
};
