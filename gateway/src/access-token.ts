/** From a bearer token to an organization's access token: checksum, hash, then memory or Redis. */
import type { Clock } from '@tessera/kit/clock';
import { isToken, sha256 } from '@tessera/kit/secrets';
import type { AccessTokenRecord } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { LRUCache } from 'lru-cache';
import type { Kept } from './kept.ts';

export const accessTokenPrefix = 'tessera_oat_';

const usedSeconds = 60;

/** The key of a bearer token, or null for a text that cannot be one (no look-up is made for it). */
export const keyOfBearer = (authorization: string): string | null => {
  const [scheme, token = ''] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !isToken(accessTokenPrefix, token)) return null;
  return accessTokenKey(sha256(token));
};

/** A kept access token if it is good now. */
export const usable = (
  kept: Kept<AccessTokenRecord> | null,
  clock: Clock,
): Kept<AccessTokenRecord> | null => {
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
