/**
 * Records of revoked tokens leave Redis. A revocation is noted in the transaction that deletes the token, so that a
 * crash before Redis was told is made good: at start and every few seconds all noted records are dropped (again).
 */

import { loop } from '@tessera/kit/loop';
import { sql } from '@tessera/kit/sql';
import type { Stoppable } from '@tessera/kit/subscription';
import { onWake, wakeWork } from '@tessera/kit/wake';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { EntityManager } from 'typeorm';
import type { OrganizationParts } from '../organization.ts';

/** Seconds for which a record is dropped again and again: longer than any late write to Redis can take. */
const watchSeconds = 60;
const sweepMilliseconds = 5_000;
const retry = { first: 250, most: 2_000 };
const work = 'access-token-revocations';
const batch = 1_000;

/** Notes that a token's record must leave Redis; part of the transaction that deletes the token. */
export const noteRevocation = (em: EntityManager, tokenHash: string): Promise<void> =>
  noteRevocations(em, [tokenHash]);

/** The same of several tokens. */
export const noteRevocations = async (em: EntityManager, tokenHashes: string[]): Promise<void> => {
  if (tokenHashes.length === 0) return;
  await em.query(
    'INSERT INTO access_token_revocations (token_hash) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    [tokenHashes],
  );
};

/** Drops one record. When Redis cannot be reached the sweeper does it; the token is gone from the database already. */
export const dropRecord = (parts: OrganizationParts, tokenHash: string): Promise<void> =>
  dropRecords(parts, [tokenHash]);

/** The same of several tokens. */
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

/** Drops all noted records once and forgets those watched long enough. Answers how many were dropped. */
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

/** Sweeps at once and then every few seconds, and soon after what could not be dropped, until stopped. */
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
