/** Rows of one-time codes that verify an address: six letters and digits, valid for half an hour and five tries. */
import { changedRows, sql } from '@tessera/kit/database/sql';
import { randomText, sameText, sha256 } from '@tessera/kit/secrets';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const lifetimeSeconds = 1800;
export const maxTries = 5;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** `sign_in`: for the customer who has the address. `email`: for a customer who changes to it. */
export type CodePurpose = 'sign_in' | 'email';

/** `customerId` of a sign-in code is set when it is sent. */
export type CodeRow = {
  id: string;
  organizationId: string;
  purpose: CodePurpose;
  email: string;
  customerId: string | null;
  expiresAt: Date;
};

const columns = `id, organization_id AS "organizationId", purpose, email, customer_id AS "customerId",
  expires_at AS "expiresAt"`;

export const createCode = (): string => randomText(6, alphabet);

/** Records the request of a code. Returns its id. */
export const insertCode = async (
  em: EntityManager,
  now: Date,
  { organizationId, purpose, email, customerId }: Omit<CodeRow, 'id' | 'expiresAt'>,
): Promise<string> => {
  const id = uuidv7();
  await em.query(
    `INSERT INTO customer_codes (id, created_at, expires_at, organization_id, purpose, email, customer_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, now, new Date(now.getTime() + lifetimeSeconds * 1000), organizationId, purpose, email, customerId],
  );
  return id;
};

export const findCode = async (em: EntityManager, id: string): Promise<CodeRow | undefined> => {
  const [row] = await sql<CodeRow>(em, `SELECT ${columns} FROM customer_codes WHERE id = $1`, [id]);
  return row;
};

/** Stores the hash of a code that is about to be sent, replacing an earlier one of the same request. */
export const keepCode = (
  em: EntityManager,
  id: string,
  { code, customerId }: { code: string; customerId: string },
): Promise<unknown> =>
  em.query('UPDATE customer_codes SET code_hash = $2, customer_id = $3 WHERE id = $1', [
    id,
    sha256(code),
    customerId,
  ]);

type Sought = { purpose: CodePurpose } & ({ organizationId: string; email: string } | { customerId: string });

/**
 * Counts a try on every live code of an address (or customer) and returns the matching one. The try is counted before
 * the comparison, so that concurrent guesses cannot exceed the limit.
 */
export const tryCode = async (
  em: EntityManager,
  now: Date,
  { code, ...sought }: Sought & { code: string },
): Promise<CodeRow | undefined> => {
  const [whose, values] =
    'customerId' in sought
      ? ['customer_id = $4', [sought.customerId]]
      : ['organization_id = $4 AND lower(email) = lower($5)', [sought.organizationId, sought.email]];
  const rows = await sql<CodeRow & { hash: string | null }>(
    em,
    `UPDATE customer_codes SET tries = tries + 1
     WHERE purpose = $1 AND expires_at > $2 AND tries < $3 AND ${whose} RETURNING ${columns}, code_hash AS hash`,
    [sought.purpose, now, maxTries, ...values],
  );
  const hash = sha256(code);
  // All are compared, to avoid timing differences.
  const matches = rows.filter((row) => sameText(row.hash ?? '', hash));
  return matches[0];
};

/** Returns the live sign-in code with this text, whatever its address. */
export const findCodeByText = async (
  em: EntityManager,
  now: Date,
  code: string,
): Promise<CodeRow | undefined> => {
  const [row] = await sql<CodeRow>(
    em,
    `SELECT ${columns} FROM customer_codes
     WHERE code_hash = $1 AND purpose = 'sign_in' AND expires_at > $2 AND tries < $3`,
    [sha256(code), now, maxTries],
  );
  return row;
};

/** Uses up a code, and all others of the same purpose and customer. Returns whether it still existed. */
export const useCode = async (em: EntityManager, { id, purpose, customerId }: CodeRow): Promise<boolean> => {
  const used = await changedRows(em, 'DELETE FROM customer_codes WHERE id = $1', [id]);
  if (used === 0) return false;
  await em.query('DELETE FROM customer_codes WHERE customer_id = $1 AND purpose = $2', [customerId, purpose]);
  return true;
};

const windowStart = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / (lifetimeSeconds * 1000)) * lifetimeSeconds * 1000);

/** Counts a try without an address, by network. Returns the network's number of tries. */
export const countTry = async (em: EntityManager, now: Date, network: string): Promise<number> => {
  const [row] = await sql<{ tries: number }>(
    em,
    `INSERT INTO customer_code_tries AS present (network, started_at, tries) VALUES ($1, $2, 1)
     ON CONFLICT (network, started_at) DO UPDATE SET tries = present.tries + 1 RETURNING tries`,
    [network, windowStart(now)],
  );
  return row?.tries ?? 0;
};

/** Reverts the count of a correct try: only wrong ones count. */
export const forgiveTry = (em: EntityManager, now: Date, network: string): Promise<unknown> =>
  em.query('UPDATE customer_code_tries SET tries = tries - 1 WHERE network = $1 AND started_at = $2', [
    network,
    windowStart(now),
  ]);

/** Deletes expired codes and counts. */
export const purgeCodes = async (em: EntityManager, now: Date): Promise<void> => {
  await em.query('DELETE FROM customer_codes WHERE expires_at <= $1', [now]);
  await em.query('DELETE FROM customer_code_tries WHERE started_at < $1', [windowStart(now)]);
};
