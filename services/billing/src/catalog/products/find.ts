/** Loads products with everything that belongs to them, in a fixed number of queries for any number of products. */
import { rowFromJson } from '@tessera/kit/database/data-source';
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRowsByIds } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { kitErrors } from '@tessera/kit/errors';
import type { TaxBehavior } from '@tessera/proto/api/billing/tax';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { BenefitEntity } from '../benefits/entity.ts';
import { findMetersByIds } from '../meters/find.ts';
import { findAttachedFields } from './custom-fields.ts';
import { ProductEntity, ProductPriceEntity, type ProductPriceRow, type ProductRow } from './entity.ts';
import { findMedias } from './medias.ts';
import type { FullPrice, FullProduct } from './view.ts';

/**
 * Product, current prices and benefits, each in order, in one statement, because every sale runs it. The ids go
 * through a subquery: for an array parameter, Postgres estimates ten elements in its generic plan, considers that
 * plan too expensive for one id, and plans every execution again, which costs three times as much as the reading.
 */
const readStatement = `
  SELECT p.id, to_jsonb(p) AS product, (
    SELECT jsonb_agg(to_jsonb(price) || jsonb_build_object('unit_amount', price.unit_amount::text) ORDER BY price.position)
    FROM product_prices price WHERE price.product_id = p.id AND NOT price.is_archived
  ) AS prices, (
    SELECT jsonb_agg(to_jsonb(benefit) ORDER BY link.position)
    FROM product_benefits link JOIN benefits benefit ON benefit.id = link.benefit_id WHERE link.product_id = p.id
  ) AS benefits
  FROM products p WHERE p.id = ANY(ARRAY(SELECT unnest($1::uuid[])))`;

type Json = Record<string, unknown>;
type Read = { id: string; product: Json; prices: Json[] | null; benefits: Json[] | null };

const readProducts = readByIds(
  async (em, ids) => new Map((await sql<Read>(em, readStatement, [ids])).map((read) => [read.id, read])),
);

/** Adds current prices, benefits, custom fields and images to product rows, in the order of the rows. */
export const fillProducts = async (
  em: EntityManager,
  rows: readonly ProductRow[],
): Promise<FullProduct[]> => {
  if (rows.length === 0) return [];
  const read = await readProducts(
    em,
    rows.map(({ id }) => id),
  );
  return fillRead(em, rows, read);
};

