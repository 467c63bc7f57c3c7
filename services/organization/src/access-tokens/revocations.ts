/**
 * Removes the records of revoked tokens from Redis. A revocation is stored in the transaction that deletes the token,
 * so that a crash before the removal does no harm: at start and every few seconds all stored revocations are applied
 * (again).
 */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { onWake, wakeWork } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { EntityManager } from 'typeorm';
import type { OrganizationParts } from '../organization.ts';

/** Seconds for which a record is removed repeatedly: longer than any delayed write to Redis can take. */
const watchSeconds = 60;
const sweepMilliseconds = 5_000;
const retry = { first: 250, most: 2_000 };
const work = 'access-token-revocations';
const batch = 1_000;

/** Stores that a token's record must be removed from Redis, in the transaction that deletes the token. */
export const noteRevocation = (em: EntityManager, tokenHash: string): Promise<void> =>
  noteRevocations(em, [tokenHash]);

/** As `noteRevocation`, for several tokens. */
export const noteRevocations = async (em: EntityManager, tokenHashes: string[]): Promise<void> => {
  if (tokenHashes.length === 0) return;
  await em.query(
    'INSERT INTO access_token_revocations (token_hash) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    [tokenHashes],
  );
};

/** Removes a deleted token's record from Redis. If Redis is unreachable, the sweeper retries. */
export const dropRecord = (parts: OrganizationParts, tokenHash: string): Promise<void> =>
  dropRecords(parts, [tokenHash]);

/** As `dropRecord`, for several tokens. */
export const dropRecords = async (
  { db, redis, log }: OrganizationParts,
  tokenHashes: string[],
): Promise<void> => {
  if (tokenHashes.length === 0) return;
  try {
    await redis.ask((client) => client.del(tokenHashes.map(accessTokenKey)));
  } catch (error) {
    log.error({ err: error }, 'the record of a revoked access token could not be dropped yet');
    wakeWork(db, [work]);
  }
};

/** Removes the records of all stored revocations, and deletes old revocations. Returns the number removed. */
export const sweepRevocations = async ({ db, redis }: OrganizationParts): Promise<number> => {
  const noted = await sql<{ tokenHash: string; isOld: boolean }>(
    db,
    `SELECT token_hash AS "tokenHash", revoked_at < now() - make_interval(secs => $2) AS "isOld"
     FROM access_token_revocations ORDER BY revoked_at LIMIT $1`,
    [batch, watchSeconds],
  );
  if (noted.length === 0) return 0;
  await redis.ask((client) => client.del(noted.map(({ tokenHash }) => accessTokenKey(tokenHash))));
  const old = noted.filter(({ isOld }) => isOld).map(({ tokenHash }) => tokenHash);
  if (old.length > 0)
    await db.query('DELETE FROM access_token_revocations WHERE token_hash = ANY($1)', [old]);
  return noted.length;
};

/** Sweeps at start, every few seconds, and soon after a failed removal, until stopped. */
export const startSweeper = (parts: OrganizationParts): Stoppable => {
  const running = loop({ every: sweepMilliseconds, retry, log: parts.log, name: work }, async () => {
    await sweepRevocations(parts);
  });
  const unsubscribe = onWake(parts.db, work, running.wake);
  return {
    stop: () => {
      unsubscribe();
      return running.stop();
    },
  };
};
