/** A cache of events that this process emitted recently, so that its relay rarely needs to read them back. */
import type { EntityManager } from 'typeorm';
import { sql } from '../database/sql.ts';
import type { OutboxRow } from './outbox-row.ts';

/** More than waits between commit and relay, even when thousands of renewals are written at once. */
const maxBytes = 4 * 1024 * 1024;
/** Events not published by then were rolled back, or published by another replica. */
const keptMilliseconds = 5_000;

type RecentEvent = { row: OutboxRow; madeAt: number };

/** In order of insertion, oldest first. */
const kept = new Map<string, RecentEvent>();
let bytes = 0;

const forget = (id: string, { row }: RecentEvent): void => {
  kept.delete(id);
  bytes -= row.body.length;
};

/** Caches an event for some seconds or until it is read; evicts the oldest beyond `maxBytes`. */
export const keepEvent = (row: OutboxRow): void => {
  kept.set(row.id, { row, madeAt: performance.now() });
  bytes += row.body.length;
  for (const [id, oldest] of kept) {
    if (bytes <= maxBytes) return;
    forget(id, oldest);
  }
};

/** Returns events of the outbox in the order of `ids`, and removes them from the cache; missing ones are read. */
export const readEvents = async (em: EntityManager, ids: readonly string[]): Promise<OutboxRow[]> => {
  const events = new Map<string, OutboxRow>();
  for (const id of ids) {
    const found = kept.get(id);
    if (!found) continue;
    forget(id, found);
    events.set(id, found.row);
  }
  const missing = ids.filter((id) => !events.has(id));
  if (missing.length > 0) for (const row of await readRows(em, missing)) events.set(row.id, row);
  return ids.flatMap((id) => events.get(id) ?? []);
};

const readRows = async (em: EntityManager, ids: readonly string[]): Promise<OutboxRow[]> => {
  const rows = await sql<Omit<OutboxRow, 'body'> & { body: string }>(
    em,
    `SELECT id, subject, headers, encode(body, 'base64') AS body FROM outbox WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return rows.map((row) => ({ ...row, body: Buffer.from(row.body, 'base64') }));
};

/** Evicts expired events, so that an idle process keeps none. */
export const forgetOldEvents = (): void => {
  const until = performance.now() - keptMilliseconds;
  for (const [id, oldest] of kept) {
    if (oldest.madeAt > until) return;
    forget(id, oldest);
  }
};
