/** The prices in a product's form: one per currency, all of one kind. */
import { Currency, defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { ProductPriceCreate } from '@tessera/proto/api/billing/price';
import type { z } from 'zod';
import type { Product } from '../../api/catalog/products.ts';
import { t } from '../../i18n/t.ts';
import { amountInput, parseAmount } from '../../ui/format/money.ts';
import type { FieldMap } from '../../ui/forms/form-errors.ts';
import { currencyOf } from './metered-form.ts';

/** `none`: usage prices only. */
export type PriceKind = 'fixed' | 'custom' | 'free' | 'none';

/** A price in one currency, as typed: `amount` for fixed prices, the others for pay what you want. */
export type PriceForm = {
  currency: Currency;
  amount: string;
  minimum: string;
  maximum: string;
  preset: string;
};

export const emptyPrice: PriceForm = {
  currency: defaultCurrency,
  amount: '',
  minimum: '',
  maximum: '',
  preset: '',
};

/** `prices`: one per currency; the first is the product's default. */
export type PricesForm = { priceKind: PriceKind; prices: PriceForm[] };

/** The form fields of a price by their request names. */
const wireKeys = {
  priceAmount: 'amount',
  minimumAmount: 'minimum',
  maximumAmount: 'maximum',
  presetAmount: 'preset',
} as const;
const keys = Object.values(wireKeys);
const places = Currency.options.map((_currency, index) => index);

/** Maps request paths of price errors to form fields; these prices come first in a request. */
export const priceFields: FieldMap = Object.fromEntries(
  places.flatMap((index) =>
    Object.entries(wireKeys).map(([wireKey, key]) => [
      `prices.${index}.${wireKey}`,
      `prices.${index}.${key}`,
    ]),
  ),
);
/** The amount fields, each with its currency. */
export const moneyFields = ({ prices }: PricesForm): Record<string, Currency> =>
  Object.fromEntries(
    prices.flatMap(({ currency }, index) => keys.map((key) => [`prices.${index}.${key}`, currency])),
  );

type ShownPrice = Product['prices'][number];

export const formOfPrice = (price: ShownPrice): PriceForm => {
  if (price.amountType === 'free') return emptyPrice;
  const currency = currencyOf(price);
  const typed = (amount: number | null) => amountInput(amount, currency);
  if (price.amountType === 'fixed') return { ...emptyPrice, currency, amount: typed(price.priceAmount) };
  if (price.amountType !== 'custom') return { ...emptyPrice, currency };
  return {
    ...emptyPrice,
    currency,
    minimum: typed(price.minimumAmount),
    maximum: typed(price.maximumAmount),
    preset: typed(price.presetAmount),
  };
};

export const staticPrices = ({ prices }: Product) =>
  prices.filter(({ amountType }) => amountType !== 'metered_unit');

const pricesShown = ({ priceKind, prices }: PricesForm): PriceForm[] =>
  priceKind === 'fixed' || priceKind === 'custom' ? prices : [];

/** The currencies of prices that are not by usage. */
export const currenciesOf = (form: PricesForm): Currency[] =>
  pricesShown(form).map(({ currency }) => currency);

const priceErrors = (kind: PriceKind, price: PriceForm, index: number): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const field of kind === 'fixed'
    ? (['amount'] as const)
    : (['minimum', 'maximum', 'preset'] as const)) {
    const typed = price[field].trim();
    if (typed === '' && field === 'amount') errors[`prices.${index}.${field}`] = t('common:thisIsRequired');
    else if (typed !== '' && parseAmount(typed, price.currency) === null)
      errors[`prices.${index}.${field}`] = t('products:enterAnAmount');
  }
  return errors;
};

/** Errors of amounts that cannot be parsed as money. */
export const priceMistakes = (form: PricesForm): Record<string, string> =>
  Object.assign({}, ...pricesShown(form).map((price, index) => priceErrors(form.priceKind, price, index)));

type Price = z.input<typeof ProductPriceCreate>;

const priceOf = (kind: PriceKind, { currency, ...typed }: PriceForm): Price => {
  const read = (text: string) => (text.trim() === '' ? null : parseAmount(text, currency));
  return kind === 'fixed'
    ? { amountType: 'fixed', priceAmount: read(typed.amount) ?? 0, priceCurrency: currency }
    : {
        amountType: 'custom',
        priceCurrency: currency,
        minimumAmount: read(typed.minimum),
        maximumAmount: read(typed.maximum),
        presetAmount: read(typed.preset),
      };
};

export const pricesOf = (form: PricesForm): Price[] =>
  form.priceKind === 'free'
    ? [{ amountType: 'free' }]
    : pricesShown(form).map((price) => priceOf(form.priceKind, price));

/** The request for an existing price as the form shows it. */
const priceOfShown = (price: ShownPrice): Price =>
  price.amountType === 'free' || price.amountType === 'metered_unit'
    ? { amountType: 'free' }
    : priceOf(price.amountType, formOfPrice(price));

/** An unchanged price keeps its id. */
export const keptOrNewPrices = (form: PricesForm, product: Product): ({ id: string } | Price)[] => {
  const kept = new Map(
    staticPrices(product).map((price) => [JSON.stringify(priceOfShown(price)), price.id] as const),
  );
  return pricesOf(form).map((price) => {
    const id = kept.get(JSON.stringify(price));
    return id === undefined ? price : { id };
  });
};
