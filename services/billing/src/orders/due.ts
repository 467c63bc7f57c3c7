/** What is charged for an order, pure (contracts/billing-behaviour.md, section 5). Amounts in minor units. */
import { minimumChargeIn } from '@tessera/proto/api/billing/minimum-charge';

/** What an order's total leaves to be charged once the customer's balance was heeded. */
export const dueAmountOf = ({
  totalAmount,
  appliedBalanceAmount,
}: {
  totalAmount: number;
  appliedBalanceAmount: number;
}): number => totalAmount + appliedBalanceAmount;

/** How much of what is added to a balance (below 0: taken from it) it does not have, and owes since. */
export const carriedOf = (balance: number, added: number): number =>
  Math.max(0, Math.min(balance, 0) - Math.min(balance + added, 0));

/**
 * How much of an order is settled by the customer's balance: below 0 it is taken from there, above 0 added to it. What
 * is left to be charged (`dueAmountOf`) is 0 or at least what cards are charged in the currency (50 cents): less than that
 * comes with the customer's next order.
 */
export const appliedBalanceOf = (
  { totalAmount, currency }: { totalAmount: number; currency: string },
  balance: number,
): number => {
  const due = totalAmount - balance;
  // `0 -` leaves no negative zero behind.
  return due < minimumChargeIn(currency) ? 0 - totalAmount : 0 - balance;
};
