/** Copies all events to ClickHouse before reads are switched to it, while Postgres keeps ingesting. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { sql } from '@tessera/kit/database/sql';
import type { DataSource } from 'typeorm';
import { copyRound, startCopies } from './copy.ts';
import { select } from './read.ts';

/** `isWhole`: the history is copied. `waiting`: the last queued write that is not copied; null: none. */
type Progress = { isOn: boolean; isWhole: boolean; waiting: string | null };

const readProgress = async (db: DataSource): Promise<Progress> => {
  const [row] = await sql<Progress>(
    db,
    `SELECT is_on AS "isOn", is_complete AS "isWhole", (SELECT max(id)::text FROM usage_copies) AS waiting FROM usage_copying`,
  );
  return row ?? { isOn: false, isWhole: false, waiting: null };
};

const isWaiting = async (db: DataSource, upTo: string): Promise<boolean> =>
  (await sql(db, 'SELECT 1 FROM usage_copies WHERE id <= $1 LIMIT 1', [upTo])).length > 0;

const restMilliseconds = 100;

/**
 * Continues after an interruption, and runs concurrently with other copying processes. Ends once everything is copied
 * that was written before the history was complete; later writes are queued for another hour, and for good where
 * billing reads from ClickHouse. Calls `onRound` after each batch.
 */
export const moveEvents = async (
  db: DataSource,
  client: ClickHouseClient,
  onRound: () => Promise<void>,
): Promise<void> => {
  await startCopies(db, client);
  const round = async (): Promise<void> => {
    const outcome = await copyRound(db, client);
    await onRound();
    if (outcome === 'off') await startCopies(db, client);
    if (outcome === 'busy') await delay(restMilliseconds);
  };
  while (!(await readProgress(db)).isWhole) await round();
  const { waiting } = await readProgress(db);
  while (waiting !== null && (await isWaiting(db, waiting))) await round();
};

export type CopyStatus = { isOn: boolean; isWhole: boolean; inPostgres: number; inClickHouse: number };

/** Counts the events in both stores. Concurrent writes may be in one number and not yet in the other. */
export const readStatus = async (db: DataSource, client: ClickHouseClient): Promise<CopyStatus> => {
  const { isOn, isWhole } = await readProgress(db);
  const [copied] = await select<{ events: string }>(
    client,
    'SELECT toString(count()) AS events FROM usage_events FINAL',
  );
  const [written] = await sql<{ events: string }>(db, 'SELECT count(*) AS events FROM usage_events');
  return { isOn, isWhole, inPostgres: Number(written?.events), inClickHouse: Number(copied?.events) };
};
