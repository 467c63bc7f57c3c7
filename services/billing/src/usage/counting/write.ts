/** Adding what events come to: to hourly sums and to customers' meters. Steps of the transaction that counts them. */
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import type { Tuple } from './tuples.ts';

/** Stands for all customers in hourly sums. */
export const everybody = '00000000-0000-0000-0000-000000000000';

/** Adds to the hourly sums. Of different values there are none: those of two hours cannot be added. */
export const addToRollups = async (
  em: EntityManager,
  tuples: readonly Tuple[],
  { isNewToAll }: { isNewToAll: boolean },
): Promise<void> => {
  const additive = tuples.filter(({ func }) => func !== 'unique');
  if (additive.length === 0) return;
  await em.query(
    `INSERT INTO usage_rollups AS present (meter_id, customer_id, hour, count, sum, min, max)
     SELECT given.meter_id, key.customer_id, date_trunc('hour', given."timestamp", 'UTC') AS hour, count(*),
       coalesce(sum(given.value), 0), min(given.value), max(given.value)
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::numeric[])
       AS given (meter_id, customer_id, "timestamp", value)
     CROSS JOIN LATERAL (VALUES (given.customer_id), (CASE WHEN $5 THEN $6::uuid END)) AS key (customer_id)
     WHERE key.customer_id IS NOT NULL
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
     ON CONFLICT (meter_id, customer_id, hour) DO UPDATE SET count = present.count + excluded.count,
       sum = present.sum + excluded.sum, min = least(present.min, excluded.min), max = greatest(present.max, excluded.max)`,
    [
      additive.map(({ meterId }) => meterId),
      additive.map(({ customerId }) => customerId),
      additive.map(({ timestamp }) => timestamp),
      additive.map(({ value }) => value),
      isNewToAll,
      everybody,
    ],
  );
};

/** A meter of a customer. */
export type Pair = { customerId: string; meterId: string };
const columnsOf = (pairs: readonly Pair[]) => [
  pairs.map(({ customerId }) => customerId),
  pairs.map(({ meterId }) => meterId),
];
export const keyOf = ({ customerId, meterId }: { customerId: string | null; meterId: string }): string =>
  `${customerId} ${meterId}`;

/** Holds these meters of customers, and answers the position at which each was reset last. */
export const lockCustomerMeters = async (
  em: EntityManager,
  pairs: readonly Pair[],
): Promise<Map<string, bigint>> => {
  const rows = await sql<Pair & { reset: string | null }>(
    em,
    `SELECT customer_id AS "customerId", meter_id AS "meterId", reset_position AS reset FROM customer_meters
     WHERE (customer_id, meter_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
     ORDER BY customer_id, meter_id FOR UPDATE`,
    columnsOf(pairs),
  );
  return new Map(rows.map((row) => [keyOf(row), BigInt(row.reset ?? 0)]));
};

export type KnownTuple = Tuple & { customerId: string };

/** Of tuples of `unique` meters those whose value is new since the meter was reset; all others. */
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
    [...columnsOf(unique), unique.map(({ value }) => value)],
  );
  const first = new Map(unique.map((tuple) => [`${keyOf(tuple)} ${tuple.value}`, tuple]));
  return [
    ...tuples.filter(({ func }) => func !== 'unique'),
    ...fresh.flatMap((row) => first.get(`${keyOf(row)} ${row.value}`) ?? []),
  ];
};

/** Figures of tuples by customer and meter, for statements: `given (customer_id, meter_id, func, count, sum, min, max)`. */
export const givenFigures = `given AS (
    SELECT customer_id, meter_id, func, count(*) AS count, coalesce(sum(value), 0) AS sum, min(value) AS min,
      max(value) AS max
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[]) AS tuple (customer_id, meter_id, func, value)
    GROUP BY customer_id, meter_id, func
  )`;

/** The values of `givenFigures`; of different values only their number counts. */
export const figuresOf = (tuples: readonly KnownTuple[]): unknown[] => [
  ...columnsOf(tuples),
  tuples.map(({ func }) => func),
  tuples.map(({ func, value }) => (func === 'unique' ? null : value)),
];

/** Adds to customers' meters, and makes those that are not there. */
export const addToCustomerMeters = async (
  em: EntityManager,
  { now, organizationId, tuples }: { now: Date; organizationId: string; tuples: readonly KnownTuple[] },
): Promise<void> => {
  if (tuples.length === 0) return;
  await em.query(
    `WITH ${givenFigures}
     INSERT INTO customer_meters AS present
       (id, created_at, modified_at, organization_id, customer_id, meter_id, func, count, sum, min, max)
     SELECT gen_random_uuid(), $5, $5, $6, customer_id, meter_id, func, count, sum, min, max FROM given
     ORDER BY customer_id, meter_id
     ON CONFLICT (customer_id, meter_id) DO UPDATE SET count = present.count + excluded.count,
       sum = present.sum + excluded.sum, min = least(present.min, excluded.min),
       max = greatest(present.max, excluded.max), modified_at = excluded.modified_at`,
    [...figuresOf(tuples), now, organizationId],
  );
};
