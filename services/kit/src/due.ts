/**
 * A queue of due work in a table. A row is claimed under a row lock and held by a lease, so that replicas share the
 * work and a crash releases its rows; failures are retried with back-off; organizations take turns, so that the
 * backlog of one does not delay the others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { backoff } from './background/backoff.ts';
import { type Loop, loop } from './background/loop.ts';
import { countWaiting } from './background/waiting.ts';
import { onWake, wakeAfterCommit } from './background/wake.ts';
import { changedRows, sql } from './database/sql.ts';
import { transact } from './events/outbox.ts';
import { hasBacklog } from './events/relay.ts';
import type { Logger } from './log.ts';

/** A row of a table made by `dueTable`; further columns belong to the table's owner. */
export type DueRow = {
  id: string;
  organizationId: string;
  kind: string;
  subjectId: string;
  /** Where work of several steps continues; null before its first step. */
  cursor: string | null;
  /** Incremented each time the work is requested. */
  revision: number;
  /** Claims since the last success. */
  attempts: number;
  leaseId: string;
};

/** Returns the SQL that creates a table of due work. One row per kind and subject: duplicate requests are merged. */
export const dueTable = (table: string): string => `
  CREATE TABLE ${table} (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    cursor text,
    revision integer NOT NULL DEFAULT 1,
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    lease_id uuid,
    leased_until timestamptz,
    CONSTRAINT ${table}_subject UNIQUE (kind, subject_id)
  );
  CREATE INDEX ${table}_due ON ${table} (organization_id, due_at);`;

/** Requests work in the transaction of a change. Work in progress on the same subject starts over. */
export const enqueueDue = async (
  em: EntityManager,
  table: string,
  work: { kind: string; subjectId: string; organizationId: string },
): Promise<void> => {
  wakeAfterCommit(em, table);
  await em.query(
    `INSERT INTO ${table} AS present (kind, subject_id, organization_id) VALUES ($1, $2, $3)
     ON CONFLICT (kind, subject_id) DO UPDATE
     SET cursor = NULL, revision = present.revision + 1, attempts = 0, due_at = least(present.due_at, now())`,
    [work.kind, work.subjectId, work.organizationId],
  );
};

/**
 * Claims up to `limit` rows that are due and not leased, one per organization, organizations in random order. `lanes`
 * skips from organization to organization in the index instead of reading every row. Nothing of the organizations in
 * `except` is claimed.
 */
export const claimDue = async (
  db: DataSource,
  {
    table,
    limit,
    leaseSeconds,
    except = [],
  }: { table: string; limit: number; leaseSeconds: number; except?: readonly string[] },
): Promise<DueRow[]> => {
  const rows = await sql<DueRow>(
    db,
    `WITH RECURSIVE lanes AS (
       (SELECT organization_id FROM ${table} ORDER BY organization_id LIMIT 1)
       UNION ALL
       SELECT (SELECT next.organization_id FROM ${table} next
               WHERE next.organization_id > lanes.organization_id ORDER BY next.organization_id LIMIT 1)
       FROM lanes WHERE lanes.organization_id IS NOT NULL
     ), turns AS MATERIALIZED (
       SELECT organization_id FROM lanes
       WHERE organization_id IS NOT NULL AND organization_id <> ALL($3::uuid[]) ORDER BY random()
     ), claimed AS MATERIALIZED (
       SELECT taken.id FROM turns CROSS JOIN LATERAL (
         SELECT due.id FROM ${table} due
         WHERE due.organization_id = turns.organization_id AND due.due_at <= now()
           AND (due.leased_until IS NULL OR due.leased_until < now())
         ORDER BY due.due_at LIMIT 1 FOR UPDATE SKIP LOCKED
       ) taken
       LIMIT $1
     )
     UPDATE ${table} due
     SET leased_until = now() + make_interval(secs => $2), lease_id = gen_random_uuid(), attempts = attempts + 1
     FROM claimed WHERE due.id = claimed.id
     RETURNING due.id, due.organization_id AS "organizationId", due.kind, due.subject_id AS "subjectId",
       due.cursor, due.revision, due.attempts, due.lease_id AS "leaseId"`,
    [limit, leaseSeconds, except],
  );
  return rows;
};

/** Thrown when the lease of a row has expired and another process holds it: the step must not be committed. */
export class LostLease extends Error {
  override name = 'LostLease';
}

