/** Adding up hourly sums instead of events. */
import { type Queryable, sql } from '@tessera/kit/sql';
import { createStatement } from '../../lists/list.ts';
import { everybody } from '../counting/write.ts';
import { bucketOf, readSums } from '../postgres/sums.ts';
import type { Sums, SumsQuery } from '../store/store.ts';

/** Whole hours: from `from` on, before `until`. No customers: of everybody. */
type Hours = Pick<SumsQuery, 'interval' | 'timezone' | 'customers'> & {
  meterId: string;
  from: Date;
  until: Date;
};

export const sumRollups = async (
  on: Queryable,
  { meterId, customers, from, until, ...periods }: Hours,
): Promise<Sums[]> => {
  const { values, bind } = createStatement();
  const bucket = bucketOf(bind, 'r.hour', periods);
  const rows = await sql<Parameters<typeof readSums>[0][number]>(
    on,
    `SELECT ${bucket} AS bucket, sum(count)::text AS count, sum(sum)::text AS sum, min(min)::text AS min,
       max(max)::text AS max
     FROM usage_rollups r WHERE meter_id = ${bind(meterId)} AND customer_id = ANY(${bind(customers ?? [everybody])}::uuid[])
       AND hour >= ${bind(from)}::timestamptz AND hour < ${bind(until)}::timestamptz GROUP BY 1`,
    values,
  );
  return readSums(rows);
};
