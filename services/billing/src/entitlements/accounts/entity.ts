/** Accounts of customers on other platforms. Their access tokens are encrypted, and never shown. */
import { sql } from '@tessera/kit/database/sql';
import { createVault, sha256 } from '@tessera/kit/secrets';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Account, PlatformName, Tokens } from '../../platforms/platform.ts';

export type AccountRow = {
  customerId: string;
  platform: PlatformName;
  accountId: string;
  username: string | null;
  sealedTokens: string | null;
};

const columns = `customer_id AS "customerId", platform, account_id AS "accountId", username,
  sealed_tokens AS "sealedTokens"`;

/** Derives the encryption key from the application's secret, which is not in the database. */
const vaultOf = (secret: string) =>
  createVault(`application:${Buffer.from(sha256(`customer accounts ${secret}`), 'hex').toString('base64')}`);

/** Stores an account after its owner has authorized it. */
export const storeAccount = async (
  em: EntityManager,
  now: Date,
  {
    customerId,
    platform,
    account,
    secret,
  }: {
    customerId: string;
    platform: PlatformName;
    account: Account;
    secret: string;
  },
): Promise<void> => {
  const sealed = account.tokens && vaultOf(secret).encrypt(JSON.stringify(account.tokens));
  await em.query(
    `INSERT INTO customer_accounts (id, created_at, customer_id, platform, account_id, username, sealed_tokens)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (customer_id, platform, account_id)
     DO UPDATE SET created_at = excluded.created_at, username = excluded.username,
       sealed_tokens = excluded.sealed_tokens`,
    [uuidv7(), now, customerId, platform, account.id, account.username, sealed],
  );
};

/** The accounts of customers, most recently connected first. */
export const findAccounts = (em: EntityManager, customerIds: readonly string[]): Promise<AccountRow[]> =>
  sql<AccountRow>(
    em,
    `SELECT ${columns} FROM customer_accounts WHERE customer_id = ANY($1::uuid[]) ORDER BY created_at DESC, id DESC`,
    [customerIds],
  );

/** Decrypts an account's tokens; null if the application's secret has changed since. */
export const openAccount = ({ accountId, username, sealedTokens }: AccountRow, secret: string): Account => ({
  id: accountId,
  username,
  tokens: sealedTokens === null ? null : unseal(sealedTokens, secret),
});

const unseal = (sealed: string, secret: string): Tokens | null => {
  try {
    return JSON.parse(vaultOf(secret).decrypt(sealed)) as Tokens;
  } catch {
    return null;
  }
};
