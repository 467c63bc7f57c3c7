/** Taking due deliveries. A claim is a lease: whoever dies with it loses it when it runs out, and nothing else. */

import { type Prepared, runPrepared, sql } from '@tessera/kit/sql';
import type { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';
import type { DataSource } from 'typeorm';

/** A delivery with all that an attempt needs. */
export type Job = {
  id: string;
  /** Null: in no order. */
  sequenceKey: string | null;
  attempts: number;
  awaited: boolean;
  eventId: string;
  endpointId: string;
  organizationId: string;
  type: string;
  payload: string;
  subjectId: string;
  subjectStatus: string | null;
  traceparent: string | null;
  url: string;
  format: WebhookFormat;
  /** Deliveries before this one that its endpoint did not take. */
  givenUp: number;
  /** Sealed. */
  secret: string;
};

export type Claim = {
  now: Date;
  /** Most deliveries to take. */
  most: number;
  /** Most deliveries of one endpoint that this process has in flight, those in `inFlight` included. */
  maxOfEndpoint: number;
  /** Most deliveries of one organization that this process has in flight. */
  maxOfOrganization: number;
  /** How many deliveries of each endpoint and of each organization, by its id, this process has in flight. */
  inFlight: Record<string, number>;
  /** Ids of the deliveries that this process has in flight. */
  held: string[];
  leaseSeconds: number;
};

/**
 * Endpoints take turns in random order and each gives a few, so that the backlog of one keeps no other waiting, nor do
 * all endpoints of one organization together. One that has nothing in flight gives one in any case: those of its organization
 * that hang do not stop the others.
 * `waiting` hops from endpoint to endpoint in the index instead of reading every delivery that waits.
 * A first attempt is left to whoever has the one before it in the sequence; its own process makes them one by one. Before
 * it means that it is taken before it, too: the first that nobody has is never left.
 */
const claimStatement: Prepared = {
  name: 'claim-deliveries',
  text: `
    WITH RECURSIVE waiting AS (
      (SELECT endpoint_id FROM deliveries WHERE state = 'pending' ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT d.endpoint_id FROM deliveries d
        WHERE d.state = 'pending' AND d.endpoint_id > waiting.endpoint_id ORDER BY d.endpoint_id LIMIT 1
      ) FROM waiting WHERE waiting.endpoint_id IS NOT NULL
    ), turns AS MATERIALIZED (
      SELECT endpoint_id, organization_id, NOT $3::jsonb ? endpoint_id::text AS is_idle, least(
        $2::int - coalesce(($3::jsonb ->> endpoint_id::text)::int, 0),
        $6::int - coalesce(($3::jsonb ->> organization_id::text)::int, 0)
      ) AS slots
      FROM waiting JOIN endpoints e ON e.id = endpoint_id AND e.deleted_at IS NULL ORDER BY random()
    ), taken AS MATERIALIZED (
      SELECT taken.*, turns.endpoint_id, turns.organization_id, turns.is_idle FROM turns CROSS JOIN LATERAL (
        SELECT d.id, d.sequence_key, d.attempts, d.next_attempt_at FROM deliveries d
        WHERE d.endpoint_id = turns.endpoint_id AND d.state = 'pending' AND d.next_attempt_at <= $1::timestamptz
          AND (d.leased_until IS NULL OR d.leased_until < now())
        ORDER BY d.next_attempt_at, d.id
        LIMIT greatest(turns.is_idle::int, turns.slots)
        FOR UPDATE SKIP LOCKED
      ) taken
      LIMIT $4::int
    ), due AS (
      SELECT id FROM (
        SELECT id, organization_id, is_given,
          row_number() OVER (PARTITION BY organization_id ORDER BY is_given DESC, id) AS position
        FROM (
          SELECT id, organization_id, is_idle
            AND row_number() OVER (PARTITION BY endpoint_id ORDER BY next_attempt_at, id) = 1 AS is_given
          FROM taken
          WHERE attempts > 0 OR sequence_key IS NULL OR NOT EXISTS (
            SELECT FROM deliveries earlier
            WHERE earlier.endpoint_id = taken.endpoint_id AND earlier.sequence_key = taken.sequence_key
              AND earlier.state = 'pending' AND earlier.attempts = 0 AND earlier.id < taken.id
              AND earlier.next_attempt_at <= taken.next_attempt_at AND earlier.id <> ALL($7::bigint[])
              AND earlier.id NOT IN (SELECT id FROM taken)
          )
        ) ready
      ) placed
      WHERE is_given OR position <= $6::int - coalesce(($3::jsonb ->> organization_id::text)::int, 0)
    ), claimed AS (
      UPDATE deliveries d SET leased_until = now() + make_interval(secs => $5::float8), redeliver = false
      FROM due, endpoints e, webhook_events v
      WHERE d.id = due.id AND e.id = d.endpoint_id AND v.id = d.event_id
      RETURNING d.id, d.sequence_key AS "sequenceKey", d.attempts, d.awaited, d.event_id AS "eventId",
        d.endpoint_id AS "endpointId", v.organization_id AS "organizationId", v.type, v.payload,
        v.subject_id AS "subjectId", v.subject_status AS "subjectStatus", v.traceparent, e.url, e.format,
        e.given_up AS "givenUp", e.secret
    )
    SELECT * FROM claimed ORDER BY id`,
};

/**
 * Takes deliveries that are due and that nobody holds, in the order of their ids. Replicas may do so side by side.
 * When they are due is business time; how long they are held is the database's own.
 */
export const claimDeliveries = (db: DataSource, claim: Claim): Promise<Job[]> =>
  runPrepared<Job>(db, claimStatement, [
    claim.now,
    claim.maxOfEndpoint,
    JSON.stringify(claim.inFlight),
    claim.most,
    claim.leaseSeconds,
    claim.maxOfOrganization,
    claim.held,
  ]);

/** Whether any delivery waits, be it due or not. */
export const isWaiting = async (db: DataSource): Promise<boolean> =>
  (await sql(db, `SELECT 1 FROM deliveries WHERE state = 'pending' LIMIT 1`)).length > 0;

const maxCounted = 10_000;

/** How many deliveries could be attempted now; not counted beyond 10,000. */
export const countDue = async (db: DataSource, now: Date): Promise<number> => {
  const [row] = await sql<{ waiting: number }>(
    db,
    `SELECT count(*)::int AS waiting FROM (
       SELECT 1 FROM deliveries WHERE state = 'pending' AND next_attempt_at <= $1 LIMIT ${maxCounted}) AS due`,
    [now],
  );
  return row?.waiting ?? 0;
};

/** Holds on to deliveries whose attempts take long. */
export const renewLeases = (db: DataSource, ids: string[], seconds: number): Promise<unknown> =>
  db.query(
    `UPDATE deliveries SET leased_until = now() + make_interval(secs => $2)
     WHERE id = ANY($1::bigint[]) AND state = 'pending'`,
    [ids, seconds],
  );

/** Lets go of deliveries that were taken but not attempted. */
export const releaseDeliveries = (db: DataSource, ids: string[]): Promise<unknown> =>
  db.query('UPDATE deliveries SET leased_until = NULL WHERE id = ANY($1::bigint[])', [ids]);
