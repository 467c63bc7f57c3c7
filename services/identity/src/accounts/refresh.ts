/**
 * Refreshing an account's tokens, once for all who ask at the same time, in whatever process: many providers take a
 * refresh token only once, and some end the whole grant when it is shown again. Whoever refreshes claims the account
 * for a while, in a statement of its own: no transaction is open while the provider is asked. A claim that a crash
 * left behind runs out by itself, by the database's clock.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '@tessera/kit/sql';
import type { DataSource } from 'typeorm';
import type { Identity } from '../identity.ts';
import { ProviderFailure } from '../providers/http.ts';
import type { Tokens } from '../providers/provider.ts';
import { decryptTokens, encryptTokens } from './encryption.ts';
import { type AccountRow, columns, updateTokens } from './rows.ts';

export type Refresh = (refreshToken: string) => Promise<Tokens>;

/** Longer than a provider may take. */
const claimSeconds = 30;
const maxWaitingMilliseconds = 20_000;
const pauseMilliseconds = 50;

/** Refreshes that are under way in this process, by account. */
const underWay = new WeakMap<DataSource, Map<string, Promise<Tokens>>>();

/** New tokens of an account. `account` is what the caller has seen; what was refreshed since is as good as new. */
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
  const { db, vault, now } = identity;
  const { account, claim } = await waitForClaim(db, seen.id);
  try {
    const stored = decryptTokens(vault, account);
    if (isRenewed(stored, decryptTokens(vault, seen))) return stored;
    const tokens = await refresh(stored.refreshToken ?? '');
    await updateTokens(db, { id: account.id, now: now() }, encryptTokens(vault, tokens));
    return tokens;
  } finally {
    await release(db, account.id, claim);
  }
};

/** Compared as they were before they were sealed: the same token sealed with another key is not a new one. */
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

/** Lets go of one's own claim only: it may have run out, and be another's by now. */
const release = async (db: DataSource, id: string, claim: string): Promise<void> => {
  await db.query(
    'UPDATE accounts SET refresh_claimed_until = NULL WHERE id = $1 AND refresh_claimed_until = $2::timestamptz',
    [id, claim],
  );
};
