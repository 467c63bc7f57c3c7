/**
 * Keeps confirmed events in the database until NATS has surely synced them to disk, which it does at intervals
 * (`sync_interval`, two minutes by default), as an fsync per event would be too expensive. A restarted server may
 * have lost the latest ones in a power failure: they are published again, and it drops those that it still has by
 * their ids.
 */
import type { DataSource, EntityManager } from 'typeorm';
import { isLocked, type Migration } from '../database/data-source.ts';
import { sql } from '../database/sql.ts';
import type { Bus } from './bus.ts';
import { isUnanswered } from './stream.ts';

/** Two tables that take turns, so that old rows are removed by TRUNCATE instead of row by row. */
const tableOf = (turn: number): string => `outbox_sent_${turn % 2}`;
const tables = [tableOf(0), tableOf(1)];

const columns = 'id, subject, headers, body, created_at';

/** Creates the tables. `bus`: id of the confirming server, new with each start. `turn`: when it was published. */
export const sentEventsMigration: Migration = {
  name: 'kit-006-sent-events',
  sql: tables
    .map(
      (table) => `CREATE TABLE ${table} (
        id uuid NOT NULL,
        subject text NOT NULL,
        headers jsonb NOT NULL,
        body bytea NOT NULL,
        created_at timestamptz NOT NULL,
        bus text NOT NULL,
        turn integer NOT NULL
      ) WITH (toast_tuple_target = 8160)`,
    )
    .join(';\n'),
};

/**
 * Neither vacuums nor analyzes the tables: they are emptied every few minutes, and reading all their bodies for
 * statistics that no query uses was 40 % of what autovacuum does during sales.
 */
export const unvacuumedSentEventsMigration: Migration = {
  name: 'kit-007-unvacuumed-sent-events',
  sql: tables.map((table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false)`).join(';\n'),
};

/**
 * An event is kept for one to two turns: longer than the default sync interval of NATS, and shorter than a stream's
 * window for duplicates (`ensureStream`).
 */
export const turnMilliseconds = 135_000;

type Parts = { db: DataSource; bus: Bus };

/** A relay's record of the events that it has published. */
export type SentEvents = {
  /** Before each round: rotates the tables, and returns possibly lost events to the outbox. Returns their number. */
  prepare: () => Promise<number>;
  /** Removes events confirmed by `server` from the outbox, in the transaction that locks them. */
  keep: (em: EntityManager, ids: readonly string[], server: string) => Promise<void>;
  /** Reports why an event was not published: without an answer, the server may have been restarted. */
  failed: (reason: unknown) => void;
};

/** One per process; replicas share the tables. `now`: milliseconds since 1970. */
export const createSentEvents = ({ db, bus }: Parts, now = Date.now): SentEvents => {
  const turnNow = (): number => Math.floor(now() / turnMilliseconds);
  /** The turn whose table is written to; the previous one until the new table could be emptied. */
  let turn = turnNow() - 1;
  /** The server whose confirmed events are known to be safe. */
  let known: string | null = null;
  let isDoubted = false;
  const takeTurn = async (): Promise<void> => {
    const present = turnNow();
    // While another session reads a whole table, such as a backup, the other table stays in use.
    if (present !== turn && (await clear(db, present))) turn = present;
  };
  const takeBack = async (): Promise<number> => {
    const present = bus.serverId();
    if (present === known && !isDoubted) return 0;
    const count = await resend(db, isDoubted ? '' : present);
    [known, isDoubted] = [present, false];
    return count;
  };
  return {
    prepare: async () => {
      await takeTurn();
      return takeBack();
    },
    keep: async (em, ids, server) => {
      if (ids.length === 0) return;
      await em.query(
        // Asynchronous commit: if it is lost, the events are published once more.
        `WITH setting AS (SELECT set_config('synchronous_commit', 'off', true)),
         sent AS (DELETE FROM outbox WHERE id = ANY($1::uuid[]) RETURNING ${columns})
         INSERT INTO ${tableOf(turn)} (${columns}, bus, turn) SELECT ${columns}, $2, $3 FROM sent, setting`,
        [ids, server, turnNow()],
      );
    },
    failed: (reason) => {
      isDoubted ||= isUnanswered(reason);
    },
  };
};

/**
 * Empties the table of a turn if all its rows are older than the previous turn. Returns false if another session
 * locks the table. During a long lock, such as a backup of an hour, new rows go to the other table, which may be this
 * one by now.
 */
const clear = async (db: DataSource, turn: number): Promise<boolean> => {
  const table = tableOf(turn);
  const isStale = async (em: EntityManager): Promise<boolean> => {
    const [row] = await sql<{ is_stale: boolean }>(
      em,
      `SELECT EXISTS (SELECT FROM ${table}) AND NOT EXISTS (SELECT FROM ${table} WHERE turn >= $1) AS is_stale`,
      [turn - 1],
    );
    return row?.is_stale === true;
  };
  if (!(await isStale(db.manager))) return true;
  return db
    .transaction(async (em) => {
      // One replica per turn does it. Requesting the table lock directly, the others would log errors in Postgres.
      const [lock] = await sql<{ is_ours: boolean }>(
        em,
        'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_ours',
        [table],
      );
      if (!lock?.is_ours) return false;
      await em.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE NOWAIT`);
      if (await isStale(em)) await em.query(`TRUNCATE ${table}`);
      return true;
    })
    .catch((error: unknown) => {
      if (isLocked(error)) return false;
      throw error;
    });
};

/** Moves events confirmed by a server other than `present` back to the outbox; returns their number. */
const resend = (db: DataSource, present: string): Promise<number> =>
  db.transaction(async (em) => {
    await em.query(`LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`);
    const taken = tables.map(
      (table) => `${table}_taken AS (DELETE FROM ${table} WHERE bus <> $1 RETURNING ${columns})`,
    );
    const [row] = await sql<{ count: number }>(
      em,
      `WITH ${taken.join(', ')}, back AS (
         INSERT INTO outbox (${columns})
         ${tables.map((table) => `SELECT ${columns} FROM ${table}_taken`).join(' UNION ALL ')}
         ON CONFLICT (id) DO NOTHING RETURNING 1
       ) SELECT count(*)::int AS count FROM back`,
      [present],
    );
    return row?.count ?? 0;
  });
