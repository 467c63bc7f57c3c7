/** Pure rules for price lists (contracts/billing.md, section 3, products). */
import { refuseField } from '@tessera/kit/errors';
import { defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { ExistingProductPrice, ProductPriceCreate } from '@tessera/proto/api/billing/price';
import type { PriceAmountType, ProductPriceRow } from './entity.ts';

export type WantedPrice = ExistingProductPrice | ProductPriceCreate;

/** A price list after a change: each position is a price that is kept or a new one. */
export type PricePlan<Row> = ({ kept: Row } | { added: ProductPriceCreate })[];

type PriceFacts = Pick<ProductPriceRow, 'id' | 'amountType' | 'meterId' | 'priceCurrency'>;

/** Compares a wanted list with the current prices. Throws a validation error when the list is invalid. */
export const planPrices = <Row extends PriceFacts>(
  wanted: readonly WantedPrice[],
  { current, isRecurring }: { current: readonly Row[]; isRecurring: boolean },
): PricePlan<Row> => {
  if (wanted.length === 0)
    throw refuseField(['body', 'prices'], 'At least one price is required.', 'too_short');
  const plan = wanted.map((price, index) => planPrice(price, index, current));
  const outlines = plan.map(outlineOf);
  refuseSecondStatic(outlines);
  refuseMeters(outlines, isRecurring);
  refuseUneven(outlines);
  return plan;
};

const planPrice = <Row extends PriceFacts>(
  price: WantedPrice,
  index: number,
  current: readonly Row[],
): PricePlan<Row>[number] => {
  if (!('id' in price)) return { added: price };
  const kept = current.find(({ id }) => id === price.id);
  if (!kept) throw refuseField(['body', 'prices', index], 'Price does not exist.');
  return { kept };
};

/** `meterId` null: a static price. `currency` null: a free price, valid in every currency. */
type Outline = { meterId: string | null; currency: string | null };

const outlineOf = (entry: PricePlan<PriceFacts>[number]): Outline => {
  if ('kept' in entry) {
    const { amountType, meterId, priceCurrency } = entry.kept;
    return { meterId, currency: amountType === 'free' ? null : priceCurrency };
  }
  const { added } = entry;
  return {
    meterId: added.amountType === 'metered_unit' ? added.meterId : null,
    currency: added.amountType === 'free' ? null : added.priceCurrency,
  };
};

const refuseSecondStatic = (outlines: Outline[]): void => {
  const second = outlines.findIndex(
    ({ meterId, currency }, index) =>
      meterId === null &&
      outlines
        .slice(0, index)
        .some(
          (before) =>
            before.meterId === null &&
            (before.currency === currency || before.currency === null || currency === null),
        ),
  );
  if (second >= 0)
    throw refuseField(
      ['body', 'prices', second],
      'Only one fixed, custom or free price is allowed for each currency.',
    );
};

/** Metered prices need a recurring product, and are unique per meter and currency. */
const refuseMeters = (outlines: Outline[], isRecurring: boolean): void => {
  for (const [index, { meterId, currency }] of outlines.entries()) {
    if (meterId === null) continue;
    const loc = ['body', 'prices', index];
    if (!isRecurring) throw refuseField(loc, 'Metered prices are not supported on one-time products.');
    const first = outlines.findIndex((other) => other.meterId === meterId && other.currency === currency);
    if (first !== index)
      throw refuseField([...loc, 'meter_id'], 'Each meter can have one price only in each currency.');
  }
};

/** Every currency must have the same set of prices: the static one and those of the meters. */
const refuseUneven = (outlines: Outline[]): void => {
  const priced = outlines.filter(({ currency }) => currency !== null);
  const sold = Map.groupBy(priced, ({ currency }) => currency);
  const all = new Set(priced.map(({ meterId }) => meterId));
  for (const [currency, prices] of sold)
    if (prices.length < all.size)
      throw refuseField(
        ['body', 'prices'],
        `The prices in ${currency} do not cover everything that the other currencies have prices for.`,
      );
};

/** The distinct currencies of prices, in order; empty when all are free. */
export const currenciesOf = (prices: readonly Priced[]): string[] => [
  ...new Set(
    prices.filter(({ amountType }) => amountType !== 'free').map(({ priceCurrency }) => priceCurrency),
  ),
];

/** The default currency of a sale: US dollars if there is such a price, otherwise the first currency. */
export const ownCurrency = (prices: readonly Priced[]): string => {
  const sold = currenciesOf(prices);
  return sold.includes(defaultCurrency) ? defaultCurrency : (sold[0] ?? defaultCurrency);
};

/** The prices in a currency, including free ones. */
export const pricesIn = <Price extends Priced>(prices: readonly Price[], currency: string): Price[] =>
  prices.filter((price) => price.amountType === 'free' || price.priceCurrency === currency);

type Priced = Pick<ProductPriceRow, 'amountType' | 'priceCurrency'>;

/** The static price, otherwise the first. `prices`: those of one currency. */
export const staticPrice = <Price extends { amountType: string }>(
  prices: readonly Price[],
): Price | undefined => prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0];

/** After the amount of every other price: what usage costs is not known in advance. */
const afterAllAmounts = 2_147_483_647;

/**
 * The type and amount (minor units) by which lists of products are sorted: free prices first, then what customers
 * choose without a minimum, then amounts, then usage.
 */
export const leadingPrice = ({
  amountType,
  priceAmount,
  minimumAmount,
}: Pick<ProductPriceRow, 'amountType' | 'priceAmount' | 'minimumAmount'>): {
  priceAmountType: PriceAmountType;
  priceAmount: number;
} => {
  if (amountType === 'free') return { priceAmountType: amountType, priceAmount: -2 };
  if (amountType === 'metered_unit') return { priceAmountType: amountType, priceAmount: afterAllAmounts };
  return { priceAmountType: amountType, priceAmount: priceAmount ?? minimumAmount ?? -1 };
};
