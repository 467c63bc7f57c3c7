/** Adding up events themselves, in one statement: for what no hourly sums are kept of. */
import { type Queryable, sql } from '@tessera/kit/sql';
import { type Bind, createStatement } from '../../lists/list.ts';
import { funcOf } from '../filter.ts';
import type { Sums, SumsQuery } from '../store/store.ts';
import { valueOf } from './conditions.ts';
import { conditionsOf, isCounted, pending } from './read.ts';

type SumsRow = { bucket: Date; count: string; sum: string | null; min: string | null; max: string | null };

/** What periods of a range begin with. */
export const bucketOf = (
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

/** `of` what is not counted yet only, or of all events. */
export const sumEvents = async (
  on: Queryable,
  query: SumsQuery,
  of: 'all' | 'pending' = 'all',
): Promise<Sums[]> => {
  if (query.organizations.length === 0) return [];
  const { aggregation, from, through, organizations } = query;
  const { values, bind } = createStatement();
  const bucket = bucketOf(bind, 'e."timestamp"', query);
  const func = funcOf(aggregation);
  const value = valueOf(bind, aggregation);
  const { aggregation: _a, from: _f, through: _t, interval: _i, timezone: _z, ...filter } = query;
  const where = conditionsOf(filter).map((condition) => ` AND ${condition(bind)}`);
  const events =
    of === 'all'
      ? `usage_events e WHERE e.organization_id = ANY(${bind(organizations)}::uuid[])`
      : `${pending} WHERE b.organization_id = ANY(${bind(organizations)}::uuid[])`;
  const figures =
    func === 'unique'
      ? 'count(DISTINCT value) AS count, NULL AS sum, NULL AS min, NULL AS max'
      : `${func === 'count' ? 'count(*)' : 'count(value)'} AS count, sum(value)::text AS sum,
         min(value)::text AS min, max(value)::text AS max`;
  return readSums(
    await sql<SumsRow>(
      on,
      `SELECT bucket, ${figures} FROM (
         SELECT ${bucket} AS bucket, ${value} AS value FROM ${events}
           AND e."timestamp" >= ${bind(from)}::timestamptz AND e."timestamp" <= ${bind(through)}::timestamptz AND ${isCounted}${where.join('')}
       ) AS found GROUP BY bucket`,
      values,
    ),
  );
};
