/** The inbox: an event changes a database once, however often it is delivered. */

import type { DataSource, EntityManager } from 'typeorm';
import type { Migration } from './database.ts';
import { transact } from './outbox.ts';
import { changedRows, sql } from './sql.ts';

/** The inbox's table. */
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
 * Runs an event's effect in the transaction that records the event as handled by this consumer.
 * Answers false, without running it, when it was handled before.
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
 * Forgets events handled more than so many days ago, and answers how many. Services call it by `sweep` (sweep.ts).
 * Before a durable is deleted or renamed, so that its stream is replayed, know that what is forgotten has its effect again.
 */
export const purgeInbox = async (db: DataSource, days = 30): Promise<number> => {
  for (let forgotten = 0; ; ) {
    const count = await changedRows(
      db,
      `DELETE FROM inbox WHERE ctid IN (
         SELECT ctid FROM inbox WHERE handled_at < now() - make_interval(days => $1)
         LIMIT ${forgottenAtOnce} FOR UPDATE SKIP LOCKED)`,
      [days],
    );
    forgotten += count;
    if (count < forgottenAtOnce) return forgotten;
  }
};
