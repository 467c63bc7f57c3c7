/** Discounts, pure: what they take off, what they apply to, when they can be redeemed (contracts/billing-behaviour.md, section 3). */
import { share } from '@tessera/proto/api/money';
import type { DiscountRow } from './entity.ts';

/** Minor units off an amount: never more than the amount itself; half a cent counts as one. */
export const discountAmountOf = (
  { amount, basisPoints }: Pick<DiscountRow, 'amount' | 'basisPoints'>,
  of: number,
): number =>
  basisPoints === null
    ? Math.min(amount ?? 0, of)
    : share(of, { part: basisPoints, whole: 10_000, halves: 'up' });

/** Whether a discount applies to a product; one that repeats has nothing to repeat on what is sold once. */
export const appliesTo = (
  { productIds, duration }: Pick<DiscountRow, 'duration'> & { productIds: readonly string[] },
  { id, recurringInterval }: { id: string; recurringInterval: string | null },
): boolean =>
  (productIds.length === 0 || productIds.includes(id)) &&
  (duration !== 'repeating' || recurringInterval !== null);

/** Whether a discount takes something off amounts of a currency: one of a set amount does in its own only. */
export const isOffIn = ({ currency }: Pick<DiscountRow, 'currency'>, of: string): boolean =>
  currency === null || currency === of;

/** Whether it is the time for a discount; both ends belong to it. */
export const isWithinWindow = (
  { startsAt, endsAt }: Pick<DiscountRow, 'startsAt' | 'endsAt'>,
  now: Date,
): boolean => !(startsAt && startsAt > now) && !(endsAt && endsAt < now);

/** Whether one more may redeem it. The last word is `redeemDiscount`'s, under a lock. */
export const isRedeemable = (
  discount: Pick<DiscountRow, 'startsAt' | 'endsAt' | 'maxRedemptions'> & { redemptionsCount: number },
  now: Date,
): boolean =>
  isWithinWindow(discount, now) &&
  (discount.maxRedemptions === null || discount.redemptionsCount < discount.maxRedemptions);