/**
 * Ends a step of the work, in the transaction of its effects. `cursor`: where the next step continues; null: done.
 * Work that was requested again in the meantime starts over. Throws LostLease.
 */
export const completeDue = async (
  em: EntityManager,
  table: string,
  { row, cursor }: { row: DueRow; cursor: string | null },
): Promise<void> => {
  const held = [row.id, row.leaseId, row.revision];
  if (cursor === null) {
    const deleted = await changedRows(
      em,
      `DELETE FROM ${table} WHERE id = $1 AND lease_id = $2 AND revision = $3`,
      held,
    );
    if (deleted > 0) return;
  }
  const kept = await changedRows(
    em,
    `UPDATE ${table} SET cursor = CASE WHEN revision = $3 THEN $4 END, due_at = now(), attempts = 0,
       lease_id = NULL, leased_until = NULL
     WHERE id = $1 AND lease_id = $2`,
    [...held, cursor],
  );
  if (kept === 0) throw new LostLease(`${table} ${row.kind} ${row.subjectId}`);
};

/** Seconds until a failed step is retried: 1, 2, 4, … up to five minutes. */
const pauses = { first: 1, most: 300 };

/** Releases a row whose step failed, to be retried after a back-off. */
export const postponeDue = (db: DataSource, table: string, row: DueRow): Promise<unknown> =>
  db.query(
    `UPDATE ${table} SET due_at = now() + make_interval(secs => $3), lease_id = NULL, leased_until = NULL
     WHERE id = $1 AND lease_id = $2`,
    [row.id, row.leaseId, backoff(row.attempts, pauses)],
  );

export type DueOptions = {
  db: DataSource;
  log: Logger;
  table: string;
  /** Concurrent steps in this process. Each holds a connection. */
  runners: number;
  /** Milliseconds between polls for work of other processes; work enqueued by this one wakes it. */
  every: number;
  leaseSeconds: number;
};

/**
 * One step of the work on a row, in a transaction. Returns the cursor of the next step, or null when done. Steps on
 * one subject run in sequence; keep them short, as other work runs in between. May run again after a crash.
 */
export type DueStep = (em: EntityManager, row: DueRow) => Promise<string | null>;

/** Returns the milliseconds until the next row becomes claimable, or false if there is none. */
const untilDue = async (db: DataSource, table: string): Promise<number | false> => {
  const [row] = await sql<{ milliseconds: number | null }>(
    db.manager,
    `SELECT ceil(extract(epoch FROM min(greatest(due_at, leased_until)) - now()) * 1000)::float8 AS milliseconds
     FROM ${table} WHERE greatest(due_at, leased_until) > now()`,
  );
  return row?.milliseconds ?? false;
};

const maxCounted = 10_000;

const countDue = async (db: DataSource, table: string): Promise<number> => {
  const [row] = await sql<{ waiting: number }>(
    db.manager,
    `SELECT count(*)::int AS waiting FROM (
       SELECT 1 FROM ${table} WHERE due_at <= now() LIMIT ${maxCounted}) AS due`,
  );
  return row?.waiting ?? 0;
};

const longestRest = 1_000;
const backlogRest = 50;

/**
 * Processes a table of due work and leaves at least half of the process to requests: after a step a runner rests for
 * as long as the step took. It also pauses while the outbox holds more events than one batch of the relay, so that
 * the events of others are not delayed behind those of this work.
 */
export const workDue = (options: DueOptions, step: DueStep): Loop => {
  const { db, log, table, leaseSeconds } = options;
  const takeOne = async (): Promise<boolean | number> => {
    if (await hasBacklog(db)) {
      await delay(backlogRest);
      return true;
    }
    const [row] = await claimDue(db, { table, limit: 1, leaseSeconds });
    if (!row) return untilDue(db, table);
    const started = performance.now();
    try {
      await transact(db, async (em) => completeDue(em, table, { row, cursor: await step(em, row) }));
    } catch (error) {
      const { kind, subjectId, attempts } = row;
      log.warn({ err: error, work: table, kind, subjectId, attempts }, 'due work is tried again later');
      await postponeDue(db, table, row);
    }
    await delay(Math.min(performance.now() - started, longestRest));
    return true;
  };
  const running = loop({ ...options, name: table }, takeOne);
  const unsubscribe = onWake(db, table, running.wake);
  const stopCounting = countWaiting(table, () => countDue(db, table));
  return {
    ...running,
    stop: () => {
      unsubscribe();
      stopCounting();
      return running.stop();
    },
  };
};
