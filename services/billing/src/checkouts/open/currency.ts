/** A checkout's currency: the requested one, or that of the visitor's language or country, if sold in it. Pure. */
import { currencyOfCountry } from '@tessera/proto/api/billing/currencies';
import { currenciesOf, ownCurrency, pricesIn, staticPrice } from '../../catalog/products/rules.ts';
import type { FullPrice, FullProduct } from '../../catalog/products/view.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';
import { amountOf } from '../rules.ts';

/** The price selected first in a currency: the static one, otherwise the first. */
export const firstPrice = (product: FullProduct, currency: string): FullPrice | undefined =>
  staticPrice(pricesIn(product.prices, currency));

/** The price to select when a price is requested: a metered price is sold with the static price of its currency. */
export const soldBy = (product: FullProduct, named: FullPrice): FullPrice | undefined =>
  named.amountType === 'metered_unit' ? firstPrice(product, named.priceCurrency) : named;

/** The first of the wanted currencies that the product has a price in, otherwise the product's default. */
export const currencyFor = (product: FullProduct, wanted: readonly (string | null)[]): string => {
  const sold = currenciesOf(product.prices);
  return (
    wanted.find((currency) => currency !== null && sold.includes(currency)) ?? ownCurrency(product.prices)
  );
};

/** `discount`: the one that the checkout has after the change. `isSeller`: it is the seller's change. */
type Asked = {
  currency?: string | null | undefined;
  customerBillingAddress?: { country: string } | null | undefined;
  discount?: { currency: string | null } | null;
  isSeller?: boolean;
};

/**
 * The row in the requested currency, or, while none was requested, in that of its discount, or of the address's country. A
 * new currency selects another price and resets an amount that the customer chose.
 */
export const withCurrency = (
  row: CheckoutRow,
  asked: Asked,
  products: readonly FullProduct[],
): CheckoutRow => {
  const product = products.find(({ id }) => id === row.productId);
  if (!product) return row;
  if (asked.currency && !isSoldIn(product, asked.currency))
    throw refuse('currency', 'The product has no price in this currency.');
  const currency =
    asked.currency ?? (row.isCurrencyChosen ? row.currency : impliedCurrency(row, asked, product));
  const chosen = { ...row, isCurrencyChosen: row.isCurrencyChosen || Boolean(asked.currency) };
  if (currency === row.currency) return chosen;
  const price = firstPrice(product, currency);
  return price ? { ...chosen, currency, productPriceId: price.id, amount: amountOf(price, null) } : chosen;
};

/**
 * A discount of one currency keeps it wherever the address is, and brings it if the seller sets the discount. A code that
 * a buyer types brings no other: prices do not change under their eyes.
 */
const impliedCurrency = (
  row: CheckoutRow,
  { discount, isSeller = false, customerBillingAddress: address }: Asked,
  product: FullProduct,
): string => {
  const off = discount?.currency ?? null;
  const isDecisive = off !== null && (off === row.currency || isSeller);
  if (isDecisive && currenciesOf(product.prices).includes(off)) return off;
  return address ? currencyFor(product, [currencyOfCountry(address.country)]) : row.currency;
};

/** Free products are available in every currency. */
const isSoldIn = ({ prices }: FullProduct, currency: string): boolean => {
  const sold = currenciesOf(prices);
  return sold.length === 0 || sold.includes(currency);
};
