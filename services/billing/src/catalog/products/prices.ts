/** The prices of a product: made with it, replaced as a whole, never lost. */
import type { ProductCreate, ProductUpdate } from '@tessera/proto/api/billing/product';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { ProductPriceEntity, type ProductPriceRow } from './entity.ts';
import { leadingPrice, type NewPrice, planPrices } from './rules.ts';
import type { FullProduct } from './view.ts';

/** The prices that a new product begins with. */
export const newPrices = (
  wanted: ProductCreate['prices'],
  { productId, now }: { productId: string; now: Date },
): ProductPriceRow[] =>
  planPrices(wanted, []).flatMap((entry, position) =>
    'added' in entry ? newPrice(entry.added, { productId, position, now }) : [],
  );

/** Writes the new price list: prices left out are archived, never lost. */
export const changePrices = async (
  em: EntityManager,
  { product, wanted, now }: { product: FullProduct; wanted: NonNullable<ProductUpdate['prices']>; now: Date },
): Promise<ProductPriceRow[]> => {
  const prices = planPrices(wanted, product.prices).map((entry, position) =>
    'kept' in entry ? entry.kept : newPrice(entry.added, { productId: product.id, position, now }),
  );
  const isIn = (list: readonly ProductPriceRow[], { id }: ProductPriceRow) =>
    list.some((price) => price.id === id);
  for (const left of product.prices.filter((price) => !isIn(prices, price)))
    await em.update(ProductPriceEntity, { id: left.id }, { isArchived: true, modifiedAt: now });
  await em.insert(
    ProductPriceEntity,
    prices.filter((price) => !isIn(product.prices, price)),
  );
  return prices;
};

const newPrice = (
  price: NewPrice,
  { productId, position, now }: { productId: string; position: number; now: Date },
): ProductPriceRow => ({
  id: uuidv7(),
  createdAt: now,
  modifiedAt: null,
  productId,
  position,
  isArchived: false,
  amountType: price.amountType,
  priceAmount: price.amountType === 'fixed' ? price.priceAmount : null,
  minimumAmount: price.amountType === 'custom' ? (price.minimumAmount ?? null) : null,
  maximumAmount: price.amountType === 'custom' ? (price.maximumAmount ?? null) : null,
  presetAmount: price.amountType === 'custom' ? (price.presetAmount ?? null) : null,
});

/** What a product's row repeats of its first price. */
export const leadingOf = (prices: readonly ProductPriceRow[]) => {
  const [first] = prices;
  if (!first) throw new Error('a product always has a price');
  return leadingPrice(first);
};
