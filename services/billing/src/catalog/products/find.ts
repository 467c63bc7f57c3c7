/** Products with all that belongs to them, for this slice and others. A fixed number of queries, however many products. */
import { kitErrors } from '@tessera/kit/errors';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { findBenefitsByIds } from '../benefits/find.ts';
import { findMetersByIds } from '../meters/find.ts';
import { findAttachedFields } from './custom-fields.ts';
import {
  ProductBenefitEntity,
  ProductEntity,
  ProductPriceEntity,
  type ProductPriceRow,
  type ProductRow,
} from './entity.ts';
import { findMedias } from './medias.ts';
import type { FullPrice, FullProduct } from './view.ts';

/** Adds current prices, benefits, custom fields and pictures to product rows, keeping the rows' order. */
export const fillProducts = async (
  em: EntityManager,
  rows: readonly ProductRow[],
): Promise<FullProduct[]> => {
  if (rows.length === 0) return [];
  const productId = In(rows.map(({ id }) => id));
  const prices = await fillPrices(
    em,
    await em.find(ProductPriceEntity, {
      where: { productId, isArchived: false },
      order: { position: 'ASC' },
    }),
  );
  const links = await em.find(ProductBenefitEntity, { where: { productId }, order: { position: 'ASC' } });
  const found = await findBenefitsByIds(
    em,
    links.map(({ benefitId }) => benefitId),
  );
  const benefits = new Map(found.map((benefit) => [benefit.id, benefit]));
  const fields = await findAttachedFields(em, rows);
  const mediasOf = await findMedias(em, rows);
  const pricesOf = Map.groupBy(prices, (price) => price.productId);
  const linksOf = Map.groupBy(links, (link) => link.productId);
  return rows.map((row) => ({
    ...row,
    prices: pricesOf.get(row.id) ?? [],
    benefits: (linksOf.get(row.id) ?? []).flatMap(({ benefitId }) => benefits.get(benefitId) ?? []),
    fields: fields.get(row.id) ?? [],
    medias: mediasOf.get(row.id) ?? [],
  }));
};

/** Adds the meters of metered prices. */
const fillPrices = async (em: EntityManager, rows: readonly ProductPriceRow[]): Promise<FullPrice[]> => {
  const meters = await findMetersByIds(
    em,
    rows.flatMap(({ meterId }) => meterId ?? []),
  );
  return rows.map((row) => ({ ...row, meter: meters.find(({ id }) => id === row.meterId) ?? null }));
};

/** Products by themselves, archived ones included, in no order. */
export const findProductRowsByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<ProductRow[]> => (ids.length === 0 ? [] : em.findBy(ProductEntity, { id: In([...new Set(ids)]) }));

/** Products by id, archived ones included, in the order of the ids; unknown ids are left out. */
export const findProductsByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<FullProduct[]> => {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const rows = new Map((await em.findBy(ProductEntity, { id: In(wanted) })).map((row) => [row.id, row]));
  return fillProducts(
    em,
    wanted.flatMap((id) => rows.get(id) ?? []),
  );
};

/** A product with all that belongs to it, archived or not; or null. */
export const findProduct = async (em: EntityManager, { id }: { id: string }): Promise<FullProduct | null> =>
  (await findProductsByIds(em, [id]))[0] ?? null;

/** A product's own row, archived or not; or null. */
export const findProductRow = (em: EntityManager, { id }: { id: string }): Promise<ProductRow | null> =>
  em.findOneBy(ProductEntity, { id });

/** A product as it is once nobody else is changing it. */
export const lockProduct = async (em: EntityManager, id: string): Promise<FullProduct> => {
  await em.query('SELECT 1 FROM products WHERE id = $1 FOR UPDATE', [id]);
  const [product] = await findProductsByIds(em, [id]);
  if (!product) throw kitErrors.ResourceNotFound();
  return product;
};

/** The ids of a product's benefits, whose list cannot change before the transaction has ended. */
export const lockBenefitIds = async (em: EntityManager, productId: string): Promise<string[]> => {
  await em.findOne(ProductEntity, {
    select: { id: true },
    where: { id: productId },
    lock: { mode: 'pessimistic_read' },
  });
  const links = await em.findBy(ProductBenefitEntity, { productId });
  return links.map(({ benefitId }) => benefitId);
};

/** The ids of what organizations sell once, or by subscription; archived products included. */
export const findProductIds = async (
  em: EntityManager,
  organizationIds: readonly string[],
  { isRecurring }: { isRecurring: boolean },
): Promise<string[]> => {
  const rows = await em.find(ProductEntity, {
    select: { id: true },
    where: {
      organizationId: In([...organizationIds]),
      recurringInterval: isRecurring ? Not(IsNull()) : IsNull(),
    },
  });
  return rows.map(({ id }) => id);
};

/** A product that can be bought now, or null: unknown or archived. */
export const findSellableProduct = async (em: EntityManager, id: string): Promise<FullProduct | null> => {
  const [product] = await findProductsByIds(em, [id]);
  return product && !product.isArchived ? product : null;
};

/** Prices by id, archived ones included: what was once agreed stays readable. In no order. */
export const findPricesByIds = async (em: EntityManager, ids: readonly string[]): Promise<FullPrice[]> =>
  ids.length === 0 ? [] : fillPrices(em, await em.findBy(ProductPriceEntity, { id: In([...new Set(ids)]) }));
