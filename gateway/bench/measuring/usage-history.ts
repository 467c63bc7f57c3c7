/** Existing events of a seller: inserted by Postgres itself, with the counters that billing would have written. */
import type { Client } from 'pg';

type Shop = { organizationId: string; customers: string[]; meters: string[] };

/** Events are spread evenly over the last 90 days. Every meter counts every event. */
const days = 90;
const chunk = 500_000;

/** Inserts `count` events of a shop, with their sums and the counts of their names. */
export const makeHistory = async (db: Client, shop: Shop, count: number): Promise<void> => {
  const { organizationId, customers, meters } = shop;
  const seconds = (days * 86_400) / count;
  const values = [organizationId, customers, seconds];
  for (let from = 0; from < count; from += chunk)
    await db.query(
      `INSERT INTO usage_events (id, organization_id, "timestamp", ingested_at, source, name, customer_id, metadata)
       SELECT gen_random_uuid(), $1, at, at, 'user', 'api.call', ($2::uuid[])[1 + n % cardinality($2::uuid[])],
         jsonb_build_object('tokens', n % 1000, 'model', 'large', 'path', '/v1/answers')
       FROM generate_series($4::int, $5::int) AS n CROSS JOIN LATERAL (SELECT now() - make_interval(secs => n * $3::float8) AS at) AS moment`,
      [...values, from, Math.min(from + chunk, count) - 1],
    );
  const quarters = ['count(*)', 'coalesce(sum(tokens), 0)', 'min(tokens)', 'max(tokens)'].flatMap((figure) =>
    [1, 2, 3, 4].map((quarter) =>
      figure.replace(/\w+\((\*|tokens)\)/, `$& FILTER (WHERE quarter = ${quarter})`),
    ),
  );
  await db.query(
    `INSERT INTO usage_rollups (meter_id, customer_id, hour, count, sum, min, max, quarters)
     SELECT meter_id, coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), hour,
       count(*), sum(tokens), min(tokens), max(tokens), CASE WHEN grouping(customer_id) = 1 THEN ARRAY[${quarters.join(', ')}] END
     FROM (SELECT customer_id, date_trunc('hour', "timestamp", 'UTC') AS hour, (metadata ->> 'tokens')::numeric AS tokens,
         1 + floor(extract(minute FROM "timestamp") / 15) AS quarter
       FROM usage_events WHERE organization_id = $1) AS events CROSS JOIN unnest($2::uuid[]) AS meter_id
     GROUP BY GROUPING SETS ((1, customer_id, 3), (1, 3))`,
    [organizationId, meters],
  );
  await db.query(
    `INSERT INTO usage_event_names (organization_id, name, source, occurrences, first_seen, last_seen)
     SELECT organization_id, name, source, count(*), min("timestamp"), max("timestamp")
     FROM usage_events WHERE organization_id = $1 GROUP BY 1, 2, 3`,
    [organizationId],
  );
  await db.query(
    'UPDATE usage_backfills SET is_complete = true, boundary = coalesce(boundary, 0) WHERE meter_id = ANY($1::uuid[])',
    [meters],
  );
};
