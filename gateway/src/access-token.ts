/** From a bearer token to what it stands for: checksum and hash first, so that nobody is asked about a mere text. */
import type { Clock } from '@tessera/kit/clock';
import { isToken, sha256 } from '@tessera/kit/secrets';
import type { AccessTokenRecord } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { LRUCache } from 'lru-cache';
import type { CacheEntry } from './record-cache.ts';

export const accessTokenPrefix = 'tessera_oat_';
export const customerSessionPrefix = 'tessera_cst_';

const usedSeconds = 60;

/** The hash of a bearer token of a kind, or null for a text that cannot be one (no look-up is made for it). */
const hashOfBearer = (authorization: string, prefix: string): string | null => {
  // RFC 9110, section 11.4: one space or more.
  const [scheme, token = ''] = authorization.split(/ +/);
  return scheme?.toLowerCase() === 'bearer' && isToken(prefix, token) ? sha256(token) : null;
};

/** The key of an access token. */
export const keyOfBearer = (authorization: string): string | null => {
  const hash = hashOfBearer(authorization, accessTokenPrefix);
  return hash === null ? null : accessTokenKey(hash);
};

/** The hash of the token of a customer's session. */
export const customerSessionHash = (authorization: string): string | null =>
  hashOfBearer(authorization, customerSessionPrefix);

/** A kept access token if it is good now. */
export const usable = (
  kept: CacheEntry<AccessTokenRecord> | null,
  clock: Clock,
): CacheEntry<AccessTokenRecord> | null => {
  if (!kept) return null;
  const { expiresAt } = kept.value;
  return expiresAt === null || new Date(expiresAt) > clock.now() ? kept : null;
};

/** What a passport says of an access token. */
export const tokenClaims = ({ id, organizationId, scopes }: AccessTokenRecord): PassportClaims => ({
  kind: 'token',
  tokenId: id,
  organizationId,
  scopes,
});

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
