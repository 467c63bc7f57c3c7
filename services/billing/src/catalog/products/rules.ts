/** Which prices go together (contracts/billing.md, section 3, products). Pure. */
import { refuseField } from '@tessera/kit/errors';
import type { ExistingProductPrice, ProductPriceCreate } from '@tessera/proto/api/billing/price';
import type { PriceAmountType, ProductPriceRow } from './entity.ts';

export type WantedPrice = ExistingProductPrice | ProductPriceCreate;
export type NewPrice = Exclude<ProductPriceCreate, { amountType: 'metered_unit' }>;

/** A product's price list to be: each place holds a price that is kept or one that is new. */
export type PricePlan = ({ kept: ProductPriceRow } | { added: NewPrice })[];

/** Reads a wanted list against the current prices. Throws a refused field when the list cannot be. */
export const planPrices = (
  wanted: readonly WantedPrice[],
  current: readonly ProductPriceRow[],
): PricePlan => {
  if (wanted.length === 0)
    throw refuseField(['body', 'prices'], 'At least one price is required.', 'too_short');
  const plan = wanted.map((price, index) => planPrice(price, index, current));
  if (plan.length > 1)
    throw refuseField(['body', 'prices', 1], 'Only one fixed, custom or free price is allowed.');
  return plan;
};

const planPrice = (
  price: WantedPrice,
  index: number,
  current: readonly ProductPriceRow[],
): PricePlan[number] => {
  const loc = ['body', 'prices', index];
  if ('id' in price) {
    const kept = current.find(({ id }) => id === price.id);
    if (!kept) throw refuseField([...loc, 'id'], 'Price does not exist.');
    return { kept };
  }
  if (price.amountType === 'metered_unit') throw refuseField([...loc, 'meter_id'], 'Meter does not exist.');
  return { added: price };
};

/** What a list of products is sorted by: the kind and amount of a product's price. Cents. */
export const leadingPrice = (
  price: Pick<ProductPriceRow, 'amountType' | 'priceAmount' | 'minimumAmount'>,
): { priceAmountType: PriceAmountType; priceAmount: number } => ({
  priceAmountType: price.amountType,
  priceAmount: price.priceAmount ?? price.minimumAmount ?? 0,
});
