import type { AnyProductPrice } from '@tessera/proto/api/billing/price';
import type { Plain } from '@tessera/proto/api/wire';
import { formatMoney, perInterval } from '../../ui/money.ts';

/** A product's price in words: "$12.00 / month", "Free", "Pay what you want, from $5.00". */
export const describePrice = (prices: readonly Plain<AnyProductPrice>[], interval: string | null): string => {
  const [price] = prices;
  if (!price) return 'No price';
  switch (price.amountType) {
    case 'fixed':
      return formatMoney(price.priceAmount, price.priceCurrency) + perInterval(interval);
    case 'custom':
      return price.minimumAmount === null
        ? `Pay what you want${perInterval(interval)}`
        : `From ${formatMoney(price.minimumAmount, price.priceCurrency)}${perInterval(interval)}`;
    case 'free':
      return 'Free';
    case 'metered_unit':
      return `By usage${perInterval(interval)}`;
  }
};

const intervals: Record<string, string> = { month: 'Monthly', year: 'Yearly' };

/** "Monthly", "Yearly" or "One-time". */
export const describeInterval = (interval: string | null): string =>
  interval === null ? 'One-time' : (intervals[interval] ?? interval);
