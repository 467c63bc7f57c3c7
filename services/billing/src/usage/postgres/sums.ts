/** Adds up events themselves, where there are no hourly sums. */
import { type Queryable, sql } from '@tessera/kit/database/sql';
import { type Bind, type Condition, createStatement } from '../../lists/list.ts';
import { funcOf } from '../filter.ts';
import type { Sums, SumsQuery } from '../store/store.ts';
import { valueOf } from './conditions.ts';
import { conditionsOf, isCounted, pending } from './read.ts';

export type SumsRow = {
  bucket: Date;
  count: string;
  sum: string | null;
  min: string | null;
  max: string | null;
};

/** SQL: the start of the period of a time. */
const bucketOf = (
  bind: Bind,
  time: string,
  { interval, timezone }: Pick<SumsQuery, 'interval' | 'timezone'>,
) =>
  interval === null
    ? `'epoch'::timestamptz`
    : `date_trunc(${bind(interval)}::text, ${time}, ${bind(timezone)}::text)`;

export const readSums = (rows: SumsRow[]): Sums[] =>
  rows.map(({ bucket, count, sum, min, max }) => ({
    bucket,
    count: Number(count),
    sum: sum ?? '0',
    min,
    max,
  }));

/** Adds up events by period. */
export const sumEvents = async (on: Queryable, query: SumsQuery): Promise<Sums[]> => {
  if (query.organizations.length === 0) return [];
  const { values, bind } = createStatement();
  const text = `SELECT bucket, count, sum::text, min::text, max::text FROM (${sumsOf(bind, query)}) AS sums`;
  return readSums(await sql<SumsRow>(on, text, values));
};

type Part = {
  /** All events; only uncounted ones; or those within spans, a table with the columns `start` and `until`. */
  of?: 'all' | 'pending' | { spans: string };
  /** Further conditions on the event `e`. */
  conditions?: readonly Condition[];
};

/** `sumEvents` as a subquery: rows `(bucket, count, sum, min, max)`. */
export const sumsOf = (bind: Bind, query: SumsQuery, { of = 'all', conditions = [] }: Part = {}): string => {
  const { aggregation, from, through, organizations } = query;
  const bucket = bucketOf(bind, 'e."timestamp"', query);
  const func = funcOf(aggregation);
  const value = valueOf(bind, aggregation);
  const { aggregation: _a, from: _f, through: _t, interval: _i, timezone: _z, ...filter } = query;
  const where = [...conditionsOf(filter), ...conditions].map((condition) => ` AND ${condition(bind)}`);
  const events = `${sourceOf(bind, query, of)}.organization_id = ANY(${bind(organizations)}::uuid[])`;
  const figures =
    func === 'unique'
      ? 'count(DISTINCT value) AS count, NULL::numeric AS sum, NULL::numeric AS min, NULL::numeric AS max'
      : `${func === 'count' ? 'count(*)' : 'count(value)'} AS count, sum(value) AS sum, min(value) AS min,
         max(value) AS max`;
  return `SELECT bucket, ${figures} FROM (
      SELECT ${bucket} AS bucket, ${value} AS value FROM ${events}
        AND e."timestamp" >= ${bind(from)}::timestamptz AND e."timestamp" <= ${bind(through)}::timestamptz AND ${isCounted}${where.join('')}
    ) AS found GROUP BY bucket`;
};

/**
 * SQL: the source of events, up to the alias that has the organization. `OFFSET 0` makes spans be looked up one by
 * one.
 */
const sourceOf = (
  bind: Bind,
  { organizations, from, through }: SumsQuery,
  of: Required<Part>['of'],
): string => {
  if (of === 'all') return 'usage_events e WHERE e';
  if (of === 'pending') return `${pending} WHERE b`;
  // Repeats the range, so that partitions outside of it are pruned at planning time.
  return `${of.spans} AS span (start, until) CROSS JOIN LATERAL (
    SELECT organization_id, "timestamp", source, name, customer_id, external_customer_id, voids, voided_by, metadata
    FROM usage_events WHERE organization_id = ANY(${bind(organizations)}::uuid[]) AND "timestamp" >= span.start
      AND "timestamp" < span.until AND "timestamp" >= ${bind(from)}::timestamptz
      AND "timestamp" <= ${bind(through)}::timestamptz OFFSET 0) AS e WHERE e`;
};
