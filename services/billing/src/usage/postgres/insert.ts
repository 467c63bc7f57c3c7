/** Writing events to Postgres: one statement for all of a request. */
import { type Queryable, runPrepared, sql } from '@tessera/kit/sql';
import type { DataSource } from 'typeorm';
import type { EventRow } from '../store/store.ts';

/**
 * Names are taken first: of two requests with the same one, the second waits for the first, and then leaves its event
 * out. They are taken in order, so that no two requests wait for each other. A customer who has the external id now is
 * noted; whoever gets it later is found by counting.
 */
const statement = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::uuid[],
      $8::text[], $9::text[], $10::jsonb[])
    AS given (id, organization_id, "timestamp", ingested_at, source, name, customer_id, external_customer_id, external_id, metadata)
  ), keyed AS (
    INSERT INTO usage_event_keys (organization_id, external_id, event_id)
    SELECT organization_id, external_id, id FROM given WHERE external_id IS NOT NULL
    ORDER BY organization_id, external_id, id
    ON CONFLICT DO NOTHING RETURNING event_id
  ), written AS (
    INSERT INTO usage_events (id, organization_id, "timestamp", ingested_at, source, name, customer_id,
      external_customer_id, external_id, metadata)
    SELECT given.id, given.organization_id, given."timestamp", given.ingested_at, given.source, given.name,
      coalesce(given.customer_id, customer.id), given.external_customer_id, given.external_id, given.metadata
    FROM given LEFT JOIN customers customer ON given.customer_id IS NULL AND given.external_customer_id IS NOT NULL
      AND customer.organization_id = given.organization_id
      AND customer.external_id = given.external_customer_id AND customer.deleted_at IS NULL
    WHERE given.external_id IS NULL OR given.id IN (SELECT event_id FROM keyed)
    RETURNING id, organization_id, "timestamp"
  ), queued AS (
    INSERT INTO usage_batches (organization_id, event_ids, first_at, last_at)
    SELECT organization_id, array_agg(id), min("timestamp"), max("timestamp") FROM written GROUP BY organization_id
  )
  SELECT count(*)::int AS inserted FROM written`;

/** Within a transaction, or in one of its own. */
export const insertEvents = async (on: Queryable, events: readonly EventRow[]): Promise<number> => {
  if (events.length === 0) return 0;
  const [row] = await sql<Inserted>(on, statement, valuesOf(events));
  return row?.inserted ?? 0;
};

/** The same in a transaction of its own, planned once a connection: on the way of every request that brings events. */
export const insertAtOnce = async (db: DataSource, events: readonly EventRow[]): Promise<number> => {
  if (events.length === 0) return 0;
  const [row] = await runPrepared<Inserted>(
    db,
    { name: 'insert-usage-events', text: statement },
    valuesOf(events),
  );
  return row?.inserted ?? 0;
};

type Inserted = { inserted: number };

const valuesOf = (events: readonly EventRow[]): unknown[] => {
  const column = <Key extends keyof EventRow>(key: Key) => events.map((event) => event[key]);
  return [
    column('id'),
    column('organizationId'),
    column('timestamp'),
    column('ingestedAt'),
    column('source'),
    column('name'),
    column('customerId'),
    column('externalCustomerId'),
    column('externalId'),
    events.map(({ metadata }) => JSON.stringify(metadata)),
  ];
};
