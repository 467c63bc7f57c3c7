/**
 * Computes figures by period in one statement, from precomputed sums (see sums.ts), or for some customers from their
 * rows. Periods begin on the hour, day, Monday, month or year of the reader's time zone; the first and the last are
 * limited to the range. At clock changes, a skipped hour is no period, and a repeated hour is one.
 */
import { sql } from '@tessera/kit/database/sql';
import type { TopProducts } from '@tessera/proto/api/billing/metrics';
import type { DataSource } from 'typeorm';
import { type Bind, createStatement } from '../lists/list.ts';
import { type Counting, whereOf } from './counting.ts';
import { lateOf } from './late.ts';
import { type Counted, kinds, type Late, type Tallied, type Tallies } from './rules.ts';
import { columnsOf, spreadKinds, sumColumns } from './sums.ts';

/**
 * SQL: `periods` with the start `begins` of each, numbered from 1, and `bounds.at`: the starts of the range and its
 * periods, and the range's end. A repeated hour begins with its first occurrence.
 */
const periodsOf = (bind: Bind, { timezone, interval, startDate, endDate }: Counting): string => {
  const zone = `${bind(timezone)}::text`;
  const unit = `${bind(interval)}::text`;
  const start = `${bind(startDate)}::timestamp`;
  const end = `(${bind(endDate)}::timestamp + interval '1 day')`;
  const instant = (local: string) => `(${local} AT TIME ZONE ${zone})`;
  const earlier = (local: string, by: string) =>
    `CASE WHEN (${instant(local)} - interval '${by}') AT TIME ZONE ${zone} = ${local}
       THEN ${instant(local)} - interval '${by}' END`;
  const begins = (local: string) =>
    `least(${instant(local)}, ${earlier(local, '1 hour')}, ${earlier(local, '30 minutes')})`;
  return `periods AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY local)::int AS n, ${begins('local')} AS begins
      FROM generate_series(date_trunc(${unit}, ${start}), ${end} - interval '1 microsecond', ('1 ' || ${unit})::interval)
        AS local
      WHERE ${unit} <> 'hour' OR ${instant('local')} AT TIME ZONE ${zone} = local
    ), bounds AS MATERIALIZED (
      SELECT array_agg(greatest(begins, ${begins(start)}) ORDER BY n) || ${begins(end)} AS at, ${begins(start)} AS first,
        ${begins(end)} AS last
      FROM periods
    )`;
};

const isOf = (unit: string, last: string): string => `extract(epoch FROM ${last})::bigint % ${unit} = 0`;

/** Whether to read the sums of all products together, or those of each product, in the range only. */
type Rows = 'r.product_id IS NULL' | 'r.product_id IS NOT NULL AND r.at >= (SELECT first FROM since)';

/**
 * SQL: sums up to the end of the range, each within one period; mostly of whole days (UTC). A day that contains a
 * period's start counts at its `anchor`, its start or end; the part on the other side is read from sums of hours or
 * quarter hours, added where it belongs and subtracted at the anchor. Hourly periods do not use days.
 */
const keptSums = (bind: Bind, counting: Counting, rows: Rows): string => {
  const where = [...whereOf(bind, counting), ...(counting.productId ? [] : [rows])].join(' AND ');
  const noted = whereOf(bind, counting).join(' AND ');
  const columns = sumColumns.map((column) => `r.${column}`).join(', ');
  const signed = sumColumns.map((column) => `turn.sign * r.${column}`).join(', ');
  const isHourly = counting.interval === 'hour';
  const turns = isHourly ? '(1, r.at)' : '(1, r.at), (-1, edges.anchor)';
  return `fine AS MATERIALIZED (
      SELECT CASE WHEN bool_and(${isOf('3600', 'bound')}) THEN 'hour' ELSE 'quarter' END AS unit
      FROM bounds, unnest(bounds.at) AS bound
    ), since AS MATERIALIZED (
      SELECT date_bin('1 day', first, '2000-01-01 00:00:00+00') AS first FROM bounds
    ), ${edgesOf(isHourly)}, facts AS (
      SELECT r.product_id, coalesce(edges.anchor, r.at) AS at, ${columns} FROM metric_sums r LEFT JOIN edges ON edges.day = r.at
      WHERE ${where} AND r.unit = 'day' AND r.at < (SELECT last FROM bounds)
        AND coalesce(edges.anchor, r.at) < (SELECT last FROM bounds)${isHourly ? ' AND edges.day IS NULL' : ''}
      UNION ALL SELECT r.product_id, turn.at, ${signed} FROM edges JOIN metric_sums r
        ON ${where} AND r.unit = (SELECT unit FROM fine) AND r.at >= edges.since AND r.at < edges.until
        CROSS JOIN LATERAL (VALUES ${turns}) AS turn (sign, at)
      WHERE turn.at < (SELECT last FROM bounds)
      UNION ALL SELECT r.product_id, r.at, ${spreadKinds((value, kind) => `CASE WHEN r.kind = ${kind} THEN r.${value} ELSE 0 END`)}
        FROM metric_deltas r WHERE ${noted} AND r.at < (SELECT last FROM bounds)
    )`;
};

