/**
 * Deleted accounts. A request of such a user may still be under way when the event arrives that ends all they have:
 * what it stored afterwards would be nobody's, and stay forever.
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

const keyOf = (userId: string): string => `departure of ${userId}`;

/**
 * Keeps a user from departing until the transaction ends; false: they have departed. Taken before locks on
 * organizations, as the departure itself does.
 */
export const holdUser = async (em: EntityManager, userId: string): Promise<boolean> => {
  await em.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [keyOf(userId)]);
  return (await sql(em, 'SELECT 1 FROM departed_users WHERE user_id = $1', [userId])).length === 0;
};

/** Notes that an account was deleted, once nothing is being stored for its user any more. */
export const noteDeparture = async (em: EntityManager, userId: string): Promise<void> => {
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [keyOf(userId)]);
  await em.query('INSERT INTO departed_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [userId]);
};
