/**
 * The number of rows of a list without counting them: triggers write the changes of each statement to
 * `list_count_deltas`, in the same transaction, and a loop adds these to `list_counts`. Their sum is exact at any
 * time, and writers do not block each other.
 */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sql, sqlPrepared } from '@tessera/kit/database/sql';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { alphabetical, type Bind, createStatement, type Filter } from './list.ts';

type Counted = Pick<Filter, 'organizations' | 'products' | 'facets'>;

const whereCounted = (bind: Bind, table: string, { organizations, products, facets }: Counted): string =>
  [
    `list = ${bind(table)} AND organization_id = ANY(${bind(organizations)}::uuid[])`,
    ...(products ? [`product_id = ANY(${bind(products)}::uuid[])`] : []),
    ...(facets ? [`facet = ANY(${bind(facets)}::text[])`] : []),
  ].join(' AND ');

/** Counts the rows of a table by organizations, products and facets. */
export const countListed = async (em: EntityManager, table: string, counted: Counted): Promise<number> => {
  const { values, bind } = createStatement();
  const where = whereCounted(bind, table, counted);
  const [row] = await sqlPrepared<{ total: number }>(
    em,
    `SELECT coalesce(sum(rows), 0)::int AS total FROM (
       SELECT rows FROM list_counts WHERE ${where} AND day IS NULL
       UNION ALL SELECT rows FROM list_count_deltas WHERE ${where}) AS counted`,
    values,
  );
  return row?.total ?? 0;
};

/** What rows are counted by. */
export type Group = 'facet' | 'product';

/** Counts the rows of each facet, or of each product, in the order of facets or of the products' names. */
export const countGroups = (
  em: EntityManager,
  table: string,
  { by, isDescending, ...counted }: Counted & { by: Group; isDescending: boolean },
): Promise<{ key: string; rows: number }[]> => {
  const { values, bind } = createStatement();
  const where = whereCounted(bind, table, counted);
  const key = by === 'facet' ? 'facet' : 'product_id';
  const direction = isDescending ? 'DESC' : 'ASC';
  const order = by === 'facet' ? '' : `${alphabetical('named.name')} ${direction}, `;
  return sqlPrepared(
    em,
    `SELECT kept.key, kept.rows FROM (
       SELECT ${key} AS key, sum(rows)::int AS rows FROM (
         SELECT ${key}, rows FROM list_counts WHERE ${where} AND day IS NULL
         UNION ALL SELECT ${key}, rows FROM list_count_deltas WHERE ${where}) AS counted
       GROUP BY 1 HAVING sum(rows) > 0) AS kept
     ${by === 'facet' ? '' : 'JOIN products named ON named.id = kept.key'}
     ORDER BY ${order}kept.key ${direction}`,
    values,
  );
};

/** SQL that joins `redemptions.count` to rows of discounts. Redemptions are counted with the discount as product. */
export const redemptionsOf = (row: string): string => {
  const where = `list = 'discount_redemptions' AND organization_id = ${row}.organization_id AND product_id = ${row}.id`;
  return `CROSS JOIN LATERAL (
    SELECT coalesce(sum(rows), 0) AS count FROM (
      SELECT rows FROM list_counts WHERE ${where} AND day IS NULL
      UNION ALL SELECT rows FROM list_count_deltas WHERE ${where}) AS counted) AS redemptions`;
};

/** A day (UTC, as `2026-01-15`) of a list, the number of rows before it, and the total number of rows. */
export type DayStart = { day: string; skipped: number; total: number };

/** Returns the day of the row at `offset` in order of time, or the last day if there are fewer rows, or null. */
export const findDay = async (
  em: EntityManager,
  table: string,
  { offset, isDescending, ...counted }: Counted & { offset: number; isDescending: boolean },
): Promise<DayStart | null> => {
  const { values, bind } = createStatement();
  const where = whereCounted(bind, table, counted);
  const direction = isDescending ? 'DESC' : 'ASC';
  const at = bind(offset);
  const starts = (unit: string, rows: string): string =>
    `SELECT ${unit}, rows, sum(rows) OVER (ORDER BY ${unit} ${direction}) - rows AS skipped FROM (
       SELECT ${unit}, sum(rows) AS rows FROM (${rows}) AS counted GROUP BY ${unit} HAVING sum(rows) > 0) AS units`;
  const isWithin = `day >= found.month AND day < found.month + interval '1 month'`;
  const [found] = await sqlPrepared<DayStart>(
    em,
    `WITH months AS MATERIALIZED (${starts(
      'month',
      `SELECT month, rows FROM list_month_counts WHERE ${where}
       UNION ALL SELECT date_trunc('month', day)::date, rows FROM list_count_deltas WHERE ${where}`,
    )}), found AS MATERIALIZED (
       SELECT month, skipped FROM months WHERE skipped <= ${at} ORDER BY skipped DESC LIMIT 1)
     SELECT day::text, (found.skipped + days.skipped)::int AS skipped,
       (SELECT sum(rows) FROM months)::int AS total
     FROM found, LATERAL (${starts(
       'day',
       `SELECT day, rows FROM list_counts WHERE ${where} AND ${isWithin}
        UNION ALL SELECT day, rows FROM list_count_deltas WHERE ${where} AND ${isWithin}`,
     )}) AS days WHERE found.skipped + days.skipped <= ${at} ORDER BY days.skipped DESC LIMIT 1`,
    values,
  );
  return found ?? null;
};

/** Lists include unmerged deltas, so that delays only cost reading a few more rows. */
const everyMilliseconds = 5_000;
const batch = 5_000;

/** Merges deltas into the counts. Replicas exclude each other by an advisory lock. True: there may be more. */
export const addUpCounts = (db: DataSource): Promise<boolean> =>
  db.transaction(async (em) => {
    const [lock] = await sql<{
      taken: boolean;
    }>(em, `SELECT pg_try_advisory_xact_lock(hashtext('list-counts')) AS taken`);
    if (!lock?.taken) return false;
    const [row] = await sql<{ count: number }>(
      em,
      `WITH taken AS (
         DELETE FROM list_count_deltas WHERE id = ANY(ARRAY(SELECT id FROM list_count_deltas ORDER BY id LIMIT $1))
         RETURNING list, organization_id, product_id, facet, day, rows
       ), added AS (
         INSERT INTO list_counts AS kept (list, organization_id, product_id, facet, day, rows)
         SELECT list, organization_id, product_id, facet, day, sum(rows) FROM taken
         GROUP BY GROUPING SETS ((list, organization_id, product_id, facet, day),
                                 (list, organization_id, product_id, facet))
         HAVING sum(rows) <> 0
         ON CONFLICT (list, organization_id, day, product_id, facet)
         DO UPDATE SET rows = kept.rows + excluded.rows
       )
       SELECT count(*)::int AS count FROM taken`,
      [batch],
    );
    return row?.count === batch;
  });

export const startCounting = ({ db, log }: Pick<Billing, 'db' | 'log'>): Stoppable =>
  loop({ every: everyMilliseconds, log, name: 'list counts' }, () => addUpCounts(db));
