/** Pure rules of discounts: amounts, products and redemption windows (contracts/billing-behaviour.md, section 3). */
import { share } from '@tessera/proto/api/money';
import type { DiscountRow } from './entity.ts';

/** The discount in minor units, at most the amount itself; halves are rounded up. */
export const discountAmountOf = (
  { amount, basisPoints }: Pick<DiscountRow, 'amount' | 'basisPoints'>,
  of: number,
): number =>
  basisPoints === null
    ? Math.min(amount ?? 0, of)
    : share(of, { part: basisPoints, whole: 10_000, halves: 'up' });

/** Whether a discount applies to a product. Repeating discounts do not apply to one-time products. */
export const appliesTo = (
  { productIds, duration }: Pick<DiscountRow, 'duration'> & { productIds: readonly string[] },
  { id, recurringInterval }: { id: string; recurringInterval: string | null },
): boolean =>
  (productIds.length === 0 || productIds.includes(id)) &&
  (duration !== 'repeating' || recurringInterval !== null);

/** Whether a discount applies to amounts in a currency: fixed discounts only in their own. */
export const isOffIn = ({ currency }: Pick<DiscountRow, 'currency'>, of: string): boolean =>
  currency === null || currency === of;

/** Whether a discount's redemption window is open; both ends are inclusive. */
export const isWithinWindow = (
  { startsAt, endsAt }: Pick<DiscountRow, 'startsAt' | 'endsAt'>,
  now: Date,
): boolean => !(startsAt && startsAt > now) && !(endsAt && endsAt < now);

/** Whether one more redemption is possible. Not final: `redeemDiscount` checks again under a lock. */
export const isRedeemable = (
  discount: Pick<DiscountRow, 'startsAt' | 'endsAt' | 'maxRedemptions'> & { redemptionsCount: number },
  now: Date,
): boolean =>
  isWithinWindow(discount, now) &&
  (discount.maxRedemptions === null || discount.redemptionsCount < discount.maxRedemptions);
