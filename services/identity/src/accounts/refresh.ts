/**
 * Refreshes an account's tokens once for all concurrent callers, across processes: many providers accept a refresh
 * token only once, and some revoke the whole grant when it is reused. The refreshing process claims the account in a
 * statement of its own, so that no transaction is open during the call to the provider. After a crash the claim
 * expires, by the database's clock.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '@tessera/kit/database/sql';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { ProviderFailure } from '../providers/http.ts';
import type { Tokens } from '../providers/provider.ts';
import { decryptTokens, encryptTokens } from './encryption.ts';
import { type AccountRow, columns, updateTokens } from './rows.ts';

export type Refresh = (refreshToken: string) => Promise<Tokens>;

/** Longer than the timeout of a call to a provider. */
const claimSeconds = 30;
const maxWaitingMilliseconds = 20_000;
const pauseMilliseconds = 50;

/** Refreshes in progress in this process, by account id. */
const underWay = new WeakMap<DataSource, Map<string, Promise<Tokens>>>();

/**
 * Returns new tokens of an account. `account` is the row that the caller has read; tokens refreshed since then count
 * as new.
 */
export const refreshOnce = (identity: Identity, account: AccountRow, refresh: Refresh): Promise<Tokens> => {
  const running = underWay.get(identity.db) ?? new Map<string, Promise<Tokens>>();
  underWay.set(identity.db, running);
  const present = running.get(account.id);
  if (present) return present;
  const started = refreshClaimed(identity, account, refresh).finally(() => running.delete(account.id));
  running.set(account.id, started);
  return started;
};

const refreshClaimed = async (identity: Identity, seen: AccountRow, refresh: Refresh): Promise<Tokens> => {
  const { db, vault } = identity;
  const { account, claim } = await waitForClaim(db, seen.id);
  try {
    const stored = decryptTokens(vault, account);
    if (isRenewed(stored, decryptTokens(vault, seen))) return stored;
    const tokens = await refresh(stored.refreshToken ?? '');
    await updateTokens(db, account.id, encryptTokens(vault, tokens));
    return tokens;
  } finally {
    await release(db, account.id, claim);
  }
};

/** Compares decrypted tokens: the same token encrypted with another key is not a new one. */
const isRenewed = (stored: Tokens, seen: Tokens): boolean =>
  stored.accessToken !== seen.accessToken || stored.refreshToken !== seen.refreshToken;

type Claimed = { account: AccountRow; claim: string };

const waitForClaim = async (db: DataSource, id: string): Promise<Claimed> => {
  const end = performance.now() + maxWaitingMilliseconds;
  for (;;) {
    const claimed = await claimRefresh(db, id);
    if (claimed) return claimed;
    if (performance.now() > end)
      throw new ProviderFailure('another refresh of these tokens goes on too long');
    await delay(pauseMilliseconds);
  }
};

const claimRefresh = async (db: DataSource, id: string): Promise<Claimed | null> => {
  const rows = await sql<AccountRow & { claim: string }>(
    db,
    `UPDATE accounts SET refresh_claimed_until = clock_timestamp() + $2 * interval '1 second'
     WHERE id = $1 AND (refresh_claimed_until IS NULL OR refresh_claimed_until < clock_timestamp())
     RETURNING ${columns}, refresh_claimed_until::text AS claim`,
    [id, claimSeconds],
  );
  const row = rows[0];
  return row ? { account: row, claim: row.claim } : null;
};

/** Releases the claim only if it is still ours: it may have expired and been taken by another process. */
const release = async (db: DataSource, id: string, claim: string): Promise<void> => {
  await db.query(
    'UPDATE accounts SET refresh_claimed_until = NULL WHERE id = $1 AND refresh_claimed_until = $2::timestamptz',
    [id, claim],
  );
};
