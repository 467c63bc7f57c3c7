/**
 * Adding up what was counted: hourly sums, and of events themselves what no whole hour of a period holds and what is not
 * counted yet. One statement, so that all of it is one moment's view of the database.
 */
import { type Queryable, sql } from '@tessera/kit/sql';
import { type Bind, type Condition, createStatement } from '../../lists/list.ts';
import { everybody } from '../counting/write.ts';
import { bucketOf, readSums, type SumsRow, sumsOf } from '../postgres/sums.ts';
import type { Sums, SumsQuery } from '../store/store.ts';
import { splitHours, splitRange } from './rules.ts';

/** `periods`: when those of the range begin. `own`: who has the external ids that are asked for. */
export type Counted = {
  meterId: string;
  query: SumsQuery;
  periods: readonly Date[];
  own: readonly string[] | null;
};

/** As `sumEvents`, of a meter whose past is counted. Different values cannot be added up. */
export const sumCounted = async (on: Queryable, counted: Counted): Promise<Sums[]> => {
  const { values, bind } = createStatement();
  const { query, periods } = counted;
  const { hours, edges } = splitRange(query.from, query.through);
  const split = hours ? splitHours(periods, hours) : [];
  // Where periods are hours themselves that begin in the middle of ours, no hour is whole.
  const isUseless = hours === null || (query.interval === 'hour' && split.length > 0);
  const parts = isUseless
    ? [sumsOf(bind, query)]
    : [
        ...edges.map((edge) => sumsOf(bind, { ...query, ...edge })),
        ...partsOfHours(bind, { ...counted, hours, split }),
      ];
  const rows = await sql<SumsRow>(
    on,
    `SELECT bucket, sum(count)::text AS count, sum(sum)::text AS sum, min(min)::text AS min, max(max)::text AS max
     FROM (${parts.join(' UNION ALL ')}) AS parts GROUP BY bucket`,
    values,
  );
  return readSums(rows);
};

/** `split`: hours that two periods share. */
type Hours = Counted & { hours: { from: Date; until: Date }; split: readonly Date[] };

const partsOfHours = (bind: Bind, { meterId, query, hours, split, own }: Hours): string[] => {
  const customers = own ?? query.customers;
  const isWhole = (hour: string): string =>
    split.length > 0 ? ` AND ${hour} <> ALL(${bind(split)}::timestamptz[])` : '';
  const inWhole: Condition = () => `true${isWhole(`date_trunc('hour', e."timestamp", 'UTC')`)}`;
  const within = { ...query, from: hours.from, through: new Date(hours.until.getTime() - 1) };
  const counted = `SELECT ${bucketOf(bind, 'hour', query)} AS bucket, count, sum, min, max FROM usage_rollups
    WHERE meter_id = ${bind(meterId)} AND customer_id = ANY(${bind(customers ?? [everybody])}::uuid[])
      AND hour >= ${bind(hours.from)}::timestamptz AND hour < ${bind(hours.until)}::timestamptz${isWhole('hour')}`;
  const others = { ...within, externalCustomers: undefined };
  return [
    counted,
    sumsOf(bind, { ...others, customers }, { of: 'pending', conditions: [inWhole] }),
    ...(split.length > 0 ? [sumsOf(bind, query, { of: split })] : []),
    ...(own ? [sumsOf(bind, others, { conditions: [inWhole, isCalled(query, own)] })] : []),
  ];
};

/** Events that named a customer so, who is called otherwise now, or is not there yet. */
const isCalled =
  ({ externalCustomers }: SumsQuery, own: readonly string[]): Condition =>
  (bind) =>
    `e.external_customer_id = ANY(${bind(externalCustomers)}::text[])
     AND (e.customer_id IS NULL OR e.customer_id <> ALL(${bind(own)}::uuid[]))`;