/** One query each for meters, custom fields and images, or none without any. */
const fillRead = async (
  em: EntityManager,
  rows: readonly ProductRow[],
  read: ReadonlyMap<string, Read>,
): Promise<FullProduct[]> => {
  const [prices, fields, mediasOf] = await Promise.all([
    fillPrices(
      em,
      [...read.values()]
        .flatMap((one) => one.prices ?? [])
        .map((json) => rowFromJson(ProductPriceEntity, json)),
    ),
    findAttachedFields(em, rows),
    findMedias(em, rows),
  ]);
  const pricesOf = Map.groupBy(prices, (price) => price.productId);
  return rows.map((row) => ({
    ...row,
    prices: pricesOf.get(row.id) ?? [],
    benefits: (read.get(row.id)?.benefits ?? []).map((json) => rowFromJson(BenefitEntity, json)),
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

/** Product rows by id, including archived ones, in no particular order. */
export const findProductRowsByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<ProductRow[]> => findRowsByIds(em, ProductEntity, ids);

/** Products by id, including archived ones, in the order of the ids; unknown ids are skipped. */
export const findProductsByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<FullProduct[]> => {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const read = await readProducts(em, wanted);
  const found = wanted.flatMap((id) => read.get(id) ?? []);
  return fillRead(
    em,
    found.map(({ product }) => rowFromJson(ProductEntity, product)),
    read,
  );
};

/** A product with everything that belongs to it, archived or not, or null. */
export const findProduct = async (em: EntityManager, { id }: { id: string }): Promise<FullProduct | null> =>
  (await findProductsByIds(em, [id]))[0] ?? null;

/** A product with other prices than its current ones, such as those that a subscriber agreed to. */
export const withPrices = async (
  em: EntityManager,
  product: FullProduct,
  priceIds: readonly string[],
): Promise<FullProduct> => {
  const prices = await findPricesByIds(em, priceIds);
  return { ...product, prices: priceIds.flatMap((id) => prices.find((price) => price.id === id) ?? []) };
};

/** A product row, archived or not, or null. */
export const findProductRow = (em: EntityManager, { id }: { id: string }): Promise<ProductRow | null> =>
  em.findOneBy(ProductEntity, { id });

/** A product, locked until the transaction ends. Throws ResourceNotFound. */
export const lockProduct = async (em: EntityManager, id: string): Promise<FullProduct> => {
  await em.query('SELECT 1 FROM products WHERE id = $1 FOR UPDATE', [id]);
  const [product] = await findProductsByIds(em, [id]);
  if (!product) throw kitErrors.ResourceNotFound();
  return product;
};

/** The ids of a product's benefits. */
export const findBenefitIds = async (em: EntityManager, productId: string): Promise<string[]> => {
  const links = await sql<{ id: string }>(
    em,
    'SELECT benefit_id AS id FROM product_benefits WHERE product_id = $1',
    [productId],
  );
  return links.map(({ id }) => id);
};

const readGiving = readByIds(async (em, productIds) => {
  const given = await sql<{ id: string }>(
    em,
    'SELECT DISTINCT product_id AS id FROM product_benefits WHERE product_id = ANY($1::uuid[])',
    [productIds],
  );
  return new Map(given.map(({ id }) => [id, true] as const));
});

/** Whether a product currently grants benefits. */
export const givesBenefits = async (em: EntityManager, productId: string): Promise<boolean> =>
  (await readGiving(em, [productId])).has(productId);

/** As `findBenefitIds`, with the list locked until the transaction ends. */
export const lockBenefitIds = async (em: EntityManager, productId: string): Promise<string[]> => {
  await em.query('SELECT 1 FROM products WHERE id = $1 FOR SHARE', [productId]);
  return findBenefitIds(em, productId);
};

/** The ids of the one-time or of the recurring products of organizations, including archived ones. */
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

/** A product on sale, or null when it is unknown or archived. */
export const findSellableProduct = async (em: EntityManager, id: string): Promise<FullProduct | null> => {
  const [product] = await findProductsByIds(em, [id]);
  return product && !product.isArchived ? product : null;
};

/** Products on sale of an organization, newest first. */
export const findOffered = async (
  em: EntityManager,
  { organizationId, limit }: { organizationId: string; limit: number },
): Promise<FullProduct[]> => {
  const rows = await em.find(ProductEntity, {
    where: { organizationId, isArchived: false },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: limit,
  });
  return fillProducts(em, rows);
};

/** Prices by id, including archived ones, which existing subscriptions may have. In no particular order. */
export const findPricesByIds = async (em: EntityManager, ids: readonly string[]): Promise<FullPrice[]> =>
  fillPrices(em, await findRowsByIds(em, ProductPriceEntity, ids));

const readTaxBehaviors = readByIds(async (em, priceIds) => {
  const rows = await sql<{ id: string; behavior: TaxBehavior }>(
    em,
    `SELECT price.id, p.tax_behavior AS behavior FROM product_prices price JOIN products p ON p.id = price.product_id
     WHERE price.id = ANY($1::uuid[])`,
    [priceIds],
  );
  return new Map(rows.map(({ id, behavior }) => [id, behavior] as const));
});

/** Returns whether prices, also former ones, include their tax, by price id. */
export const findTaxBehaviors = async (
  em: EntityManager,
  priceIds: readonly string[],
): Promise<ReadonlyMap<string, TaxBehavior>> =>
  priceIds.length === 0 ? new Map() : readTaxBehaviors(em, priceIds);
