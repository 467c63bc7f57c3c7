/** What is charged for an order, pure (contracts/billing-behaviour.md, section 5). Amounts in minor units. */

/** Less than this is not charged: it comes with the customer's next order. */
export const minCharge = 50;

/** What an order's total leaves to be charged once the customer's balance was heeded. */
export const dueAmountOf = ({
  totalAmount,
  appliedBalanceAmount,
}: {
  totalAmount: number;
  appliedBalanceAmount: number;
}): number => totalAmount + appliedBalanceAmount;

/**
 * How much of an order is settled by the customer's balance: below 0 it is taken from there, above 0 added to it. What
 * is left to be charged (`dueAmountOf`) is 0 or at least 50.
 */
export const appliedBalanceOf = (totalAmount: number, balance: number): number => {
  const due = totalAmount - balance;
  // `0 -` leaves no negative zero behind.
  return due < minCharge ? 0 - totalAmount : 0 - balance;
};
