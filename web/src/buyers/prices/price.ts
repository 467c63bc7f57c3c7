/** Product prices in words. */
import type { CheckoutPublic } from '@tessera/proto/api/billing/checkout';
import type { Plain } from '@tessera/proto/api/wire';
import { t } from '../i18n.ts';
import { money, perInterval } from './format.ts';

export type PricedProduct = Pick<Plain<CheckoutPublic>['product'], 'prices' | 'recurringInterval'> &
  Partial<Pick<Plain<CheckoutPublic>['product'], 'recurringIntervalCount'>>;

type Price = PricedProduct['prices'][number];

const isIn = (price: Price, currency: string): boolean =>
  price.amountType === 'free' || price.priceCurrency === currency;

/** Whether the product has a price in this currency. */
export const isSoldIn = ({ prices }: Pick<PricedProduct, 'prices'>, currency: string): boolean =>
  prices.some((price) => isIn(price, currency));

/**
 * A product's price: `$12.00 / month`, `Free`, `From $5.00`; the first price in the currency, or of all without one.
 * Metered prices are added: `$12.00 / month, plus usage`.
 */
export const describePrice = (product: PricedProduct, currency?: string): string => {
  const fixed = product.prices.filter(({ amountType }) => amountType !== 'metered_unit');
  const isMixed = fixed.length > 0 && fixed.length < product.prices.length;
  const price = firstPrice(isMixed ? { ...product, prices: fixed } : product, currency);
  return isMixed ? t('price.plusUsage', { price }) : price;
};

const firstPrice = (
  { prices, recurringInterval: interval, recurringIntervalCount: count = 1 }: PricedProduct,
  currency?: string,
): string => {
  const price = prices.find((one) => currency === undefined || isIn(one, currency)) ?? prices[0];
  if (!price) return t('price.none');
  switch (price.amountType) {
    case 'fixed':
      return perInterval(money(price.priceAmount, price.priceCurrency), interval, count);
    case 'custom':
      return price.minimumAmount === null
        ? t('price.custom')
        : perInterval(
            t('price.from', { amount: money(price.minimumAmount, price.priceCurrency) }),
            interval,
            count,
          );
    case 'free':
      return t('price.free');
    case 'metered_unit':
      return interval === null
        ? t('price.usage')
        : (count ?? 1) === 1
          ? t(`price.usagePer.${interval}`)
          : perInterval(t('price.usage'), interval, count);
  }
};
