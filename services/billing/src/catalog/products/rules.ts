/** Which prices go together (contracts/billing.md, section 3, products). Pure. */
import { refuseField } from '@tessera/kit/errors';
import type { ExistingProductPrice, ProductPriceCreate } from '@tessera/proto/api/billing/price';
import type { PriceAmountType, ProductPriceRow } from './entity.ts';

export type WantedPrice = ExistingProductPrice | ProductPriceCreate;

/** A product's price list to be: each place holds a price that is kept or one that is new. */
export type PricePlan<Row> = ({ kept: Row } | { added: ProductPriceCreate })[];

type PriceFacts = Pick<ProductPriceRow, 'id' | 'amountType' | 'meterId'>;

/** Reads a wanted list against the current prices. Throws a refused field when the list cannot be. */
export const planPrices = <Row extends PriceFacts>(
  wanted: readonly WantedPrice[],
  { current, isRecurring }: { current: readonly Row[]; isRecurring: boolean },
): PricePlan<Row> => {
  if (wanted.length === 0)
    throw refuseField(['body', 'prices'], 'At least one price is required.', 'too_short');
  const plan = wanted.map((price, index) => planPrice(price, index, current));
  refuseSecondStatic(plan);
  refuseMeters(plan, isRecurring);
  return plan;
};

const planPrice = <Row extends PriceFacts>(
  price: WantedPrice,
  index: number,
  current: readonly Row[],
): PricePlan<Row>[number] => {
  if (!('id' in price)) return { added: price };
  const kept = current.find(({ id }) => id === price.id);
  if (!kept) throw refuseField(['body', 'prices', index, 'id'], 'Price does not exist.');
  return { kept };
};

/** The meter of a metered price to be; null: a static one. */
const meterOf = (entry: PricePlan<PriceFacts>[number]): string | null => {
  if ('kept' in entry) return entry.kept.meterId;
  return entry.added.amountType === 'metered_unit' ? entry.added.meterId : null;
};

const refuseSecondStatic = (plan: PricePlan<PriceFacts>): void => {
  const [, second] = plan.flatMap((entry, index) => (meterOf(entry) === null ? [index] : []));
  if (second !== undefined)
    throw refuseField(['body', 'prices', second], 'Only one fixed, custom or free price is allowed.');
};

/** Usage is billed by the period; a meter has one price. */
const refuseMeters = (plan: PricePlan<PriceFacts>, isRecurring: boolean): void => {
  const meters = plan.map(meterOf);
  for (const [index, meterId] of meters.entries()) {
    if (meterId === null) continue;
    const loc = ['body', 'prices', index];
    if (!isRecurring) throw refuseField(loc, 'Metered prices are not supported on one-time products.');
    if (meters.indexOf(meterId) !== index)
      throw refuseField([...loc, 'meter_id'], 'Each meter can have one price only.');
  }
};

/** The price that a sale begins with: the static one, else the first. */
export const staticPrice = <Price extends { amountType: string }>(
  prices: readonly Price[],
): Price | undefined => prices.find(({ amountType }) => amountType !== 'metered_unit') ?? prices[0];

/** What a list of products is sorted by: the kind and amount of a product's price. Cents. */
export const leadingPrice = (
  price: Pick<ProductPriceRow, 'amountType' | 'priceAmount' | 'minimumAmount'>,
): { priceAmountType: PriceAmountType; priceAmount: number } => ({
  priceAmountType: price.amountType,
  priceAmount: price.priceAmount ?? price.minimumAmount ?? 0,
});
