/** Sessions of customers: a token that opens what they have. Stored hashed, good for an hour. */

import { createToken, sha256 } from '@tessera/kit/secrets';
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const lifetimeSeconds = 3600;

/** What a session opens: all that a customer has, or only what one checkout sold. */
export type SessionScope = { customerId: string } | { checkoutId: string };

/** Opens a session and answers its token, which is told this once. */
export const openCustomerSession = async (
  em: EntityManager,
  now: Date,
  scope: SessionScope,
): Promise<string> => {
  const token = createToken('tessera_cst_');
  await em.query(
    `INSERT INTO customer_sessions (id, created_at, customer_id, checkout_id, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      uuidv7(),
      now,
      'customerId' in scope ? scope.customerId : null,
      'checkoutId' in scope ? scope.checkoutId : null,
      sha256(token),
      new Date(now.getTime() + lifetimeSeconds * 1000),
    ],
  );
  return token;
};

/** What a token opens now, or null: unknown or ended. */
export const findSessionScope = async (
  em: EntityManager,
  now: Date,
  token: string,
): Promise<SessionScope | null> => {
  const [row] = await sql<{ customer_id: string | null; checkout_id: string | null }>(
    em,
    'SELECT customer_id, checkout_id FROM customer_sessions WHERE token_hash = $1 AND expires_at > $2',
    [sha256(token), now],
  );
  if (!row) return null;
  // A session of a checkout stays within it, whoever its customer turns out to be.
  if (row.checkout_id) return { checkoutId: row.checkout_id };
  return row.customer_id ? { customerId: row.customer_id } : null;
};

/** The checkout's customer is known, and it was the seller who said so: its sessions open all that they have. */
export const widenSessions = async (
  em: EntityManager,
  checkoutId: string,
  customerId: string,
): Promise<void> => {
  await em.query('UPDATE customer_sessions SET customer_id = $2, checkout_id = NULL WHERE checkout_id = $1', [
    checkoutId,
    customerId,
  ]);
};

/** Forgets sessions that have ended. */
export const forgetCustomerSessions = async (em: EntityManager, now: Date): Promise<void> => {
  await em.query('DELETE FROM customer_sessions WHERE expires_at <= $1', [now]);
};
