/** Sessions of customers: a token that opens their portal. Stored hashed, good for an hour. */
import { createToken, sha256 } from '@tessera/kit/secrets';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const lifetimeSeconds = 3600;

/** Opens a session and answers its token, which is told this once. */
export const openCustomerSession = async (
  em: EntityManager,
  now: Date,
  customerId: string,
): Promise<string> => {
  const token = createToken('tessera_cst_');
  await em.query(
    'INSERT INTO customer_sessions (id, created_at, customer_id, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [uuidv7(), now, customerId, sha256(token), new Date(now.getTime() + lifetimeSeconds * 1000)],
  );
  return token;
};

/** Forgets sessions that have ended. */
export const forgetCustomerSessions = async (em: EntityManager, now: Date): Promise<void> => {
  await em.query('DELETE FROM customer_sessions WHERE expires_at <= $1', [now]);
};
