/** Writing events to Postgres: one statement for all of a request, or of many requests at once. */
import { type Queryable, runPrepared, sql } from '@tessera/kit/sql';
import type { DataSource } from 'typeorm';
import type { EventRow } from '../store/store.ts';
import { textArray, wordArray } from './arrays.ts';

/**
 * Names are taken first: of two requests with the same one, the second waits for the first, and then leaves its event
 * out. They are taken in order, so that no two requests wait for each other. A customer who has the external id now is
 * noted; whoever gets it later is found by counting. Answers the events that were left out.
 */
const statement = `
  WITH given AS (
    SELECT * FROM ROWS FROM (unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::timestamptz[]), unnest($4::timestamptz[]),
      unnest($5::text[]), unnest($6::text[]), unnest($7::uuid[]), unnest($8::text[]), unnest($9::text[]),
      unnest($10::text[]), jsonb_array_elements($11::jsonb))
    AS given (id, organization_id, "timestamp", ingested_at, source, name, customer_id, external_customer_id, external_id,
      voids, metadata)
  ), keyed AS (
    INSERT INTO usage_event_keys (organization_id, external_id, event_id)
    SELECT organization_id, external_id, id FROM given WHERE external_id IS NOT NULL
    ORDER BY organization_id, external_id, id
    ON CONFLICT DO NOTHING RETURNING event_id
  ), written AS (
    INSERT INTO usage_events (id, organization_id, "timestamp", ingested_at, source, name, customer_id,
      external_customer_id, external_id, voids, metadata)
    SELECT given.id, given.organization_id, given."timestamp", given.ingested_at, given.source, given.name,
      coalesce(given.customer_id, customer.id), given.external_customer_id, given.external_id, given.voids,
      given.metadata
    FROM given LEFT JOIN customers customer ON given.customer_id IS NULL AND given.external_customer_id IS NOT NULL
      AND customer.organization_id = given.organization_id
      AND customer.external_id = given.external_customer_id AND customer.deleted_at IS NULL
    WHERE given.external_id IS NULL OR given.id IN (SELECT event_id FROM keyed)
    RETURNING id, organization_id, "timestamp"
  ), queued AS (
    INSERT INTO usage_batches (organization_id, event_ids, first_at, last_at)
    SELECT organization_id, array_agg(id), min("timestamp"), max("timestamp") FROM written GROUP BY organization_id
  )
  SELECT id FROM given WHERE external_id IS NOT NULL AND id NOT IN (SELECT event_id FROM keyed)`;

type Known = { id: string };

/** Within a transaction, or in one of its own. */
export const insertEvents = async (on: Queryable, events: readonly EventRow[]): Promise<string[]> => {
  if (events.length === 0) return [];
  const rows = await sql<Known>(on, statement, valuesOf(events));
  return rows.map(({ id }) => id);
};

/** The same in a transaction of its own, planned once a connection: on the way of every request that brings events. */
export const insertAtOnce = async (db: DataSource, events: readonly EventRow[]): Promise<string[]> => {
  if (events.length === 0) return [];
  const rows = await runPrepared<Known>(
    db,
    { name: 'insert-usage-events', text: statement },
    valuesOf(events),
  );
  return rows.map(({ id }) => id);
};

const valuesOf = (events: readonly EventRow[]): string[] => [
  wordArray(events, ({ id }) => id),
  wordArray(events, ({ organizationId }) => organizationId),
  wordArray(events, ({ timestamp }) => timestamp.toISOString()),
  wordArray(events, ({ ingestedAt }) => ingestedAt.toISOString()),
  wordArray(events, ({ source }) => source),
  textArray(events, ({ name }) => name),
  wordArray(events, ({ customerId }) => customerId),
  textArray(events, ({ externalCustomerId }) => externalCustomerId),
  textArray(events, ({ externalId }) => externalId),
  textArray(events, ({ voids }) => voids),
  JSON.stringify(events.map(({ metadata }) => metadata)),
];
