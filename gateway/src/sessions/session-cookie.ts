/** Resolves session cookies: the signature is verified here, the record comes from memory or Redis. */
import type { Clock } from '@tessera/kit/clock';
import { signerOf } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { decodeCookie, rawCookie, readSigned } from '@tessera/proto/api/identity/cookie-header';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { LRUCache } from 'lru-cache';
import type { CacheEntry, RecordCache } from './record-cache.ts';

const maxVerified = 50_000;

/**
 * Returns a reader of the token in the signed cookie of this name; it returns null without a valid one. Verified
 * values are cached, because a signature check costs more than everything else in a request.
 */
export const createTokenReader = (cookieName: string, secret: string) => {
  const signer = signerOf(secret);
  const verified = new LRUCache<string, string>({ max: maxVerified });
  return (cookies: string | undefined): string | null => {
    const raw = rawCookie(cookies, cookieName);
    if (!raw) return null;
    const known = verified.get(raw);
    if (known !== undefined) return known;
    const token = readSigned(decodeCookie(raw), signer);
    if (token !== null) verified.set(raw, token);
    return token;
  };
};

/** Returns a cached session unless it has expired. */
export const live = (
  kept: CacheEntry<SessionRecord> | null,
  clock: Clock,
): CacheEntry<SessionRecord> | null => (kept && kept.value.session.expiresAt > clock.now() ? kept : null);

/** Returns the passport claims of a signed-in user. */
export const userClaims = ({ session, user }: SessionRecord): PassportClaims => ({
  kind: 'user',
  userId: user.id,
  sessionId: session.id,
  email: user.email,
  isEmailVerified: user.emailVerified,
  name: user.name,
  signedInAt: session.createdAt.getTime(),
  activeOrganizationId: session.activeOrganizationId,
  role: user.role,
  ...(session.impersonatedBy !== null && {
    isImpersonated: true,
    impersonatedBy: session.impersonatedBy,
  }),
});

export type SessionCache = RecordCache<SessionRecord>;
