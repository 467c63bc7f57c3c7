/** Inserts events into Postgres: one statement for a request or for many concurrent ones. */
import { runPrepared, sql } from '@tessera/kit/database/sql';
import type { DataSource, EntityManager } from 'typeorm';
import { type EventRow, UnknownCustomers } from '../store/store.ts';
import { textArray, wordArray } from './arrays.ts';

/**
 * External ids are inserted first: of two requests with the same one, the second waits for the first and then skips
 * its event. They are inserted in order, to avoid deadlocks. A customer who has the external id now is stored; one
 * who gets it later is found by counting. Returns the skipped events.
 */
const writes = `keyed AS (
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
  SELECT id, false AS is_unknown FROM given WHERE external_id IS NOT NULL AND id NOT IN (SELECT event_id FROM keyed)`;

const columns = `id, organization_id, "timestamp", ingested_at, source, name, customer_id, external_customer_id,
  external_id, voids, metadata`;
const arrays = `unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::timestamptz[]), unnest($4::timestamptz[]),
  unnest($5::text[]), unnest($6::text[]), unnest($7::uuid[]), unnest($8::text[]), unnest($9::text[]),
  unnest($10::text[]), jsonb_array_elements($11::jsonb)`;

const statement = `WITH given AS (SELECT * FROM ROWS FROM (${arrays}) AS given (${columns})), ${writes}`;

/**
 * The same for several requests, each of which is written as a whole or not at all: not if one of its events names a
 * customer whom its organization does not have. Returns these events, too.
 */
const statementOfRequests = `
  WITH asked AS (
    SELECT * FROM ROWS FROM (${arrays}, unnest($12::int[])) AS asked (${columns}, request)
  ), unknown AS (
    SELECT id, request FROM asked WHERE customer_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM customers WHERE customers.id = asked.customer_id AND customers.deleted_at IS NULL
        AND customers.organization_id = asked.organization_id)
  ), given AS (
    SELECT ${columns} FROM asked WHERE request NOT IN (SELECT request FROM unknown)
  ), ${writes}
  UNION ALL SELECT id, true FROM unknown`;

/** Writes events in the transaction of the change that they describe. */
export const insertEvents = async (em: EntityManager, events: readonly EventRow[]): Promise<void> => {
  if (events.length > 0) await sql(em, statement, valuesOf(events));
};

type Left = { id: string; is_unknown: boolean };

/** Writes the events of a request in a transaction; returns the ids of duplicates. Throws `UnknownCustomers`. */
export const insertRequest = async (em: EntityManager, events: readonly EventRow[]): Promise<string[]> => {
  if (events.length === 0) return [];
  return outcomeOf(events, await sql<Left>(em, statementOfRequests, valuesOfRequests([events])));
};

/**
 * Writes the events of several requests in a transaction of its own, as a prepared statement: this is the hot path of
 * ingestion. `outcomeOf` returns the result for each request.
 */
export const insertRequests = async (
  db: DataSource,
  requests: readonly (readonly EventRow[])[],
): Promise<readonly Left[]> =>
  requests.every((events) => events.length === 0)
    ? []
    : runPrepared<Left>(
        db,
        { name: 'insert-usage-events', text: statementOfRequests },
        valuesOfRequests(requests),
      );

/** Returns the ids of a request's duplicates. Throws `UnknownCustomers`. */
export const outcomeOf = (events: readonly EventRow[], left: readonly Left[]): string[] => {
  if (left.length === 0) return [];
  const own = new Set(events.map(({ id }) => id));
  const ofRequest = left.filter(({ id }) => own.has(id));
  const unknown = ofRequest.filter((row) => row.is_unknown).map(({ id }) => id);
  if (unknown.length > 0) throw new UnknownCustomers(unknown);
  return ofRequest.map(({ id }) => id);
};

const valuesOfRequests = (requests: readonly (readonly EventRow[])[]): string[] => [
  ...valuesOf(requests.flat()),
  `{${requests.flatMap((events, index) => events.map(() => index)).join(',')}}`,
];

const valuesOf = (events: readonly EventRow[]): string[] => {
  const iso = isoTexts();
  return [
    wordArray(events, ({ id }) => id),
    wordArray(events, ({ organizationId }) => organizationId),
    wordArray(events, ({ timestamp }) => iso(timestamp)),
    wordArray(events, ({ ingestedAt }) => iso(ingestedAt)),
    wordArray(events, ({ source }) => source),
    textArray(events, ({ name }) => name),
    wordArray(events, ({ customerId }) => customerId),
    textArray(events, ({ externalCustomerId }) => externalCustomerId),
    textArray(events, ({ externalId }) => externalId),
    textArray(events, ({ voids }) => voids),
    JSON.stringify(events.map(({ metadata }) => metadata)),
  ];
};

/** Formats times, reusing the text while consecutive events share the same Date object. */
const isoTexts = (): ((time: Date) => string) => {
  let last: Date | undefined;
  let text = '';
  return (time) => {
    if (time !== last) text = time.toISOString();
    last = time;
    return text;
  };
};
