/** The currency of a checkout: what its visitor asks for, or is at home with, where the product has a price in it. Pure. */
import { currencyOfCountry } from '@tessera/proto/api/billing/currencies';
import { currenciesOf, ownCurrency, pricesIn, staticPrice } from '../../catalog/products/rules.ts';
import type { FullPrice, FullProduct } from '../../catalog/products/view.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';
import { amountOf } from '../rules.ts';

/** A product's price to begin with in a currency: the static one, else the first. */
export const firstPrice = (product: FullProduct, currency: string): FullPrice | undefined =>
  staticPrice(pricesIn(product.prices, currency));

/** The price that is sold where one is named: what is metered comes with the static price of its currency, never without. */
export const soldBy = (product: FullProduct, named: FullPrice): FullPrice | undefined =>
  named.amountType === 'metered_unit' ? firstPrice(product, named.priceCurrency) : named;

/** The first of the wanted currencies that the product has a price in, else its own. */
export const currencyFor = (product: FullProduct, wanted: readonly (string | null)[]): string => {
  const sold = currenciesOf(product.prices);
  return (
    wanted.find((currency) => currency !== null && sold.includes(currency)) ?? ownCurrency(product.prices)
  );
};

type Asked = {
  currency?: string | null | undefined;
  customerBillingAddress?: { country: string } | null | undefined;
};

/**
 * The row in the currency that a change asks for; unless somebody has asked for one, that of the country which it names.
 * Another currency is another price: an amount that the customer named begins anew.
 */
export const withCurrency = (
  row: CheckoutRow,
  { currency: asked, customerBillingAddress: address }: Asked,
  products: readonly FullProduct[],
): CheckoutRow => {
  const product = products.find(({ id }) => id === row.productId);
  if (!product || (!asked && (row.isCurrencyChosen || !address))) return row;
  if (asked && !isSoldIn(product, asked))
    throw refuse('currency', 'The product has no price in this currency.');
  const currency = asked ?? currencyFor(product, [currencyOfCountry(address?.country)]);
  const chosen = { ...row, isCurrencyChosen: row.isCurrencyChosen || Boolean(asked) };
  if (currency === row.currency) return chosen;
  const price = firstPrice(product, currency);
  return price ? { ...chosen, currency, productPriceId: price.id, amount: amountOf(price, null) } : chosen;
};

/** What costs nothing can be had in any. */
const isSoldIn = ({ prices }: FullProduct, currency: string): boolean => {
  const sold = currenciesOf(prices);
  return sold.length === 0 || sold.includes(currency);
};
