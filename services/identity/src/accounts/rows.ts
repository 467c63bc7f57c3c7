/** SQL statements for accounts at providers. Tokens are encrypted before they get here. */
import { changedRows, sql } from '@tessera/kit/database/sql';
import type { DataSource, EntityManager } from 'typeorm';

/** An account with its encrypted tokens. */
export type AccountRow = {
  id: string;
  userId: string;
  providerId: string;
  accountId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: Date | null;
  refreshTokenExpiresAt: Date | null;
  /** Comma-separated. */
  scope: string | null;
  createdAt: Date;
  /** Never moved, as in better-auth: neither new tokens nor a new password count. */
  updatedAt: Date;
};

/** The selected columns of an account. */
export const columns = `id, user_id AS "userId", provider_id AS "providerId", account_id AS "accountId",
  access_token AS "accessToken", refresh_token AS "refreshToken", id_token AS "idToken",
  access_token_expires_at AS "accessTokenExpiresAt", refresh_token_expires_at AS "refreshTokenExpiresAt",
  scope, created_at AS "createdAt", updated_at AS "updatedAt"`;

const most = 100;

/** Finds an account by provider and the provider's account id. */
export const findAccount = async (
  em: EntityManager,
  { providerId, accountId }: { providerId: string; accountId: string },
): Promise<AccountRow | null> =>
  (
    await sql<AccountRow>(em, `SELECT ${columns} FROM accounts WHERE provider_id = $1 AND account_id = $2`, [
      providerId,
      accountId,
    ])
  )[0] ?? null;

/** Returns a user's accounts, oldest first, at most `limit`; null: all of them. */
export const listAccounts = async (
  db: DataSource | EntityManager,
  userId: string,
  limit: number | null = most,
): Promise<AccountRow[]> =>
  await sql<AccountRow>(
    db,
    `SELECT ${columns} FROM accounts WHERE user_id = $1 ORDER BY created_at, id LIMIT $2`,
    [userId, limit],
  );

/** The fields of an account that can be updated; absent fields stay unchanged. */
export type EncryptedTokens = Partial<
  Pick<
    AccountRow,
    'accessToken' | 'refreshToken' | 'idToken' | 'accessTokenExpiresAt' | 'refreshTokenExpiresAt' | 'scope'
  >
>;

const tokenValues = (tokens: EncryptedTokens) => [
  tokens.accessToken ?? null,
  tokens.refreshToken ?? null,
  tokens.idToken ?? null,
  tokens.accessTokenExpiresAt ?? null,
  tokens.refreshTokenExpiresAt ?? null,
  tokens.scope ?? null,
];

export const insertAccount = async (
  em: EntityManager,
  account: Pick<AccountRow, 'id' | 'userId' | 'providerId' | 'accountId' | 'createdAt'>,
  tokens: EncryptedTokens,
): Promise<void> => {
  const { id, userId, providerId, accountId, createdAt } = account;
  await em.query(
    `INSERT INTO accounts (id, user_id, provider_id, account_id, created_at, updated_at,
       access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at, scope)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11)`,
    [id, userId, providerId, accountId, createdAt, ...tokenValues(tokens)],
  );
};

/** Updates tokens; absent fields and `updatedAt` stay unchanged. Returns whether the account still existed. */
export const updateTokens = async (
  db: DataSource | EntityManager,
  id: string,
  tokens: EncryptedTokens,
): Promise<boolean> => {
  const count = await changedRows(
    db,
    `UPDATE accounts SET access_token = COALESCE($2, access_token),
       refresh_token = COALESCE($3, refresh_token), id_token = COALESCE($4, id_token),
       access_token_expires_at = COALESCE($5, access_token_expires_at),
       refresh_token_expires_at = COALESCE($6, refresh_token_expires_at), scope = COALESCE($7, scope)
     WHERE id = $1`,
    [id, ...tokenValues(tokens)],
  );
  return count > 0;
};

export const deleteAccount = async (em: EntityManager, id: string): Promise<void> => {
  await em.query('DELETE FROM accounts WHERE id = $1', [id]);
};

/** The unique constraint on a provider's account. */
export const accountConstraint = 'accounts_provider_account_key';
