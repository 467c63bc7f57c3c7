/**
 * One-time tokens in mails (contracts/auth.md, section 3). A token is derived from the event that requests its mail,
 * so that a mail that is sent again contains the same token; only its hash is stored.
 */
import { createHmac } from 'node:crypto';
import { sql } from '@tessera/kit/database/sql';
import { sha256 } from '@tessera/kit/secrets';
import type { DataSource, EntityManager } from 'typeorm';

export type TokenKind = 'reset-password' | 'delete-account';

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
const forms: Record<TokenKind, { length: number; alphabet: string }> = {
  'reset-password': { length: 24, alphabet: `${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ` },
  'delete-account': { length: 32, alphabet: lower },
};

/** Derives the token of an event; without the key it is indistinguishable from a random one. */
export const deriveToken = (key: Buffer, kind: TokenKind, eventId: string): string => {
  const { length, alphabet } = forms[kind];
  const digest = createHmac('sha512', key).update(`${kind}:${eventId}`).digest('hex');
  let rest = BigInt(`0x${digest}`);
  let token = '';
  for (let index = 0; index < length; index += 1) {
    token += alphabet[Number(rest % BigInt(alphabet.length))];
    rest /= BigInt(alphabet.length);
  }
  return token;
};

type Storing = { kind: TokenKind; token: string; userId: string; now: Date; expiresIn: number };

/** Stores a token's hash. Returns whether the token is valid: a redelivered event does not renew it. */
export const storeToken = async (
  db: DataSource,
  { kind, token, userId, now, expiresIn }: Storing,
): Promise<boolean> => {
  await db.query('DELETE FROM one_time_tokens WHERE expires_at < $1', [new Date(now.getTime() - 86_400_000)]);
  await db.query(
    `INSERT INTO one_time_tokens (token_hash, kind, user_id, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [sha256(token), kind, userId, new Date(now.getTime() + expiresIn * 1000)],
  );
  return (await findTokenOwner(db, { kind, token, now })) !== null;
};

type Showing = { kind: TokenKind; token: string; now: Date };

/** Returns the id of a valid token's owner, or null. Does not use the token up. */
export const findTokenOwner = async (
  db: DataSource | EntityManager,
  { kind, token, now }: Showing,
): Promise<string | null> => {
  const rows = await sql<{ userId: string }>(
    db,
    `SELECT user_id AS "userId" FROM one_time_tokens
     WHERE token_hash = $1 AND kind = $2 AND expires_at > $3 AND used_at IS NULL`,
    [sha256(token), kind, now],
  );
  return rows[0]?.userId ?? null;
};

/**
 * Uses up a token and all others of its kind of the same user. Returns the user's id; null: invalid, expired or used.
 */
export const takeToken = async (em: EntityManager, showing: Showing): Promise<string | null> => {
  const userId = await findTokenOwner(em, showing);
  if (userId === null) return null;
  // Every taker locks the user's row: the second of two concurrent ones finds the token used.
  await em.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  if ((await findTokenOwner(em, showing)) === null) return null;
  await spendTokens(em, { userId, kind: showing.kind, now: showing.now });
  return userId;
};

/** Invalidates a user's tokens of one kind. */
export const spendTokens = async (
  em: EntityManager,
  { userId, kind, now }: { userId: string; kind: TokenKind; now: Date },
): Promise<void> => {
  await em.query(
    'UPDATE one_time_tokens SET used_at = $3 WHERE user_id = $1 AND kind = $2 AND used_at IS NULL',
    [userId, kind, now],
  );
};
