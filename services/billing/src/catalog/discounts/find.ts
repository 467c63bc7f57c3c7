/** Discount queries for other folders, with products and the number of redemptions. */
import { findRowsByIds } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, IsNull } from 'typeorm';
import { countListed, redemptionsOf } from '../../lists/counts.ts';
import { DiscountEntity, type DiscountRow } from './entity.ts';

/** `productIds` in the seller's order; empty means all products. */
export type FullDiscount = DiscountRow & { productIds: string[]; redemptionsCount: number };

/** Adds products and redemption counts in one query. Keeps the order of the rows. */
export const fillDiscounts = async (
  em: EntityManager,
  rows: readonly DiscountRow[],
): Promise<FullDiscount[]> => {
  if (rows.length === 0) return [];
  const found = await sql<{ id: string; products: string[]; redemptions: number }>(
    em,
    `SELECT one.id, redemptions.count::int AS redemptions,
       ARRAY(SELECT product_id FROM discount_products WHERE discount_id = one.id ORDER BY position) AS products
     FROM unnest($1::uuid[], $2::uuid[]) AS one (id, organization_id) ${redemptionsOf('one')}`,
    [rows.map(({ id }) => id), rows.map(({ organizationId }) => organizationId)],
  );
  return rows.map((row) => {
    const more = found.find(({ id }) => id === row.id);
    return { ...row, productIds: more?.products ?? [], redemptionsCount: more?.redemptions ?? 0 };
  });
};

/** The number of redemptions; exact within the transaction. */
export const countRedemptions = (
  em: EntityManager,
  { id, organizationId }: Pick<DiscountRow, 'id' | 'organizationId'>,
): Promise<number> =>
  countListed(em, 'discount_redemptions', {
    organizations: [organizationId],
    products: [id],
    facets: undefined,
  });

/** Discounts by id, including deleted ones, in no particular order. */
export const findDiscountsByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<FullDiscount[]> => fillDiscounts(em, await findRowsByIds(em, DiscountEntity, ids));

/** A discount row that is not deleted, or null. */
export const findDiscountRow = (em: EntityManager, { id }: { id: string }): Promise<DiscountRow | null> =>
  em.findOneBy(DiscountEntity, { id, deletedAt: IsNull() });

/** A discount found by id or code. `code`: the single-use code that was entered, otherwise null. */
export type NamedDiscount = { discount: FullDiscount; code: string | null };

/** A discount by id that is not deleted, or null. */
export const findDiscount = async (
  em: EntityManager,
  key: { organizationId: string; id: string },
): Promise<FullDiscount | null> => {
  const row = await em.findOneBy(DiscountEntity, { ...key, deletedAt: IsNull() });
  return row && ((await fillDiscounts(em, [row]))[0] ?? null);
};

/** A discount by code, case-insensitive. Null when there is none or a single-use code is already redeemed. */
export const findDiscountByCode = async (
  em: EntityManager,
  { organizationId, code }: { organizationId: string; code: string },
): Promise<NamedDiscount | null> => {
  const [found] = await sql<{ id: string; code: string | null }>(
    em,
    `SELECT id, NULL AS code FROM discounts
     WHERE organization_id = $1 AND lower(code) = lower($2) AND deleted_at IS NULL
     UNION ALL
     SELECT one.discount_id, one.code FROM discount_codes one
     JOIN discounts ON discounts.id = one.discount_id AND discounts.deleted_at IS NULL
     WHERE one.organization_id = $1 AND lower(one.code) = lower($2)
       AND NOT EXISTS (SELECT 1 FROM discount_redemptions used WHERE used.code_id = one.id)
     LIMIT 1`,
    [organizationId, code],
  );
  const discount = found && (await findDiscount(em, { organizationId, id: found.id }));
  return discount ? { discount, code: found.code } : null;
};

/** Whether a customer has ever redeemed a discount. */
export const hasRedeemed = async (
  em: EntityManager,
  { discountId, customerId }: { discountId: string; customerId: string },
): Promise<boolean> => {
  const rows = await sql(
    em,
    'SELECT 1 FROM discount_redemptions WHERE discount_id = $1 AND customer_id = $2 LIMIT 1',
    [discountId, customerId],
  );
  return rows.length > 0;
};
