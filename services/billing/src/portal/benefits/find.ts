/** Queries of grants within a customer's session. */
import { sql } from '@tessera/kit/database/sql';
import type { CustomerBenefitGrantListQuery } from '@tessera/proto/api/billing/customer-grant';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { type EntityManager, In } from 'typeorm';
import { GrantEntity, type GrantRow } from '../../entitlements/grants/entity.ts';
import { isGrantWithin } from '../../entitlements/within.ts';
import { createStatement } from '../../lists/list.ts';

/** SQL condition: grants that come from the orders of checkouts. */
const ofCheckouts = (checkoutIds: string): string =>
  `EXISTS (SELECT 1 FROM orders o WHERE o.checkout_id = ANY(${checkoutIds}::uuid[])
    AND (g.order_id = o.id OR g.subscription_id = o.subscription_id))`;

/** Revoked grants and grants of deleted benefits are not visible to customers. */
const held = `FROM benefit_grants g JOIN benefits b ON b.id = g.benefit_id AND b.deleted_at IS NULL
  WHERE g.revoked_at IS NULL`;

const sorts: Record<string, string> = {
  granted_at: 'g.granted_at',
  type: 'b.type',
  organization: 'g.organization_id',
};

const orderOf = (sorting: readonly string[]): string =>
  [
    ...sorting.flatMap((criterion) => {
      const isDescending = criterion.startsWith('-');
      const column = sorts[isDescending ? criterion.slice(1) : criterion];
      return column ? [`${column} ${isDescending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`] : [];
    }),
    `g.id ${sorting[0]?.startsWith('-') ? 'DESC' : 'ASC'}`,
  ].join(', ');

/** Keeps the latest granted one of each benefit. License keys are all kept, since each is different. */
const onePerBenefit = (found: string): string => `${held} AND g.id IN (
  SELECT DISTINCT ON (CASE b.type WHEN 'license_keys' THEN g.id ELSE g.benefit_id END) g.id ${found}
  ORDER BY CASE b.type WHEN 'license_keys' THEN g.id ELSE g.benefit_id END, g.granted_at DESC NULLS LAST, g.id DESC)`;

/** Returns a page of a customer's grants, and their total number. */
export const findOwnGrants = async (
  em: EntityManager,
  caller: CustomerCaller,
  query: CustomerBenefitGrantListQuery,
): Promise<[GrantRow[], number]> => {
  const { values, bind } = createStatement();
  const oneOf = (column: string, wanted: readonly string[] | undefined, type: 'uuid' | 'text') =>
    wanted ? [`${column} = ANY(${bind(wanted)}::${type}[])`] : [];
  const conditions = [
    isGrantWithin(bind, caller.scope),
    ...oneOf('b.type', query.type, 'text'),
    ...oneOf('g.benefit_id', query.benefitId, 'uuid'),
    ...oneOf('g.organization_id', query.organizationId, 'uuid'),
    ...oneOf('g.order_id', query.orderId, 'uuid'),
    ...oneOf('g.subscription_id', query.subscriptionId, 'uuid'),
    ...(query.checkoutId ? [ofCheckouts(bind(query.checkoutId))] : []),
  ];
  const all = `${held} AND ${conditions.join(' AND ')}`;
  const found = query.onePerBenefit ? onePerBenefit(all) : all;
  const [counted] = await sql<{ total: number }>(em, `SELECT count(*)::int AS total ${found}`, [...values]);
  const ids = await sql<{ id: string }>(
    em,
    `SELECT g.id ${found} ORDER BY ${orderOf(query.sorting)}
     LIMIT ${bind(query.limit)} OFFSET ${bind((query.page - 1) * query.limit)}`,
    values,
  );
  const rows = await em.findBy(GrantEntity, { id: In(ids.map(({ id }) => id)) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [ids.flatMap(({ id }) => byId.get(id) ?? []), counted?.total ?? 0];
};

/** Returns one of a customer's grants, or null. */
export const findOwnGrant = async (
  em: EntityManager,
  caller: CustomerCaller,
  id: string,
): Promise<GrantRow | null> => {
  const { values, bind } = createStatement();
  const rows = await sql(
    em,
    `SELECT 1 ${held} AND g.id = ${bind(id)} AND ${isGrantWithin(bind, caller.scope)}`,
    values,
  );
  return rows.length > 0 ? em.findOneBy(GrantEntity, { id }) : null;
};
