/**
 * Changes of subscriptions within the period in which they began. Counting them from rows grows with sales, so
 * monthly sums are read (migration 155). Where periods do not begin with a month in UTC, rows between a period's
 * start and the nearest start of a month are added, and subtracted from the month that holds them. For periods of at
 * most a week only subscriptions that ended this soon matter, whose rows have an index.
 */
import type { Bind } from '../lists/list.ts';
import { type Counting, whereOf } from './counting.ts';

const countOf = `CASE WHEN r.kind = 'ended' THEN r.count ELSE 0 END`;
const sumOf = `CASE WHEN r.kind = 'ended' THEN -r.sum ELSE r.sum END`;

/**
 * SQL: `late`: the number of subscriptions that ended (`count`) and the change of monthly revenue of all (`sum`), by
 * period; `n` 0: of the range as a whole.
 */
export const lateOf = (bind: Bind, counting: Counting): string => {
  if (counting.customerId) return ofCustomers(bind, counting);
  const isLong = counting.interval === 'month' || counting.interval === 'year';
  const ofPeriods = isLong
    ? 'SELECT n, sum(count) AS count, sum(sum) AS sum FROM moved WHERE n = started AND n BETWEEN 1 AND ends - 1 GROUP BY 1'
    : shortOf(bind, counting);
  return `${movedOf(bind, counting, isLong ? 'bounds.at' : 'ARRAY[bounds.first, bounds.last]')}, late AS (
      ${ofPeriods}
      UNION ALL SELECT 0, sum(count), sum(sum) FROM moved WHERE started BETWEEN 1 AND ends - 1 AND n < ends
    )`;
};

/**
 * SQL: `moved`: changes by the positions of their own time (`n`) and of their subscription's start (`started`)
 * between the `marks`: 0 before the first, `ends` after the last.
 */
const movedOf = (bind: Bind, counting: Counting, marks: string): string => {
  const where = whereOf(bind, counting).join(' AND ');
  const ofAll = counting.productId ? '' : ' AND r.product_id IS NULL';
  const byMonth = (table: string, only = '') =>
    `SELECT width_bucket(r.at, marks.months) AS n, width_bucket(r.started, marks.months) AS started, marks.ends, r.count, r.sum
      FROM marks JOIN ${table} r ON ${where}${only} AND r.started >= marks.months[1] AND r.at < marks.months[marks.ends]`;
  // One index lookup per strip (OFFSET 0): otherwise all rows might be read and compared with all strips.
  const rows = (column: string) =>
    `SELECT near.* FROM strips CROSS JOIN LATERAL (
        SELECT r.started_at, r.at, ${countOf} AS count, ${sumOf} AS sum FROM subscription_movements r
        WHERE ${where} AND r.kind <> 'started' AND r.${column} >= strips.since AND r.${column} < strips.until OFFSET 0
      ) AS near`;
  return `marks AS MATERIALIZED (
      SELECT given.at, array_length(given.at, 1) AS ends, ARRAY(
        SELECT date_trunc('month', mark + interval '360 hours', 'UTC') FROM unnest(given.at) AS mark ORDER BY mark
      ) AS months
      FROM (SELECT ${marks} AS at FROM bounds) AS given
    ), strips AS MATERIALIZED (
      SELECT lower(strip) AS since, upper(strip) AS until FROM (
        SELECT unnest(range_agg(tstzrange(least(mark, month), greatest(mark, month)))) AS strip
        FROM marks, unnest(marks.at, marks.months) AS near (mark, month) WHERE mark <> month
      ) AS merged
    ), beside AS (
      ${rows('started_at')}
      UNION ALL SELECT beside.* FROM marks, (${rows('at')}) AS beside
      WHERE width_bucket(beside.started_at, marks.at) = width_bucket(beside.started_at, marks.months)
    ), moved AS MATERIALIZED (
      ${byMonth('movement_sums', ofAll)}
      UNION ALL ${byMonth('movement_deltas')}
      UNION ALL SELECT turn.n, turn.started, marks.ends, turn.sign * r.count, turn.sign * r.sum
      FROM beside r CROSS JOIN marks CROSS JOIN LATERAL (VALUES
        (1, width_bucket(r.at, marks.at), width_bucket(r.started_at, marks.at)),
        (-1, width_bucket(r.at, marks.months), width_bucket(r.started_at, marks.months))
      ) AS turn (sign, n, started)
    )`;
};

const shortOf = (bind: Bind, counting: Counting): string =>
  `SELECT width_bucket(r.at, bounds.at) AS n, sum(${countOf}) AS count, sum(${sumOf}) AS sum
      FROM bounds JOIN subscription_movements r ON ${whereOf(bind, counting).join(' AND ')} AND r.kind <> 'started'
        AND r.at - r.started_at < interval '192 hours' AND r.started_at >= bounds.first AND r.started_at < bounds.last
        AND r.at < bounds.last
      WHERE width_bucket(r.at, bounds.at) = width_bucket(r.started_at, bounds.at) GROUP BY 1`;

/** `lateOf` for some customers, from their rows. */
const ofCustomers = (bind: Bind, counting: Counting): string => {
  const where = [
    ...whereOf(bind, counting),
    `r.customer_id = ANY(${bind(counting.customerId)}::uuid[])`,
  ].join(' AND ');
  return `moved AS MATERIALIZED (
      SELECT width_bucket(r.at, bounds.at) AS n, width_bucket(r.started_at, bounds.at) AS started,
        ${countOf} AS count, ${sumOf} AS sum
      FROM bounds JOIN subscription_movements r ON ${where} AND r.kind <> 'started'
        AND r.started_at >= bounds.first AND r.started_at < bounds.last AND r.at < bounds.last
    ), late AS (
      SELECT n, sum(count) AS count, sum(sum) AS sum FROM moved WHERE n = started GROUP BY 1
      UNION ALL SELECT 0, sum(count), sum(sum) FROM moved
    )`;
};
