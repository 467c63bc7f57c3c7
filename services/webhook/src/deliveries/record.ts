/** Writes the results of attempts in batches: one statement for all that ended while the previous one ran. */
import { setTimeout as delay } from 'node:timers/promises';
import { batched } from '@tessera/kit/background/batched';
import { type Prepared, runPrepared } from '@tessera/kit/database/sql';
import { wakeRelay } from '@tessera/kit/events/outbox';
import type { Logger } from '@tessera/kit/log';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Job } from './claim.ts';
import { deliveredColumns } from './delivered.ts';
import type { Outcome } from './send.ts';

/** The result of one attempt. `nextAttemptAt` is null when there is no retry. */
export type Result = { job: Job; outcome: Outcome; startedAt: Date; nextAttemptAt: Date | null };

/**
 * Writes a row per attempt, the delivery's new state, and, with the last confirmation that an event waits for, an outbox row
 * that reports it. A delivery that was canceled or settled in the meantime keeps its state, but its attempt is recorded. A
 * delivery for which a redelivery was requested in the meantime is sent again with all its retries, whatever the result.
 */
const recordStatement: Prepared = {
  name: 'record-attempts',
  text: `
    WITH result AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (
        attempt_id uuid, delivery_id bigint, endpoint_id uuid, started_at timestamptz, succeeded boolean,
        http_code integer, duration_ms integer, response text, error text, next_attempt_at timestamptz,
        outbox_id uuid, outbox_subject text, outbox_headers jsonb, outbox_body text
      )
    ), held AS MATERIALIZED (
      SELECT d.id, d.event_id, d.awaited, d.state FROM deliveries d
      WHERE d.id = ANY(ARRAY(SELECT delivery_id FROM result)) ORDER BY d.id FOR UPDATE
    ), kept AS (
      INSERT INTO attempts
        (id, created_at, delivery_id, endpoint_id, succeeded, http_code, duration_ms, response, error)
      SELECT r.attempt_id, r.started_at, r.delivery_id, r.endpoint_id, r.succeeded, r.http_code, r.duration_ms,
        r.response, r.error
      FROM result r JOIN held ON held.id = r.delivery_id
    ), settled AS (
      UPDATE deliveries d SET
        state = CASE
          WHEN d.redeliver THEN 'pending'
          WHEN r.succeeded THEN 'succeeded'
          WHEN r.next_attempt_at IS NULL THEN 'failed'
          ELSE 'pending'
        END,
        attempts = CASE WHEN d.redeliver THEN 0 ELSE d.attempts + 1 END,
        last_http_code = r.http_code,
        next_attempt_at = CASE WHEN d.redeliver THEN d.next_attempt_at ELSE coalesce(r.next_attempt_at, d.next_attempt_at) END,
        redeliver = false,
        leased_until = NULL,
        awaited = d.awaited AND NOT r.succeeded,
        modified_at = r.started_at
      FROM result r JOIN held ON held.id = r.delivery_id
      WHERE d.id = r.delivery_id AND held.state = 'pending'
    ), confirmed AS (
      UPDATE webhook_events v SET awaiting = v.awaiting - counted.confirmations
      FROM (
        SELECT held.event_id, count(*)::int AS confirmations FROM result r JOIN held ON held.id = r.delivery_id
        WHERE r.succeeded AND held.awaited AND held.state = 'pending' GROUP BY held.event_id
      ) counted
      WHERE v.id = counted.event_id
      RETURNING v.id, v.awaiting
    )
    INSERT INTO outbox (id, subject, headers, body)
    SELECT DISTINCT ON (held.event_id)
      r.outbox_id, r.outbox_subject, r.outbox_headers, decode(r.outbox_body, 'base64')
    FROM confirmed JOIN held ON held.event_id = confirmed.id JOIN result r ON r.delivery_id = held.id
    WHERE confirmed.awaiting = 0 AND r.outbox_id IS NOT NULL
    RETURNING id`,
};

/** Writes the results of attempts. */
export const recordResults = async (db: DataSource, results: Result[]): Promise<void> => {
  const rows = await runPrepared(db, recordStatement, [JSON.stringify(results.map(rowOf))]);
  if (rows.length > 0) wakeRelay(db);
};

const rowOf = ({ job, outcome, startedAt, nextAttemptAt }: Result) => ({
  attempt_id: uuidv7(),
  delivery_id: job.id,
  endpoint_id: job.endpointId,
  started_at: startedAt,
  succeeded: outcome.succeeded,
  http_code: outcome.httpCode,
  duration_ms: outcome.durationMs,
  response: outcome.response,
  error: outcome.error,
  next_attempt_at: nextAttemptAt,
  ...(job.awaited && outcome.succeeded && deliveredColumns(job)),
});

export type Recorder = {
  /** Resolves when the result is stored; retries while the database is unavailable. */
  record: (result: Result) => Promise<void>;
};

const maxAtOnce = 200;

/** `then` is what follows from what was stored; the results stay stored where it fails. */
export const createRecorder = (
  db: DataSource,
  log: Logger,
  then: (results: readonly Result[]) => Promise<void>,
): Recorder => ({
  record: batched(maxAtOnce, async (results: Result[]) => {
    await insist(log, () => recordResults(db, results));
    await then(results).catch((error: unknown) =>
      log.warn({ err: error }, 'what attempts say of their endpoints was not counted'),
    );
    return results.map(() => undefined);
  }),
});

const insist = async (log: Logger, work: () => Promise<void>): Promise<void> => {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      log.warn({ err: error }, 'attempts could not be recorded, trying again');
      await delay(500);
    }
  }
};