/**
 * SQL: days that contain a period's start, and the shorter part of each, which is read by hours; all of it for hourly
 * periods.
 */
const edgesOf = (isHourly: boolean): string => {
  const isLate = `day + interval '24 hours' - min(bound) < max(bound) - day`;
  const [since, until] = isHourly
    ? ['day', `day + interval '24 hours'`]
    : [
        `CASE WHEN ${isLate} THEN min(bound) ELSE day END`,
        `CASE WHEN ${isLate} THEN day + interval '24 hours' ELSE max(bound) END`,
      ];
  return `edges AS MATERIALIZED (
      SELECT day, ${since} AS since, ${until} AS until,
        CASE WHEN ${isLate} THEN day ELSE day + interval '23 hours 45 minutes' END AS anchor
      FROM bounds, unnest(bounds.at) AS bound,
        LATERAL date_bin('1 day', bound, '2000-01-01 00:00:00+00') AS day
      WHERE NOT ${isOf('86400', 'bound')} GROUP BY day
    )`;
};

const isSold = `r.status IN ('paid', 'refunded', 'partially_refunded')`;

/** `keptSums` for some customers, from their rows. */
const customersSums = (bind: Bind, counting: Counting): string => {
  const where = [
    ...whereOf(bind, counting),
    `r.customer_id = ANY(${bind(counting.customerId)}::uuid[])`,
  ].join(' AND ');
  return `own AS (
      SELECT r.product_id, r.created_at AS at, r.billing_reason AS kind, 1::bigint AS count,
        (r.net_amount - r.refunded_amount)::bigint AS sum FROM orders r WHERE ${where} AND ${isSold}
      UNION ALL SELECT r.product_id, r.created_at, CASE WHEN r.is_recurring THEN 'recurring_checkout' ELSE 'once_checkout' END,
        1, (r.status = 'succeeded')::int FROM checkouts r WHERE ${where}
      UNION ALL SELECT r.product_id, r.at, r.kind, r.count, r.sum FROM subscription_movements r WHERE ${where}
    ), facts AS (
      SELECT r.product_id, r.at, ${spreadKinds((value, kind) => `CASE WHEN r.kind = ${kind} THEN r.${value} ELSE 0 END`)}
      FROM own r WHERE r.at < (SELECT last FROM bounds)
    )`;
};

const factsOf = (bind: Bind, counting: Counting, rows: Rows): string =>
  counting.customerId ? customersSums(bind, counting) : keptSums(bind, counting, rows);

type Row = { n: number; timestamp: Date | null } & Record<string, string | null>;

/** Returns the figures of every period of a range, oldest first, including empty ones. */
export const countByPeriod = async (db: DataSource, counting: Counting): Promise<Counted> => {
  const { values, bind } = createStatement();
  const rows = await sql<Row>(
    db,
    `WITH ${periodsOf(bind, counting)}, ${factsOf(bind, counting, 'r.product_id IS NULL')}, ${lateOf(bind, counting)},
     summed AS (
       SELECT width_bucket(facts.at, bounds.at) AS n, ${sumColumns.map((column) => `sum(${column}) AS ${column}`).join(', ')}
       FROM facts, bounds GROUP BY 1
     )
     SELECT numbers.n, periods.begins AS "timestamp", ${sumColumns.map((column) => `summed.${column}`).join(', ')},
       late.count AS late_count, late.sum AS late_sum
     FROM (SELECT 0 AS n UNION ALL SELECT n FROM periods) AS numbers
       LEFT JOIN periods USING (n) LEFT JOIN summed USING (n) LEFT JOIN late USING (n)
     ORDER BY numbers.n`,
    values,
  );
  const [before, ...periods] = rows;
  if (!before) throw new Error('a range without what lies before it');
  return { before: talliesOf(before), late: lateIn(before), periods: periods.map(talliedOf) };
};

