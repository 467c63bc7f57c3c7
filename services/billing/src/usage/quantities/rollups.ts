/**
 * Adds up counted sums of days, hours and quarter hours, plus events that none of these cover and events that are not
 * counted yet. A single statement, for a consistent snapshot.
 */
import { type Queryable, sql } from '@tessera/kit/database/sql';
import { type Bind, type Condition, createStatement } from '../../lists/list.ts';
import { everybody } from '../counting/write.ts';
import { readSums, type SumsRow, sumsOf } from '../postgres/sums.ts';
import type { Sums, SumsQuery } from '../store/store.ts';
import type { Period } from './periods.ts';
import { type Pieces, piecesOf, type Span } from './pieces.ts';

/**
 * `periods`: those of the range. `own`: customers who have the requested external ids. `isAllCounted`: nothing was
 * waiting to be counted a moment ago, so that uncounted events need not be read.
 */
export type Counted = {
  meterId: string;
  query: SumsQuery;
  periods: readonly Period[];
  own: readonly string[] | null;
  isAllCounted: boolean;
};

/** Like `sumEvents`, for a meter whose backfill is complete. Not for distinct values, which cannot be added up. */
export const sumCounted = async (on: Queryable, counted: Counted): Promise<Sums[]> => {
  const { query, periods, own } = counted;
  const begins = periods.map((period) => period.begins.getTime());
  const hasOnlyHours = (own ?? query.customers) !== undefined;
  const unknown: number[] = [];
  for (;;) {
    const pieces = piecesOf({ ...query, hasOnlyHours, unknown }, begins);
    const { values, bind } = createStatement();
    const rows = await sql<SumsRow | Unknown>(on, statementOf(bind, counted, pieces), values);
    const known = rows.filter((row): row is SumsRow => row.count !== null);
    if (known.length === rows.length) return readSums(known);
    // Hours from before quarters were stored, or in which an event was voided.
    for (const row of rows) if (row.count === null) unknown.push(row.bucket.getTime());
  }
};

/** An hour without quarter sums. */
type Unknown = { bucket: Date; count: null };

const statementOf = (bind: Bind, counted: Counted, pieces: Pieces): string => {
  const { query, periods, own, isAllCounted } = counted;
  const { days, hours, split, whole, events } = pieces;
  const customers = own ?? query.customers;
  const others = { ...query, externalCustomers: undefined };
  const isLeft: Condition = () => `NOT ${isWithin(bind, events)}`;
  // Unused parameters have no type, which Postgres refuses.
  const isSummed = days.length + hours.length + split.length > 0;
  const meter = isSummed ? `meter_id = ${bind(counted.meterId)}` : '';
  const isOfHours = hours.length + split.length > 0;
  const lanes = isOfHours ? `${meter} AND customer_id = ANY(${bind(customers ?? [everybody])}::uuid[])` : '';
  const bucket = isSummed ? bucketAt(bind, periods) : () => '';
  const parts = [
    ...sumsOfUnits(bind, { whose: meter, bucket, table: 'usage_days', unit: 'day', spans: days }),
    ...sumsOfUnits(bind, { whose: lanes, bucket, table: 'usage_rollups', unit: 'hour', spans: hours }),
    ...(split.length > 0 ? [sumsOfQuarters(bind, bucket, whole)] : []),
    ...sumsOfEvents(bind, query, events),
    ...(isAllCounted
      ? []
      : [sumsOf(bind, { ...others, customers }, { of: 'pending', conditions: [isLeft] })]),
    ...(own ? [sumsOf(bind, others, { conditions: [isLeft, isCalled(query, own)] })] : []),
  ];
  const sums = `SELECT bucket, sum(count)::text AS count, sum(sum)::text AS sum, min(min)::text AS min, max(max)::text AS max
    FROM (${parts.join(' UNION ALL ')}) AS parts (bucket, count, sum, min, max) GROUP BY bucket`;
  if (split.length === 0) return sums;
  return `WITH split AS MATERIALIZED (SELECT hour, quarters FROM usage_rollups
       WHERE ${lanes} AND hour = ANY(${bind(split.map((time) => new Date(time)))}::timestamptz[]))
     ${sums} UNION ALL SELECT DISTINCT hour, NULL, NULL, NULL, NULL FROM split WHERE quarters IS NULL`;
};

