/** Claims due deliveries. A claim is a lease: after a crash it expires, and another process takes the delivery. */
import { type Prepared, runPrepared, sql } from '@tessera/kit/database/sql';
import type { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';
import type { DataSource } from 'typeorm';

/** A delivery with everything that an attempt needs. */
export type Job = {
  id: string;
  /** Null: not ordered. */
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
  /** Sample data that its seller sent to the endpoint to test it. */
  isTest: boolean;
  url: string;
  format: WebhookFormat;
  /** Consecutive failed deliveries of the endpoint before this one. */
  givenUp: number;
  /** Encrypted. */
  secret: string;
};

export type Claim = {
  now: Date;
  /** Maximum number of deliveries to claim. */
  most: number;
  /** Maximum number of deliveries in flight per endpoint in this process, including those in `inFlight`. */
  maxOfEndpoint: number;
  /** Maximum number of deliveries in flight per organization in this process. */
  maxOfOrganization: number;
  /** Deliveries in flight in this process, by endpoint id and by organization id. */
  inFlight: Record<string, number>;
  /** Ids of the deliveries in flight in this process. */
  held: string[];
  leaseSeconds: number;
};

/**
 * Takes a few deliveries per endpoint, endpoints in random order, so that neither the backlog of one endpoint nor those of
 * one organization delay the others. An endpoint with nothing in flight always gets one delivery, so that hanging endpoints
 * do not block the other endpoints of their organization.
 * `waiting` skips from endpoint to endpoint in the index instead of reading every pending delivery.
 * A first attempt is skipped while another process holds an earlier delivery of the same sequence; a process makes the first
 * attempts of a sequence one by one. The earliest delivery that no process holds is never skipped.
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
        v.subject_id AS "subjectId", v.subject_status AS "subjectStatus", v.traceparent,
        v.test_of IS NOT NULL AS "isTest", e.url, e.format, e.given_up AS "givenUp", e.secret
    )
    SELECT * FROM claimed ORDER BY id`,
};

/**
 * Claims deliveries that are due and not leased, ordered by id. Safe to run in several replicas concurrently.
 * Due times are in business time; leases are in the database's time.
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

/** Whether any delivery is pending, due or not. */
export const isWaiting = async (db: DataSource): Promise<boolean> =>
  (await sql(db, `SELECT 1 FROM deliveries WHERE state = 'pending' LIMIT 1`)).length > 0;

const maxCounted = 10_000;

/** The number of deliveries that are due; counts up to 10,000. */
export const countDue = async (db: DataSource, now: Date): Promise<number> => {
  const [row] = await sql<{ waiting: number }>(
    db,
    `SELECT count(*)::int AS waiting FROM (
       SELECT 1 FROM deliveries WHERE state = 'pending' AND next_attempt_at <= $1 LIMIT ${maxCounted}) AS due`,
    [now],
  );
  return row?.waiting ?? 0;
};

/** Extends the leases of deliveries whose attempts take long. */
export const renewLeases = (db: DataSource, ids: string[], seconds: number): Promise<unknown> =>
  db.query(
    `UPDATE deliveries SET leased_until = now() + make_interval(secs => $2)
     WHERE id = ANY($1::bigint[]) AND state = 'pending'`,
    [ids, seconds],
  );

/** Releases deliveries that were claimed but not attempted. */
export const releaseDeliveries = (db: DataSource, ids: string[]): Promise<unknown> =>
  db.query('UPDATE deliveries SET leased_until = NULL WHERE id = ANY($1::bigint[])', [ids]);
