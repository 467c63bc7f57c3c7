/** Sessions of customers: tokens that give access to their data. Stored hashed, valid for an hour. */
import { batchedBy } from '@tessera/kit/background/batched';
import { changedRows, sql } from '@tessera/kit/database/sql';
import {
  changeAtCommit,
  type RowsChange,
  type RowsWrite,
  writeAtCommit,
} from '@tessera/kit/database/write-at-commit';
import { kitErrors } from '@tessera/kit/errors';
import { createToken, sha256 } from '@tessera/kit/secrets';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const lifetimeSeconds = 3600;

/** What a session gives access to: all data of a customer, or only what one checkout sold. */
export type SessionScope = CustomerCaller['scope'];

/** Opens a session and returns its token, which is not stored in clear. */
export const openCustomerSession = async (
  em: EntityManager,
  now: Date,
  scope: SessionScope,
): Promise<string> => (await insertSession(em, now, { scope })).token;

/** The same with the details that sellers get. `returnUrl`: where the pages link back to. */
export const insertSession = async (
  em: EntityManager,
  now: Date,
  { scope, returnUrl = null }: { scope: SessionScope; returnUrl?: string | null },
) => {
  const token = createToken('tessera_cst_');
  const session = { id: uuidv7(), createdAt: now, returnUrl };
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const row: WrittenSession = {
    id: session.id,
    created_at: now,
    customer_id: 'customerId' in scope ? scope.customerId : null,
    checkout_id: 'checkoutId' in scope ? scope.checkoutId : null,
    token_hash: sha256(token),
    expires_at: expiresAt,
    return_url: returnUrl,
  };
  await (em.queryRunner ? writeAtCommit(em, sessionWrite, [row]) : writeSession(em.connection, row));
  return { ...session, expiresAt, token };
};

type WrittenSession = Record<
  'id' | 'created_at' | 'customer_id' | 'checkout_id' | 'token_hash' | 'expires_at' | 'return_url',
  string | Date | null
>;

const sessionColumns = 'id, created_at, customer_id, checkout_id, token_hash, expires_at, return_url';
const sessionWrite: RowsWrite<WrittenSession> = {
  table: 'customer_sessions',
  columns: sessionColumns,
  select: (rows, bind) =>
    `SELECT ${sessionColumns} FROM jsonb_populate_recordset(NULL::customer_sessions, ${bind(JSON.stringify(rows))})`,
};

type SessionRow = {
  id: string;
  customer_id: string | null;
  checkout_id: string | null;
  organization_id: string;
};

const maxTogether = 50;

/** Outside of transactions, concurrent sessions share a statement: each mail opens one. */
const writeSession = batchedBy(maxTogether, async (db: DataSource, rows: WrittenSession[]) => {
  await writeAtCommit(db.manager, sessionWrite, rows);
  return rows;
});

/** Returns the session of a token's hash, or null if it is unknown or expired, or its customer was deleted. */
export const findCustomerSession = async (
  em: EntityManager,
  now: Date,
  tokenHash: string,
): Promise<Omit<CustomerCaller, 'kind'> | null> => {
  const [row] = await sql<SessionRow>(
    em,
    `SELECT session.id, session.customer_id, session.checkout_id,
       coalesce(customer.organization_id, checkout.organization_id) AS organization_id
     FROM customer_sessions session
     LEFT JOIN customers customer ON customer.id = session.customer_id AND customer.deleted_at IS NULL
     LEFT JOIN checkouts checkout ON checkout.id = session.checkout_id
     WHERE session.token_hash = $1 AND session.expires_at > $2`,
    [tokenHash, now],
  );
  if (!row?.organization_id) return null;
  const { id: sessionId, organization_id: organizationId } = row;
  // A checkout's session stays limited to it, whoever its customer turns out to be.
  if (row.checkout_id) return { sessionId, organizationId, scope: { checkoutId: row.checkout_id } };
  return row.customer_id ? { sessionId, organizationId, scope: { customerId: row.customer_id } } : null;
};

/** Returns expiry and return URL of a session. Throws ResourceNotFound. */
export const introspectSession = async (
  em: EntityManager,
  id: string,
): Promise<{ expiresAt: Date; returnUrl: string | null }> => {
  const [row] = await sql<{ expiresAt: Date; returnUrl: string | null }>(
    em,
    'SELECT expires_at AS "expiresAt", return_url AS "returnUrl" FROM customer_sessions WHERE id = $1',
    [id],
  );
  if (!row) throw kitErrors.ResourceNotFound();
  return row;
};

/** Extends a live session to its full lifetime. Returns false if there is none. */
export const renewSession = async (em: EntityManager, now: Date, token: string): Promise<boolean> => {
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const renewed = await changedRows(
    em,
    'UPDATE customer_sessions SET expires_at = $2 WHERE token_hash = $1 AND expires_at > $3',
    [sha256(token), expiresAt, now],
  );
  return renewed > 0;
};

/** Revokes a session. Idempotent. */
export const endSession = async (em: EntityManager, id: string): Promise<void> => {
  await em.query('DELETE FROM customer_sessions WHERE id = $1', [id]);
};

/** Ends the sessions of a customer, except for one. Those of checkouts, which show less, stay. */
export const endOtherSessions = async (
  em: EntityManager,
  { customerId, keptId }: { customerId: string; keptId: string },
): Promise<void> => {
  await em.query('DELETE FROM customer_sessions WHERE customer_id = $1 AND id <> $2', [customerId, keptId]);
};

/** Widens a checkout's sessions to all data of its customer, whom the seller has named. */
export const widenSessions = async (
  em: EntityManager,
  checkoutId: string,
  customerId: string,
): Promise<void> => {
  await changeAtCommit(em, widening, [{ checkoutId, customerId }]);
};

const widening: RowsChange<{ checkoutId: string; customerId: string }> = {
  change: (sold, bind) => `UPDATE customer_sessions s SET customer_id = sold.customer_id, checkout_id = NULL
    FROM unnest(${bind(sold.map(({ checkoutId }) => checkoutId))}::uuid[],
      ${bind(sold.map(({ customerId }) => customerId))}::uuid[]) AS sold (checkout_id, customer_id)
    WHERE s.checkout_id = sold.checkout_id`,
};

/** Deletes expired sessions. */
export const deleteExpiredCustomerSessions = async (em: EntityManager, now: Date): Promise<void> => {
  await em.query('DELETE FROM customer_sessions WHERE expires_at <= $1', [now]);
};
