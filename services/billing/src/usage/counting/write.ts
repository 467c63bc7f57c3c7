/** Adds counted events to hourly sums and to customers' meters. Steps of the transaction that counts them. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { addUp, type MeterFigures } from '../figures/figures.ts';
import { givenFigures, numbersOf, valuesOf } from '../figures/given.ts';
import { columnsOf, keyOf, type Pair } from '../figures/pairs.ts';
import type { KnownTuple, Tuple } from '../figures/tuples.ts';

/** The customer id of rows that sum up all customers. */
export const everybody = '00000000-0000-0000-0000-000000000000';

/** Order of figures in `usage_rollups.quarters`: counts of the four quarter hours, then sums, minima and maxima. */
const quarters = ['coalesce(sum(count), 0)', 'coalesce(sum(sum), 0)', 'min(min)', 'max(max)'].flatMap(
  (figure) =>
    [1, 2, 3, 4].map((quarter) => figure.replace(/\w+\(\w+\)/, `$& FILTER (WHERE quarter = ${quarter})`)),
);
const sums = 'sum(count) AS count, sum(sum) AS sum, min(min) AS min, max(max) AS max';

/** Adds to the hourly sums. Distinct values have none, since those of two hours cannot be added. */
export const addToRollups = async (
  em: EntityManager,
  tuples: readonly Tuple[],
  { isNewToAll }: { isNewToAll: boolean },
): Promise<void> => {
  const additive = tuples.filter(({ func }) => func !== 'unique');
  if (additive.length === 0) return;
  const figures = addUp(
    additive,
    (tuple) => `${tuple.meterId} ${tuple.customerId} ${hourOf(tuple)} ${quarterOf(tuple)}`,
  );
  await em.query(
    `WITH given AS MATERIALIZED (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::bigint[], $6::numeric[], $7::numeric[], $8::numeric[])
         AS given (meter_id, customer_id, hour, quarter, count, sum, min, max)
     )
     INSERT INTO usage_rollups AS present (meter_id, customer_id, hour, count, sum, min, max, quarters)
     SELECT meter_id, customer_id, hour, ${sums}, NULL::numeric[] FROM given WHERE customer_id IS NOT NULL GROUP BY 1, 2, 3
     UNION ALL
     SELECT meter_id, $10::uuid, hour, ${sums}, ARRAY[${quarters.join(', ')}]
     FROM (SELECT meter_id, hour, quarter, ${sums} FROM given WHERE $9 GROUP BY 1, 2, 3) AS quarters GROUP BY 1, 3
     ORDER BY 1, 2, 3
     ON CONFLICT (meter_id, customer_id, hour) DO UPDATE SET count = present.count + excluded.count,
       sum = present.sum + excluded.sum, min = least(present.min, excluded.min), max = greatest(present.max, excluded.max),
       quarters = add_usage_quarters(present.quarters, excluded.quarters)`,
    [
      figures.map(({ first }) => first.meterId),
      figures.map(({ first }) => first.customerId),
      figures.map(({ first }) => new Date(hourOf(first))),
      figures.map(({ first }) => quarterOf(first)),
      ...numbersOf(figures),
      isNewToAll,
      everybody,
    ],
  );
};

const hourMilliseconds = 3_600_000;
export const hourOf = ({ timestamp }: Tuple): number =>
  Math.floor(timestamp.getTime() / hourMilliseconds) * hourMilliseconds;

/** The quarter of its hour: 1 to 4. */
const quarterOf = (tuple: Tuple): number =>
  Math.floor((tuple.timestamp.getTime() - hourOf(tuple)) / (hourMilliseconds / 4)) + 1;

/** Drops tuples of `unique` meters whose value is already known since the last reset, and keeps all others. */
export const dropKnownValues = async (em: EntityManager, tuples: KnownTuple[]): Promise<KnownTuple[]> => {
  const unique = tuples.filter(({ func }) => func === 'unique');
  if (unique.length === 0) return tuples;
  const fresh = await sql<Pair & { value: string }>(
    em,
    `WITH given AS (
       SELECT DISTINCT customer_id, meter_id, value FROM unnest($1::uuid[], $2::uuid[], $3::text[])
         AS given (customer_id, meter_id, value)
     ), added AS (
       INSERT INTO usage_values (customer_id, meter_id, value_hash)
       SELECT customer_id, meter_id, sha256(convert_to(value, 'UTF8')) FROM given ORDER BY 1, 2, 3
       ON CONFLICT DO NOTHING RETURNING customer_id, meter_id, value_hash
     )
     SELECT given.customer_id AS "customerId", given.meter_id AS "meterId", given.value FROM given JOIN added
       ON added.customer_id = given.customer_id AND added.meter_id = given.meter_id
       AND added.value_hash = sha256(convert_to(given.value, 'UTF8'))`,
    [...columnsOf(unique), unique.map(({ value }) => String(value))],
  );
  const first = new Map(unique.map((tuple) => [`${keyOf(tuple)} ${tuple.value}`, tuple]));
  return [
    ...tuples.filter(({ func }) => func !== 'unique'),
    ...fresh.flatMap((row) => first.get(`${keyOf(row)} ${row.value}`) ?? []),
  ];
};

/** Adds to customers' meters, and creates missing ones. */
export const addToCustomerMeters = async (
  em: EntityManager,
  { now, organizationId, figures }: { now: Date; organizationId: string; figures: readonly MeterFigures[] },
): Promise<void> => {
  if (figures.length === 0) return;
  await em.query(
    `WITH ${givenFigures}
     INSERT INTO customer_meters AS present
       (id, created_at, modified_at, organization_id, customer_id, meter_id, func, count, sum, min, max)
     SELECT gen_random_uuid(), $8, $8, $9, customer_id, meter_id, func, count, sum, min, max FROM given
     ORDER BY customer_id, meter_id
     ON CONFLICT (customer_id, meter_id) DO UPDATE SET count = present.count + excluded.count,
       sum = present.sum + excluded.sum, min = least(present.min, excluded.min),
       max = greatest(present.max, excluded.max), modified_at = excluded.modified_at`,
    [...valuesOf(figures), now, organizationId],
  );
};
