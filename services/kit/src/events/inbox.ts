/** The inbox: deduplicates events, so that each changes a database once, however often it is delivered. */
import type { DataSource, EntityManager } from 'typeorm';
import type { Migration } from '../database/data-source.ts';
import { changedRows, sql } from '../database/sql.ts';
import { transact } from './outbox.ts';

/** Creates the inbox table. */
export const inboxMigration: Migration = {
  name: 'kit-002-inbox',
  sql: `CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, event_id)
  );
  CREATE INDEX inbox_handled_at ON inbox (handled_at)`,
};

/**
 * Runs an event's effect in the transaction that records the event as handled by this consumer. Returns false,
 * without running it, if the event was handled before.
 */
export const once = (
  db: DataSource,
  mark: { consumer: string; eventId: string },
  effect: (em: EntityManager) => Promise<unknown>,
): Promise<boolean> =>
  transact(db, async (em) => {
    const inserted = await sql(
      em,
      'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
      [mark.consumer, mark.eventId],
    );
    if (inserted.length === 0) return false;
    await effect(em);
    return true;
  });

const forgottenAtOnce = 5_000;

/**
 * Deletes inbox rows older than so many days, and returns their number. Services call it by `sweep` (background/sweep.ts).
 * Before deleting or renaming a durable, which replays its stream, note that deleted events take effect again.
 */
export const purgeInbox = async (db: DataSource, days = 30): Promise<number> => {
  for (let forgotten = 0; ; ) {
    const count = await changedRows(
      db,
      `DELETE FROM inbox WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM inbox WHERE handled_at < now() - make_interval(days => $1)
         LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED))`,
      [days],
    );
    forgotten += count;
    if (count < forgottenAtOnce) return forgotten;
  }
};
