/**
 * Deleted and banned accounts. A request of such a user may still be under way when the event arrives that ends what
 * they have: what it stored afterwards would stay, for nobody or for someone who is locked out.
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

const keyOf = (userId: string): string => `departure of ${userId}`;

/**
 * Keeps a user from departing or being banned until the transaction ends; false: they have departed. Taken before
 * locks on organizations, as the departure itself does.
 */
export const lockUser = async (em: EntityManager, userId: string): Promise<boolean> => {
  await em.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [keyOf(userId)]);
  return (await sql(em, 'SELECT 1 FROM departed_users WHERE user_id = $1', [userId])).length === 0;
};

/** As `lockUser`, for what a ban ends; false: they have departed, or are banned. */
export const lockFreeUser = async (em: EntityManager, userId: string, now: Date): Promise<boolean> => {
  if (!(await lockUser(em, userId))) return false;
  // A ban that has expired is over before identity tells of it: that waits for the next sign-in.
  const bans = await sql(
    em,
    'SELECT 1 FROM banned_users WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > $2)',
    [userId, now],
  );
  return bans.length === 0;
};

/** Waits until nothing is being stored for a user any more, and keeps new attempts waiting. */
const stopStoring = async (em: EntityManager, userId: string): Promise<void> => {
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(userId)]);
};

/** Notes that an account was deleted, once nothing is being stored for its user any more. */
export const noteDeparture = async (em: EntityManager, userId: string): Promise<void> => {
  await stopStoring(em, userId);
  await em.query('INSERT INTO departed_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
  await noteBanEnd(em, userId);
};

/** Notes a ban, once nothing is being stored for its user any more. `expiresAt` null: until it is lifted. */
export const noteBan = async (em: EntityManager, userId: string, expiresAt: Date | null): Promise<void> => {
  await stopStoring(em, userId);
  await em.query(
    `INSERT INTO banned_users (user_id, expires_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET expires_at = excluded.expires_at`,
    [userId, expiresAt],
  );
};

export const noteBanEnd = async (em: EntityManager, userId: string): Promise<void> => {
  await em.query('DELETE FROM banned_users WHERE user_id = $1', [userId]);
};
