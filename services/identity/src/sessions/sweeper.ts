/** Processes cache sync jobs left by a crash or a Redis outage, and ends expired sessions. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import { onWake } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import type { Identity } from '../identity.ts';
import { cacheSyncWork, syncCachedSession } from '../session-store/cache-sync.ts';
import { endExpiredSessions } from './end.ts';

const batch = 100;
const restMilliseconds = 5_000;
/** Retry interval while Redis does not answer. */
const againMilliseconds = 1_000;
const expiryMilliseconds = 60_000;

/** Updates all enqueued copies. Returns whether the queue is empty. */
export const drainCacheQueue = async (
  identity: Pick<Identity, 'db' | 'sessionCache' | 'fields' | 'now' | 'log'>,
): Promise<boolean> => {
  for (;;) {
    if (!identity.sessionCache.isUp()) return false;
    const rows = await sql<{ token: string }>(
      identity.db,
      'SELECT DISTINCT token FROM session_copy_jobs ORDER BY token LIMIT $1',
      [batch],
    );
    if (rows.length === 0) return true;
    for (const { token } of rows) {
      await syncCachedSession(identity, token);
      if (!identity.sessionCache.isUp()) return false;
    }
  }
};

/**
 * Runs until stopped. It is woken by jobs that this process could not complete, and when Redis may have missed
 * changes, since copies are not trusted until the queue is empty; jobs of crashed processes are found by polling.
 */
export const startSessionSweeper = (identity: Identity): Stoppable => {
  const { db, sessionCache, log } = identity;
  const notes = loop({ every: restMilliseconds, log, name: cacheSyncWork }, async () => {
    if (!(await drainCacheQueue(identity))) return againMilliseconds;
    sessionCache.trust();
    return false;
  });
  sessionCache.onLost(notes.wake);
  sessionCache.onReturn(notes.wake);
  const unsubscribe = onWake(db, cacheSyncWork, notes.wake);
  const expiry = sweep({ every: expiryMilliseconds, log, name: 'expired sessions' }, () =>
    endExpiredSessions(identity),
  );
  return {
    stop: async () => {
      unsubscribe();
      await Promise.all([notes.stop(), expiry.stop()]);
    },
  };
};