/** SQL: the period of a moment. `width_bucket` over all beginnings is cheaper than `date_trunc`. */
const bucketAt = (bind: Bind, periods: readonly Period[]): ((time: string) => string) => {
  const names = bind(periods.map(({ period }) => period));
  const begins = bind(periods.map((period) => period.begins));
  return (time) => `(${names}::timestamptz[])[width_bucket(${time}, ${begins}::timestamptz[])]`;
};

const momentOf = (bind: Bind, time: number): string => `${bind(new Date(time))}::timestamptz`;
const spansOf = (bind: Bind, spans: readonly Span[]): string => {
  const [starts, ends] = [spans.map(({ from }) => new Date(from)), spans.map(({ until }) => new Date(until))];
  return `unnest(${bind(starts)}::timestamptz[], ${bind(ends)}::timestamptz[])`;
};

type Units = {
  whose: string;
  bucket: (time: string) => string;
  table: string;
  unit: string;
  spans: readonly Span[];
};

/** `OFFSET 0` makes spans be looked up one by one. */
const sumsOfUnits = (bind: Bind, { whose, bucket, table, unit, spans }: Units): string[] =>
  spans.length === 0
    ? []
    : [
        `SELECT ${bucket(`unit.${unit}`)} AS bucket, unit.count, unit.sum, unit.min, unit.max
         FROM ${spansOf(bind, spans)} AS span (start, until) CROSS JOIN LATERAL (
           SELECT ${unit}, count, sum, min, max FROM ${table}
           WHERE ${whose} AND ${unit} >= span.start AND ${unit} < span.until OFFSET 0) AS unit`,
      ];

/** Hours that are not entirely within the range, or within one period. */
const sumsOfQuarters = (bind: Bind, bucket: Units['bucket'], whole: Span): string => {
  const start = `split.hour + (quarter - 1) * interval '15 minutes'`;
  const figures = [0, 4, 8, 12].map((place) => `quarters[quarter + ${place}]`).join(', ');
  return `SELECT ${bucket(start)} AS bucket, ${figures} FROM split CROSS JOIN generate_series(1, 4) AS quarter
    WHERE quarters[quarter] > 0 AND ${start} >= ${momentOf(bind, whole.from)} AND ${start} < ${momentOf(bind, whole.until)}`;
};

/** More would make planning too slow. */
const maxSeparate = 4;

/** Events of spans: a few are queried separately, since Postgres then estimates their small size correctly. */
const sumsOfEvents = (bind: Bind, query: SumsQuery, spans: readonly Span[]): string[] =>
  spans.length > maxSeparate
    ? [sumsOf(bind, query, { of: { spans: spansOf(bind, spans) } })]
    : spans.map(({ from, until }) =>
        sumsOf(bind, {
          ...query,
          from: new Date(Math.max(from, query.from.getTime())),
          through: new Date(until - 1),
        }),
      );

/** Whether an event is in one of the spans that are read anyway. */
const isWithin = (bind: Bind, spans: readonly Span[]): string =>
  spans.length === 0
    ? 'false'
    : `EXISTS (SELECT FROM ${spansOf(bind, spans)} AS span (start, until)
        WHERE e."timestamp" >= span.start AND e."timestamp" < span.until)`;

/** Events with an external customer id whose customer has another one now, or does not exist yet. */
const isCalled =
  ({ externalCustomers }: SumsQuery, own: readonly string[]): Condition =>
  (bind) =>
    `e.external_customer_id = ANY(${bind(externalCustomers)}::text[])
     AND (e.customer_id IS NULL OR e.customer_id <> ALL(${bind(own)}::uuid[]))`;
