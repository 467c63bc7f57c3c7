/**
 * Events that the bus has confirmed stay in the database until the bus has surely written them to its disk: it does so
 * every now and then (`sync_interval`, two minutes where nothing is set), since a write for each event would cost more
 * than all else that becomes of it. A bus that was started anew may have lost the last of them in a power failure: they
 * are published again, and those that it still has it leaves out by their ids.
 */
import type { DataSource, EntityManager } from 'typeorm';
import type { Bus } from './bus.ts';
import { isLocked, type Migration } from './database.ts';
import { sql } from './sql.ts';
import { isUnanswered } from './stream.ts';

/** Two tables that take turns, so that what is old is let go of without a write for each row. */
const tableOf = (turn: number): string => `outbox_sent_${turn % 2}`;
const tables = [tableOf(0), tableOf(1)];

const columns = 'id, subject, headers, body, created_at';

/** The tables. `bus`: the server that confirmed the event, as it calls itself since its start. `turn`: in which it was published. */
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
 * An event stays for one to two turns: longer than NATS takes to write it to its disk, where nothing is set, and shorter than
 * a stream knows its id (`ensureStream`).
 */
export const turnMilliseconds = 135_000;

type Parts = { db: DataSource; bus: Bus };

/** What a relay knows of the events that it has published. */
export type SentEvents = {
  /** Before each round: makes room, and takes back into the outbox what the bus may have lost. Answers how many events. */
  prepare: () => Promise<number>;
  /** Takes events out of the outbox that `server` has confirmed, in the transaction that holds them. */
  keep: (em: EntityManager, ids: readonly string[], server: string) => Promise<void>;
  /** Why an event could not be published: where the bus gave no answer, some of it may have been started anew. */
  failed: (reason: unknown) => void;
};

/** Each process has one; replicas share the tables. `now`: milliseconds since 1970. */
export const createSentEvents = ({ db, bus }: Parts, now = Date.now): SentEvents => {
  const turnNow = (): number => Math.floor(now() / turnMilliseconds);
  /** Whose table is written to: until it could be had, that of the turn before. */
  let turn = turnNow() - 1;
  /** The server whose events are known to be there. */
  let known: string | null = null;
  let isDoubted = false;
  const takeTurn = async (): Promise<void> => {
    const present = turnNow();
    // While somebody reads all of a table, as a backup does, the other one is gone on with.
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
        // Nobody waits for the disk: where this commit is lost, the events are published once more.
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
 * Empties the table of a turn where all in it is older than the turn before; false where somebody else is at it. While it
 * could not be had, for a backup of an hour say, what came was kept in the other one, which may be this one by now.
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
      // Of replicas at the same turn one does it; asked for the table itself, the others would leave an error in Postgres' log.
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

/** Puts events that another server than `present` has confirmed back into the outbox; answers how many. */
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
