/** Resolves bearer tokens. The checksum is verified first, so that malformed tokens cause no look-up. */
import type { Clock } from '@tessera/kit/clock';
import { isToken, sha256 } from '@tessera/kit/secrets';
import type { BearerRecord } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { LRUCache } from 'lru-cache';
import type { CacheEntry } from './record-cache.ts';

/** Prefixes of access tokens: of organizations, and of OAuth clients for an organization or a user. */
const bearerPrefixes = ['tessera_oat_', oauthPrefixes.organizationAccess, oauthPrefixes.userAccess];
const customerSessionPrefix = 'tessera_cst_';

const usedSeconds = 60;

/** Returns the hash of a bearer token with one of these prefixes; null if it cannot be valid (no look-up is made). */
const hashOfBearer = (authorization: string, prefixes: readonly string[]): string | null => {
  // RFC 9110, section 11.4: one space or more.
  const [scheme, token = ''] = authorization.split(/ +/);
  const isOne = scheme?.toLowerCase() === 'bearer' && prefixes.some((prefix) => isToken(prefix, token));
  return isOne ? sha256(token) : null;
};

/** Returns the cache key of an access token; null if it cannot be valid. */
export const keyOfBearer = (authorization: string): string | null => {
  const hash = hashOfBearer(authorization, bearerPrefixes);
  return hash === null ? null : accessTokenKey(hash);
};

/** Returns the hash of a customer session token; null if it cannot be valid. */
export const customerSessionHash = (authorization: string): string | null =>
  hashOfBearer(authorization, [customerSessionPrefix]);

/** Returns the cached access token unless it has expired. */
export const usable = (
  kept: CacheEntry<BearerRecord> | null,
  clock: Clock,
): CacheEntry<BearerRecord> | null => {
  if (!kept) return null;
  const { expiresAt } = kept.value;
  return expiresAt === null || new Date(expiresAt) > clock.now() ? kept : null;
};

/** Returns the passport claims of an access token: an organization's, or an OAuth client's that acts for a user. */
export const tokenClaims = (record: BearerRecord): PassportClaims => {
  const { id: tokenId, scopes, clientId } = record;
  if ('organizationId' in record)
    return {
      kind: 'token',
      tokenId,
      organizationId: record.organizationId,
      scopes,
      ...(clientId && { clientId }),
    };
  return { kind: 'user-token', tokenId, clientId: record.clientId, userId: record.userId, scopes };
};

/** Records the use of access tokens, at most once a minute per token. */
export const createUseRecorder = (clock: Clock, note: (tokenId: string, at: Date) => void) => {
  const last = new LRUCache<string, number>({ max: 10_000 });
  return (tokenId: string): void => {
    const now = clock.now();
    if (now.getTime() - (last.get(tokenId) ?? 0) < usedSeconds * 1000) return;
    last.set(tokenId, now.getTime());
    note(tokenId, now);
  };
};
