/** Rows of price changes, and queries of the subscriptions that they affect. */
import { column } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import type { SubscriptionProrationBehavior } from '@tessera/proto/api/billing/enums';
import type { PriceChangeApplies } from '@tessera/proto/api/billing/price-change';
import { type EntityManager, EntitySchema, In, MoreThanOrEqual } from 'typeorm';
import { billableStatuses } from '../subscriptions/rules.ts';

/** `priceIds` are the product's prices at the time of the request. */
export type PriceChangeRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  productId: string;
  priceIds: string[];
  applies: PriceChangeApplies;
  prorationBehavior: SubscriptionProrationBehavior | null;
  status: 'announcing' | 'announced' | 'withdrawing' | 'withdrawn';
  announcedCount: number;
};

export const PriceChangeEntity = new EntitySchema<PriceChangeRow>({
  name: 'priceChange',
  tableName: 'price_changes',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    productId: column.uuid('product_id'),
    priceIds: column.uuid('price_ids', { array: true }),
    applies: column.text('applies'),
    prorationBehavior: column.text('proration_behavior', { nullable: true }),
    status: column.text('status'),
    announcedCount: column.int('announced_count'),
  },
});

export const findPriceChange = (em: EntityManager, { id }: { id: string }): Promise<PriceChangeRow | null> =>
  em.findOneBy(PriceChangeEntity, { id });

/** Locks a price change and returns it, or null. */
export const lockPriceChange = (em: EntityManager, id: string): Promise<PriceChangeRow | null> =>
  em.findOne(PriceChangeEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

/** Returns the number of running subscriptions that wait for each change; changes without any are left out. */
export const countPending = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await sql<{ id: string; count: number }>(
    em,
    `SELECT pending_update ->> 'priceChangeId' AS id, count(*)::int AS count FROM subscriptions
     WHERE pending_update IS NOT NULL AND pending_update ->> 'priceChangeId' = ANY($1) AND ended_at IS NULL
     GROUP BY 1`,
    [ids],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/**
 * SQL: running subscriptions of a product ($1), including past-due and paused ones, whose prices differ from those of
 * $3 in their currency. Excludes subscriptions that are set to end (see `missed.ts`), and currencies without a price.
 */
const isReached = `product_id = $1 AND NOT cancel_at_period_end AND ended_at IS NULL
  AND (status = ANY($2) OR paused_at IS NOT NULL) AND (
  SELECT NOT (wanted.ids @> price_ids AND wanted.ids <@ price_ids) FROM (
    SELECT array_agg(price.id) AS ids FROM product_prices price
    WHERE price.id = ANY($3) AND price.price_currency = subscriptions.currency) wanted)`;

export const countReached = async (
  em: EntityManager,
  { productId, priceIds }: { productId: string; priceIds: readonly string[] },
): Promise<number> => {
  const [row] = await sql<{ count: number }>(
    em,
    `SELECT count(*)::int AS count FROM subscriptions WHERE ${isReached}`,
    [productId, billableStatuses, priceIds],
  );
  return row?.count ?? 0;
};

/** Returns the next affected subscriptions, by id after `after`, with row locks. */
export const lockReached = async (
  em: EntityManager,
  { productId, priceIds, after, limit }: Pick<PriceChangeRow, 'productId' | 'priceIds'> & Page,
): Promise<string[]> => {
  const rows = await sql<{ id: string }>(
    em,
    `SELECT id FROM subscriptions WHERE id > $4 AND ${isReached} ORDER BY id LIMIT $5 FOR NO KEY UPDATE`,
    [productId, billableStatuses, priceIds, after, limit],
  );
  return rows.map(({ id }) => id);
};

type Page = { after: string; limit: number };

/** Returns the last price change of a product announced since then and not withdrawn, or null. */
export const findLastSince = (
  em: EntityManager,
  { productId, since }: { productId: string; since: Date },
): Promise<PriceChangeRow | null> =>
  em.findOne(PriceChangeEntity, {
    where: { productId, createdAt: MoreThanOrEqual(since), status: In(['announcing', 'announced']) },
    order: { createdAt: 'DESC', id: 'DESC' },
  });

/** Returns the next subscriptions that wait for a change, with row locks. */
export const lockPending = async (
  em: EntityManager,
  { id, after, limit }: { id: string } & Page,
): Promise<string[]> => {
  const rows = await sql<{ id: string }>(
    em,
    `SELECT id FROM subscriptions
     WHERE pending_update IS NOT NULL AND id > $2
       AND $1 IN (pending_update ->> 'priceChangeId', pending_update -> 'announced' ->> 'priceChangeId')
     ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
    [id, after, limit],
  );
  return rows.map((row) => row.id);
};
