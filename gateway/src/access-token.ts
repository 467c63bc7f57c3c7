/** From a bearer token to what it stands for: checksum and hash first, so that nobody is asked about a mere text. */
import type { Clock } from '@tessera/kit/clock';
import { isToken, sha256 } from '@tessera/kit/secrets';
import type { BearerRecord } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { LRUCache } from 'lru-cache';
import type { CacheEntry } from './record-cache.ts';

/** What access tokens begin with: an organization's own, and those by OAuth for an organization or a user. */
const bearerPrefixes = ['tessera_oat_', oauthPrefixes.organizationAccess, oauthPrefixes.userAccess];
export const customerSessionPrefix = 'tessera_cst_';

const usedSeconds = 60;

/** The hash of a bearer token of some kinds, or null for a text that cannot be one (no look-up is made for it). */
const hashOfBearer = (authorization: string, prefixes: readonly string[]): string | null => {
  // RFC 9110, section 11.4: one space or more.
  const [scheme, token = ''] = authorization.split(/ +/);
  const isOne = scheme?.toLowerCase() === 'bearer' && prefixes.some((prefix) => isToken(prefix, token));
  return isOne ? sha256(token) : null;
};

/** The key of an access token. */
export const keyOfBearer = (authorization: string): string | null => {
  const hash = hashOfBearer(authorization, bearerPrefixes);
  return hash === null ? null : accessTokenKey(hash);
};

/** The hash of the token of a customer's session. */
export const customerSessionHash = (authorization: string): string | null =>
  hashOfBearer(authorization, [customerSessionPrefix]);

/** A kept access token if it is good now. */
export const usable = (
  kept: CacheEntry<BearerRecord> | null,
  clock: Clock,
): CacheEntry<BearerRecord> | null => {
  if (!kept) return null;
  const { expiresAt } = kept.value;
  return expiresAt === null || new Date(expiresAt) > clock.now() ? kept : null;
};

/** What a passport says of an access token: that of an organization, or of an OAuth client that a user has let act for them. */
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

/** Notes the use of access tokens, at most once a minute each. */
export const createUseRecorder = (clock: Clock, note: (tokenId: string, at: Date) => void) => {
  const last = new LRUCache<string, number>({ max: 10_000 });
  return (tokenId: string): void => {
    const now = clock.now();
    if (now.getTime() - (last.get(tokenId) ?? 0) < usedSeconds * 1000) return;
    last.set(tokenId, now.getTime());
    note(tokenId, now);
  };
};
