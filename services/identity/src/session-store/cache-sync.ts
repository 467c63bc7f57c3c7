/**
 * How copies in Redis follow the rows. Whoever changes a row notes the session's token in the same transaction
 * (`enqueueCacheSync`); after the commit the copy is made to follow (`syncCachedSessions`), which also lets go of the note.
 * What a crash or a dead Redis leaves is worked off by the sweeper. A copy is only ever written while the row is
 * locked against change, so that no writer can bring back what another has changed or ended.
 */
import { changedRows } from '@tessera/kit/sql';
import { wakeWork } from '@tessera/kit/wake';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../identity.ts';
import { findRecord, shareRecord } from './rows.ts';

/** The name of the work that notes leave, for whoever does it to be woken. */
export const cacheSyncWork = 'session copies';

type Syncing = Pick<Identity, 'db' | 'sessionCache' | 'fields' | 'now' | 'log'>;

/** Notes, in the transaction that changes or ends sessions, that their copies have to follow. */
export const enqueueCacheSync = async (em: EntityManager, tokens: string[]): Promise<void> => {
  if (tokens.length > 0)
    await em.query('INSERT INTO session_copy_jobs (token) SELECT unnest($1::text[])', [tokens]);
};

/** Makes one copy follow its row, and answers the row (null: no such session; it may have expired). */
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
    // The command may still arrive, after a later one of another process: looked at again when Redis answers.
    if (written === 'unsure') await enqueueCacheSync(em, [token]);
    return { record, written };
  });
  if (written !== 'done') wakeWork(db, [cacheSyncWork]);
  return record;
};

/** Makes copies follow after a commit. Never throws: the change is made, and the note is still there. */
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

/** Notes every session when copies were made with other fields of users than the configuration has now. */
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
