import type { AnyProductPrice } from '@tessera/proto/api/billing/price';
import type { Plain } from '@tessera/proto/api/wire';
import { t } from '../../i18n/t.ts';
import { formatLength, formatMoney, perInterval } from '../../ui/format/money.ts';

/** A product's price in words: "$12.00 / month", "Free", "Pay what you want, from $5.00". */
export const describePrice = (
  prices: readonly Plain<AnyProductPrice>[],
  interval: string | null,
  count: number | null = 1,
): string => {
  // Metered prices are added.
  const price = prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0];
  if (!price) return t('common:noPrice');
  switch (price.amountType) {
    case 'fixed':
      return formatMoney(price.priceAmount, price.priceCurrency) + perInterval(interval, count);
    case 'custom':
      return price.minimumAmount === null
        ? t('common:payWhatYouWant', { interval: perInterval(interval, count) })
        : t('common:from', {
            minimumAmount: formatMoney(price.minimumAmount, price.priceCurrency),
            interval: perInterval(interval, count),
          });
    case 'free':
      return t('common:free');
    case 'metered_unit':
      return t('common:byUsage', { interval: perInterval(interval, count) });
  }
};

const intervals = (): Record<string, string> => ({
  day: t('common:daily'),
  week: t('common:weekly'),
  month: t('common:monthly'),
  year: t('common:yearly'),
});

/** "Monthly", "Every 2 weeks" or "One-time". */
export const describeInterval = (interval: string | null, count: number | null = 1): string => {
  if (interval === null) return t('common:oneTime');
  if ((count ?? 1) !== 1) return t('common:every', { length: formatLength(interval, count ?? 1) });
  return intervals()[interval] ?? interval;
};
