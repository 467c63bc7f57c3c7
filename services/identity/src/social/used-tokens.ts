/** Id tokens that were used to sign in: each can be used once, so that a stolen one is worthless. */
import { sql } from '@tessera/kit/database/sql';
import type { DataSource, EntityManager } from 'typeorm';
import { socialErrors } from './errors.ts';

/** The SHA-256 of a token, and its expiry. */
export type IdTokenUse = { hash: string; expiresAt: Date };

/** Tolerance for a provider whose clock is behind ours. */
const graceMilliseconds = 600_000;

/**
 * Records the use in the transaction that signs in, so that a failed sign-in does not use up the token. Throws if it
 * was already used; a concurrent second use waits here for the outcome of the first.
 */
export const useIdToken = async (em: EntityManager, { hash, expiresAt }: IdTokenUse): Promise<void> => {
  const rows = await sql(
    em,
    `INSERT INTO used_id_tokens (token_hash, expires_at) VALUES ($1, $2)
     ON CONFLICT DO NOTHING RETURNING token_hash`,
    [hash, expiresAt],
  );
  if (rows.length === 0) throw socialErrors.InvalidToken();
};

/** Deletes expired tokens. */
export const deleteExpiredTokens = async (db: DataSource, now: Date): Promise<void> => {
  await db.query('DELETE FROM used_id_tokens WHERE expires_at < $1', [
    new Date(now.getTime() - graceMilliseconds),
  ]);
};
