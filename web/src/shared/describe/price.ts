import type { AnyProductPrice } from '@tessera/proto/api/billing/price';
import type { Plain } from '@tessera/proto/api/wire';
import { t } from '../../i18n/t.ts';
import { formatMoney, perInterval } from '../../ui/money.ts';

/** A product's price in words: "$12.00 / month", "Free", "Pay what you want, from $5.00". */
export const describePrice = (prices: readonly Plain<AnyProductPrice>[], interval: string | null): string => {
  // What is paid by usage comes on top.
  const price = prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0];
  if (!price) return t('common:noPrice');
  switch (price.amountType) {
    case 'fixed':
      return formatMoney(price.priceAmount, price.priceCurrency) + perInterval(interval);
    case 'custom':
      return price.minimumAmount === null
        ? t('common:payWhatYouWant', { interval: perInterval(interval) })
        : t('common:from', {
            minimumAmount: formatMoney(price.minimumAmount, price.priceCurrency),
            interval: perInterval(interval),
          });
    case 'free':
      return t('common:free');
    case 'metered_unit':
      return t('common:byUsage', { interval: perInterval(interval) });
  }
};

const intervals = (): Record<string, string> => ({ month: t('common:monthly'), year: t('common:yearly') });

/** "Monthly", "Yearly" or "One-time". */
export const describeInterval = (interval: string | null): string =>
  interval === null ? t('common:oneTime') : (intervals()[interval] ?? interval);
