/**
 * Keeps the session copies in Redis consistent with the rows. A transaction that changes a row enqueues the session's
 * token (`enqueueCacheSync`); after the commit `syncCachedSessions` updates the copy and removes the job. Jobs left
 * by a crash or a Redis outage are processed by the sweeper. Copies are only written while the row is locked against
 * changes, so that no writer can restore a session that another has changed or ended.
 */
import { wakeWork } from '@tessera/kit/background/wake';
import { changedRows } from '@tessera/kit/database/sql';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../identity.ts';
import { findRecord, shareRecord } from './rows.ts';

/** The name of the queued work, used to wake its worker. */
export const cacheSyncWork = 'session copies';

type Syncing = Pick<Identity, 'db' | 'sessionCache' | 'fields' | 'now' | 'log'>;

/** Enqueues tokens for cache sync, in the transaction that changes or ends the sessions. */
export const enqueueCacheSync = async (em: EntityManager, tokens: string[]): Promise<void> => {
  if (tokens.length > 0)
    await em.query('INSERT INTO session_copy_jobs (token) SELECT unnest($1::text[])', [tokens]);
};

/** Updates one copy from its row and returns the row. Null: no such session. The session may have expired. */
export const syncCachedSession = async (identity: Syncing, token: string): Promise<SessionRecord | null> => {
  const { db, sessionCache, fields } = identity;
  if (!sessionCache.isUp()) {
    wakeWork(db, [cacheSyncWork]);
    return findRecord(identity, token);
  }
  const { record, written } = await db.transaction(async (em) => {
    const record = await shareRecord(em, token, fields);
    const life = record ? record.session.expiresAt.getTime() - identity.now().getTime() : 0;
    const written = await sessionCache.write(token, record, life);
    if (written === 'done') await em.query('DELETE FROM session_copy_jobs WHERE token = $1', [token]);
    // The command may still reach Redis after a later one of another process, so the copy is checked again when Redis
    // answers.
    if (written === 'unsure') await enqueueCacheSync(em, [token]);
    return { record, written };
  });
  if (written !== 'done') wakeWork(db, [cacheSyncWork]);
  return record;
};

/** Updates copies after a commit. Never throws: the change is committed, and the job is still in the queue. */
export const syncCachedSessions = async (identity: Syncing, tokens: string[]): Promise<void> => {
  for (const token of tokens) {
    try {
      await syncCachedSession(identity, token);
    } catch (error) {
      identity.log.warn({ err: error }, 'a session copy follows later');
      wakeWork(identity.db, [cacheSyncWork]);
    }
  }
};

/**
 * Enqueues all sessions if the configured user or session fields differ from those that the copies were made with.
 */
export const renewCachedSessions = (identity: Pick<Identity, 'db' | 'fields' | 'log'>): Promise<void> =>
  identity.db.transaction(async (em) => {
    const shape = identity.fields.signature;
    const changed = await changedRows(em, 'UPDATE session_copy_shape SET shape = $1 WHERE shape <> $1', [
      shape,
    ]);
    if (changed === 0) return;
    await em.query('INSERT INTO session_copy_jobs (token) SELECT token FROM sessions');
    identity.log.info('users have other fields now: the copies of all sessions are written anew');
  });
