/** Discounts in words. Pages that show them load the namespace `discounts`. */
import type { Discount } from '../../api/catalog/discounts.ts';
import type { Subscription } from '../../api/sales/subscriptions.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { formatMoney } from '../../ui/format/money.ts';

/** Also in the form of subscriptions: without products. */
type Held = Discount | NonNullable<Subscription['discount']>;

/** "20%" or "$5.00". */
export const describeValue = (discount: Held): string =>
  'basisPoints' in discount
    ? formatPercent(discount.basisPoints)
    : formatMoney(discount.amount, discount.currency);

/** Basis points (hundredths of a percent) -> "12.5%", "12,5 %". */
const formatPercent = (basisPoints: number): string =>
  new Intl.NumberFormat(readerLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );

/** How long it applies to a subscription. */
export const describeDuration = (discount: Held): string => {
  switch (discount.duration) {
    case 'once':
      return t('discounts:onceShort');
    case 'forever':
      return t('discounts:foreverShort');
    case 'repeating':
      return t('discounts:months', {
        count: 'durationInMonths' in discount ? discount.durationInMonths : 1,
      });
  }
};

/** "1,203 of 5,000", or "1,203" without a limit. */
export const describeRedemptions = ({ redemptionsCount, maxRedemptions }: Discount): string =>
  maxRedemptions === null
    ? redemptionsCount.toLocaleString(readerLocale())
    : t('discounts:redeemedOf', {
        count: redemptionsCount,
        most: maxRedemptions.toLocaleString(readerLocale()),
      });

export type DiscountState = 'active' | 'scheduled' | 'ended' | 'usedUp';

/** Whether it can be redeemed now, and why not. */
export const stateOf = (discount: Discount, now: number): DiscountState => {
  const { startsAt, endsAt, maxRedemptions, redemptionsCount } = discount;
  if (endsAt !== null && Date.parse(endsAt) < now) return 'ended';
  if (maxRedemptions !== null && redemptionsCount >= maxRedemptions) return 'usedUp';
  return startsAt !== null && Date.parse(startsAt) > now ? 'scheduled' : 'active';
};
