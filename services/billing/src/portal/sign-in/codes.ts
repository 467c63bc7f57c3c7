/**
 * Rows of one-time codes that verify an address: six letters and digits, valid for half an hour, and for five tries of
 * whoever requested them.
 */
import { changedRows, sql } from '@tessera/kit/database/sql';
import { randomText, sameText, sha256 } from '@tessera/kit/secrets';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';

const lifetimeSeconds = 1800;
const maxTries = 5;
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

type Tried = CodeRow & { hash: string | null };

/** Returns the first row with this code. All are compared, to avoid timing differences. */
const matching = (rows: Tried[], code: string): CodeRow | undefined => {
  const hash = sha256(code);
  return rows.filter((row) => sameText(row.hash ?? '', hash))[0];
};

/**
 * Counts a try on the live code of a request, or on all to which a customer wants to change, and returns the matching
 * one. The try is counted before the comparison, so that concurrent guesses cannot exceed the limit.
 */
export const tryCode = async (
  em: EntityManager,
  now: Date,
  { code, ...sought }: { code: string } & ({ id: string } | { changing: string }),
): Promise<CodeRow | undefined> => {
  const [whose, value] =
    'id' in sought
      ? [`id = $3 AND purpose = 'sign_in'`, sought.id]
      : [`customer_id = $3 AND purpose = 'email'`, sought.changing];
  const rows = await sql<Tried>(
    em,
    `UPDATE customer_codes SET tries = tries + 1
     WHERE expires_at > $1 AND tries < $2 AND ${whose} RETURNING ${columns}, code_hash AS hash`,
    [now, maxTries, value],
  );
  return matching(rows, code);
};

/** Where a sign-in code is looked for: the one in a mail's link, those of an address, or all. */
export type Sought = { id: string } | { email: string; organizationId: string } | Record<string, never>;

/**
 * Returns the live sign-in code with this text. Counts nothing. Codes whose requester had no try left match only by
 * id: with it nobody guesses.
 */
export const findCodeByText = async (
  em: EntityManager,
  now: Date,
  code: string,
  sought: Sought,
): Promise<CodeRow | undefined> => {
  const [where, values] =
    'id' in sought
      ? ['id = $2', [sought.id]]
      : 'email' in sought
        ? ['organization_id = $2 AND lower(email) = lower($3)', [sought.organizationId, sought.email]]
        : ['code_hash = $2', [sha256(code)]];
  const rows = await sql<Tried & { tries: number }>(
    em,
    `SELECT ${columns}, code_hash AS hash, tries FROM customer_codes
     WHERE ${where} AND purpose = 'sign_in' AND expires_at > $1`,
    [now, ...values],
  );
  return matching('id' in sought ? rows : rows.filter(({ tries }) => tries < maxTries), code);
};

/** Uses up a code, and all others of the same purpose and customer. Returns whether it still existed. */
export const useCode = async (em: EntityManager, { id, purpose, customerId }: CodeRow): Promise<boolean> => {
  const used = await changedRows(em, 'DELETE FROM customer_codes WHERE id = $1', [id]);
  if (used === 0) return false;
  await em.query('DELETE FROM customer_codes WHERE customer_id = $1 AND purpose = $2', [customerId, purpose]);
  return true;
};

/** Deletes expired codes. */
export const purgeCodes = async (em: EntityManager, now: Date): Promise<void> => {
  await em.query('DELETE FROM customer_codes WHERE expires_at <= $1', [now]);
};
