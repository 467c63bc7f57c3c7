/** Prices of products. Updates replace the list; removed prices are archived, never deleted. */
import { refuseField } from '@tessera/kit/errors';
import { defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { ProductPriceCreate } from '@tessera/proto/api/billing/price';
import type { ProductUpdate } from '@tessera/proto/api/billing/product';
import type { Tariff } from '@tessera/proto/api/billing/tariff';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { MeterRow } from '../meters/entity.ts';
import { findMetersByIds } from '../meters/find.ts';
import { ProductPriceEntity, type ProductRow } from './entity.ts';
import { leadingPrice, ownCurrency, planPrices, pricesIn, staticPrice, type WantedPrice } from './rules.ts';
import type { FullPrice, FullProduct } from './view.ts';

/** The price list after a change, in order. Prices of `current` that are listed by id stay as they are. */
export const pricesOf = async (
  em: EntityManager,
  wanted: readonly WantedPrice[],
  { product, current, now }: { product: Owner; current: readonly FullPrice[]; now: Date },
): Promise<FullPrice[]> => {
  const plan = planPrices(wanted, { current, isRecurring: product.recurringInterval !== null });
  const meters = await findMetersByIds(
    em,
    wanted.flatMap((price) => ('meterId' in price ? price.meterId : [])),
  );
  return plan.map((entry, position) => {
    if ('kept' in entry) return { ...entry.kept, position };
    const meter = meterOf(entry.added, { meters, product, position });
    return { ...newPrice(entry.added), createdAt: now, productId: product.id, position, meter };
  });
};

type Owner = Pick<ProductRow, 'id' | 'organizationId' | 'recurringInterval'>;

/** Writes the new price list. Prices left out are archived. */
export const changePrices = async (
  em: EntityManager,
  { product, wanted, now }: { product: FullProduct; wanted: NonNullable<ProductUpdate['prices']>; now: Date },
): Promise<FullPrice[]> => {
  const current = product.prices;
  const prices = await pricesOf(em, wanted, { product, current, now });
  const presentOf = ({ id }: FullPrice) => current.find((price) => price.id === id);
  for (const left of current.filter(({ id }) => prices.every((price) => price.id !== id)))
    await em.update(ProductPriceEntity, { id: left.id }, { isArchived: true, modifiedAt: now });
  for (const price of prices) {
    const { position } = presentOf(price) ?? price;
    if (position !== price.position)
      await em.update(ProductPriceEntity, { id: price.id }, { position: price.position });
  }
  await insertPrices(
    em,
    prices.filter((price) => !presentOf(price)),
  );
  return prices;
};

export const insertPrices = async (em: EntityManager, prices: readonly FullPrice[]): Promise<void> => {
  await em.insert(
    ProductPriceEntity,
    prices.map(({ meter: _meter, ...price }) => price),
  );
};

/** Throws a validation error for an unknown meter or one of another organization. Null for unmetered prices. */
const meterOf = (
  price: ProductPriceCreate,
  { meters, product, position }: { meters: readonly MeterRow[]; product: Owner; position: number },
): MeterRow | null => {
  if (price.amountType !== 'metered_unit') return null;
  const meter = meters.find(({ id }) => id === price.meterId);
  if (meter?.organizationId !== product.organizationId)
    throw refuseField(['body', 'prices', position, 'meter_id'], 'Meter does not exist.');
  return meter;
};

const newPrice = (price: ProductPriceCreate) => ({
  id: uuidv7(),
  modifiedAt: null,
  isArchived: false,
  amountType: price.amountType,
  priceCurrency: price.amountType === 'free' ? defaultCurrency : price.priceCurrency,
  priceAmount: price.amountType === 'fixed' ? price.priceAmount : null,
  minimumAmount: price.amountType === 'custom' ? (price.minimumAmount ?? null) : null,
  maximumAmount: price.amountType === 'custom' ? (price.maximumAmount ?? null) : null,
  presetAmount: price.amountType === 'custom' ? (price.presetAmount ?? null) : null,
  meterId: price.amountType === 'metered_unit' ? price.meterId : null,
  unitAmount: price.amountType === 'metered_unit' ? unitAmountOf(price) : null,
  capAmount: price.amountType === 'metered_unit' ? (price.capAmount ?? null) : null,
  tariff: price.amountType === 'metered_unit' ? tariffOf(price) : null,
});

type MeteredPrice = Extract<ProductPriceCreate, { amountType: 'metered_unit' }>;

/** With tiers, the unit amount is that of the first tier. */
const unitAmountOf = ({ unitAmount, unitTiers }: MeteredPrice): string =>
  unitTiers?.tiers[0]?.unitAmount ?? unitAmount ?? '0';

const tariffOf = ({ unitTiers, packageSize, minimumAmount }: MeteredPrice): Tariff | null =>
  unitTiers == null && packageSize == null && minimumAmount == null
    ? null
    : {
        unitTiers: unitTiers ?? null,
        packageSize: packageSize ?? null,
        minimumAmount: minimumAmount ?? null,
      };

/** The leading price, as copied into the product's row. */
export const leadingOf = (prices: readonly FullPrice[]) => {
  const price = staticPrice(pricesIn(prices, ownCurrency(prices)));
  if (!price) throw new Error('a product always has a price');
  return leadingPrice(price);
};
