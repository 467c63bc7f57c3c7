/** Orders, pure: amounts and reasons (contracts/billing-behaviour.md, section 5). Amounts in cents. */
import type { OrderBillingReason } from '@tessera/proto/api/billing/enums';

/** Spreads an order's tax over its items in proportion, by largest remainder, so that the parts sum up. */
export const spreadTax = (tax: number, amounts: number[]): number[] => {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total === 0) return amounts.map(() => 0);
  const exact = amounts.map((amount) => (tax * amount) / total);
  const parts = exact.map(Math.floor);
  const left = tax - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};

/** Why a checkout makes an order. */
export const reasonOf = (checkout: {
  isRecurring: boolean;
  subscriptionId: string | null;
}): OrderBillingReason => {
  if (checkout.subscriptionId !== null) return 'subscription_update';
  return checkout.isRecurring ? 'subscription_create' : 'purchase';
};
