/** Access tokens of providers, refreshed when due (contracts/auth.md, section 8; specification, section 4). */
import { STATUS_CODES } from 'node:http';
import {
  type AccessTokenReply,
  ProviderId,
  type ProviderTokenQuery,
  type RefreshTokenReply,
} from '@tessera/proto/api/identity/social';
import type { Identity } from '../identity.ts';
import type { Provider } from '../providers/engine.ts';
import { ProviderFailure } from '../providers/http.ts';
import type { Tokens } from '../providers/provider.ts';
import { decryptTokens } from './encryption.ts';
import { accountErrors } from './errors.ts';
import { type Refresh, refreshOnce } from './refresh.ts';
import { type AccountRow, listAccounts } from './rows.ts';

const dueMilliseconds = 5_000;

type Wanted = ProviderTokenQuery & { userId: string };

/** Returns a valid access token, refreshed if it has expired. */
export const getAccessToken = async (identity: Identity, wanted: Wanted): Promise<AccessTokenReply> => {
  const { account, refresh } = await find(identity, wanted);
  const stored = decryptTokens(identity.vault, account);
  const tokens = await current(identity, { account, stored, refresh });
  return {
    accessToken: tokens.accessToken,
    accessTokenExpiresAt: tokens.accessTokenExpiresAt,
    scopes: tokens.scopes ?? [],
    idToken: tokens.idToken,
  };
};

/** Refreshes the tokens, whatever their age. */
export const refreshToken = async (identity: Identity, wanted: Wanted): Promise<RefreshTokenReply> => {
  const { account, refresh } = await find(identity, wanted);
  const stored = decryptTokens(identity.vault, account);
  if (!stored.refreshToken) throw accountErrors.NotRefreshed();
  try {
    const tokens = await refreshOnce(identity, account, refresh);
    return {
      ...tokens,
      refreshToken: tokens.refreshToken ?? stored.refreshToken,
      scopes: tokens.scopes ?? stored.scopes ?? [],
    };
  } catch (error) {
    throw accountErrors.NotRefreshed(undefined, causeOf(identity, error));
  }
};

const find = async (
  identity: Identity,
  { userId, providerId, accountId }: Wanted,
): Promise<{ account: AccountRow; refresh: Refresh }> => {
  if (!ProviderId.safeParse(providerId).success)
    throw accountErrors.ProviderNotSupported(`Provider ${providerId} is not supported.`);
  const accounts = await listAccounts(identity.db, userId);
  const account = accounts.find(
    (one) => one.providerId === providerId && (!accountId || one.id === accountId),
  );
  if (!account) throw accountErrors.NotFound();
  const provider = identity.providers.find(providerId);
  if (!provider) throw accountErrors.ProviderNotFound(`Provider ${providerId} not found.`);
  return { account, refresh: refreshOf(provider) };
};

const refreshOf = ({ id, refresh }: Provider): Refresh => {
  if (!refresh) throw accountErrors.NoRefresh(`Provider ${id} does not support token refreshing.`);
  return refresh;
};

const current = async (
  identity: Identity,
  { account, stored, refresh }: { account: AccountRow; stored: Tokens; refresh: Refresh },
): Promise<Tokens> => {
  const { accessToken, refreshToken, accessTokenExpiresAt: expiry } = stored;
  const isGood = expiry !== undefined && expiry.getTime() - identity.now().getTime() >= dueMilliseconds;
  if (accessToken && isGood) return stored;
  // Some providers issue tokens that never expire, without a refresh token.
  if (accessToken && expiry === undefined && !refreshToken) return stored;
  if (!refreshToken) throw accountErrors.NoAccessToken();
  try {
    const fresh = await refreshOnce(identity, account, refresh);
    return {
      ...stored,
      ...Object.fromEntries(Object.entries(fresh).filter(([, value]) => value !== undefined)),
    };
  } catch (error) {
    throw accountErrors.NoAccessToken(undefined, causeOf(identity, error));
  }
};

/** Returns the provider's error for the caller, under the keys of better-auth. Rethrows any other error. */
const causeOf = ({ log }: Identity, error: unknown): Record<string, unknown> => {
  if (!(error instanceof ProviderFailure)) throw error;
  log.info({ err: error }, 'a provider did not refresh a token');
  const { status, description } = error;
  return {
    cause: {
      status: status ?? null,
      statusText: status && STATUS_CODES[status],
      error: error.error ?? error.message,
      error_description: description,
    },
  };
};
