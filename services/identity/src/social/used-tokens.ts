/** Id tokens that have signed somebody in: each does so once, whoever has come by it. */
import { sql } from '@tessera/kit/sql';
import type { DataSource, EntityManager } from 'typeorm';
import { socialErrors } from './errors.ts';

/** The SHA-256 of a token, and until when it would be good. */
export type IdTokenUse = { hash: string; expiresAt: Date };

/** For a provider whose clock is behind ours. */
const graceMilliseconds = 600_000;

/**
 * Notes the use in the transaction that signs in, so that a sign-in which fails leaves the token good. Throws the
 * refusal if it was used: of two at once the second waits here for what becomes of the first.
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

/** Forgets tokens that have run out. */
export const deleteExpiredTokens = async (db: DataSource, now: Date): Promise<void> => {
  await db.query('DELETE FROM used_id_tokens WHERE expires_at < $1', [
    new Date(now.getTime() - graceMilliseconds),
  ]);
};