const talliedOf = (row: Row): Tallied => {
  if (!row.timestamp) throw new Error(`period ${row.n} has no beginning`);
  return { timestamp: row.timestamp, tallies: talliesOf(row), late: lateIn(row) };
};

// Sums are 64-bit integers, passed as text; ninety trillion dollars in cents still fit into a number.
const talliesOf = (row: Row): Tallies =>
  Object.fromEntries(
    kinds.map((kind) => {
      const [count, sum] = columnsOf(kind);
      return [kind, { count: Number(row[count]), sum: Number(row[sum]) }];
    }),
  ) as Tallies;

const lateIn = (row: Row): Late => ({ count: Number(row['late_count']), sum: Number(row['late_sum']) });

const maxProducts = 5;

/** Returns the products with the highest revenue in a range, best first. */
export const countByProduct = (db: DataSource, counting: Counting): Promise<TopProducts['items']> => {
  const { values, bind } = createStatement();
  const { billingType } = counting;
  const sold = kinds.filter(
    (kind) =>
      (kind === 'purchase' && billingType?.includes('one_time') !== false) ||
      (kind.startsWith('subscription_') && billingType?.includes('recurring') !== false),
  );
  const all = (column: 0 | 1) => sold.map((kind) => columnsOf(kind)[column]).join(' + ');
  const each = 'r.product_id IS NOT NULL AND r.at >= (SELECT first FROM since)';
  return sql(
    db,
    `WITH ${periodsOf(bind, { ...counting, interval: 'year' })}, ${factsOf(bind, counting, each)}
     SELECT best.product_id AS "productId", product.name, best.orders::int AS orders, best.revenue::float8 AS revenue
     FROM (
       SELECT facts.product_id, sum(${all(0)}) AS orders, sum(${all(1)}) AS revenue FROM facts, bounds
       WHERE facts.at >= bounds.first GROUP BY 1 HAVING sum(${all(0)}) > 0 ORDER BY 3 DESC, 1 LIMIT ${bind(maxProducts)}
     ) AS best JOIN products product ON product.id = best.product_id
     ORDER BY best.revenue DESC, best.product_id`,
    values,
  );
};

/** Returns the currencies in which organizations have figures, sorted by name. */
export const findCurrencies = async (db: DataSource, organizations: readonly string[]): Promise<string[]> => {
  // A loose index scan per organization: without the order all of its sums would be read.
  const next = (after: string) => `(SELECT min(first.currency) FROM unnest($1::uuid[]) AS organization (id)
    CROSS JOIN LATERAL (
      SELECT r.currency FROM metric_sums r
      WHERE r.organization_id = organization.id AND r.product_id IS NULL${after}
      ORDER BY r.product_id, r.currency LIMIT 1
    ) AS first)`;
  const rows = await sql<{ currency: string }>(
    db,
    `WITH RECURSIVE kept AS (
       SELECT ${next('')} AS currency
       UNION ALL SELECT ${next(' AND r.currency > kept.currency')} FROM kept WHERE kept.currency IS NOT NULL
     )
     SELECT currency FROM kept WHERE currency IS NOT NULL
     UNION SELECT currency FROM metric_deltas WHERE organization_id = ANY($1::uuid[]) ORDER BY 1`,
    [organizations],
  );
  return rows.map(({ currency }) => currency);
};

/** Returns the currencies with revenue, leaving out those with free sales and checkouts only. */
export const findEarningCurrencies = async (
  db: DataSource,
  organizations: readonly string[],
  currencies: readonly string[],
): Promise<string[]> => {
  const earning = kinds.filter((kind) => !kind.endsWith('_checkout'));
  const isAny = earning.map((kind) => `r.${columnsOf(kind)[1]} <> 0`).join(' OR ');
  const rows = await sql<{ currency: string }>(
    db,
    `SELECT known.currency FROM unnest($2::text[]) WITH ORDINALITY AS known (currency, place)
     WHERE EXISTS (
       SELECT FROM metric_sums r WHERE r.organization_id = ANY($1::uuid[]) AND r.product_id IS NULL
         AND r.currency = known.currency AND r.unit = 'day' AND (${isAny})
     ) OR EXISTS (
       SELECT FROM metric_deltas r WHERE r.organization_id = ANY($1::uuid[]) AND r.currency = known.currency
         AND r.kind = ANY($3) AND r.sum <> 0
     ) ORDER BY known.place`,
    [organizations, currencies, earning],
  );
  return rows.map(({ currency }) => currency);
};
