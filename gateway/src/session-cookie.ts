/** From a session cookie to a live session: the signature is checked here, the record comes from memory or Redis. */
import type { Clock } from '@tessera/kit/clock';
import { hmac, sameText } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { decodeCookie, rawCookie, readSigned } from '@tessera/proto/api/identity/cookie-header';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { LRUCache } from 'lru-cache';
import type { CacheEntry, RecordCache } from './record-cache.ts';

const maxVerified = 50_000;

/**
 * Reads the token out of the signed cookie of this name. Null: no valid one. What was verified once is known; a
 * signature costs more than all else that is done for a request.
 */
export const createTokenReader = (cookieName: string, secret: string) => {
  const signer = { sign: (text: string) => hmac(secret, text), isSame: sameText };
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

/** A kept session if it is live now. */
export const live = (
  kept: CacheEntry<SessionRecord> | null,
  clock: Clock,
): CacheEntry<SessionRecord> | null => (kept && kept.value.session.expiresAt > clock.now() ? kept : null);

/** What a passport says of someone signed in. */
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
  ...(session.impersonatedBy !== null && { isImpersonated: true }),
});

export type SessionCache = RecordCache<SessionRecord>;
