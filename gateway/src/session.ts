/** From a session cookie to a live session: the signature is checked here, the record comes from memory or Redis. */
import type { Clock } from '@tessera/kit/clock';
import { hmac, sameText } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { LRUCache } from 'lru-cache';
import type { Kept, Shelf } from './kept.ts';

/** Prefix of a session's key in Redis; the token follows. */
export const sessionKey = 'session:';

const signatureLength = 44;
const mostVerified = 50_000;

/**
 * Reads the session token out of a cookie header: the first cookie of the name, percent-decoded, its signature
 * (standard base64 of HMAC-SHA-256, contracts/auth.md section 3) compared in constant time. Null: no valid cookie.
 */
export const createTokenReader = (cookieName: string, secret: string) => {
  const verified = new LRUCache<string, string>({ max: mostVerified });
  return (cookies: string | undefined): string | null => {
    const raw = cookies === undefined ? undefined : readCookie(cookies, cookieName);
    if (!raw) return null;
    const known = verified.get(raw);
    if (known !== undefined) return known;
    const token = verify(raw, secret);
    if (token === null) return null;
    verified.set(raw, token);
    return token;
  };
};

/** The raw value of the first cookie of this name. */
export const readCookie = (cookies: string, name: string): string | undefined => {
  const wanted = `${name}=`;
  for (let at = cookies.indexOf(wanted); at !== -1; at = cookies.indexOf(wanted, at + 1)) {
    if (at > 0 && cookies[at - 1] !== ' ' && cookies[at - 1] !== ';') continue;
    const end = cookies.indexOf(';', at);
    const value = cookies.slice(at + wanted.length, end === -1 ? undefined : end).trim();
    return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return undefined;
};

const verify = (raw: string, secret: string): string | null => {
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    return null;
  }
  const dot = value.lastIndexOf('.');
  const signature = value.slice(dot + 1);
  if (dot < 1 || signature.length !== signatureLength || !signature.endsWith('=')) return null;
  const token = value.slice(0, dot);
  return sameText(hmac(secret, token), signature) ? token : null;
};

/** A kept session if it is live now. */
export const live = (kept: Kept<SessionRecord> | null, clock: Clock): Kept<SessionRecord> | null =>
  kept && kept.value.session.expiresAt > clock.now() ? kept : null;

/** What a passport says of someone signed in. */
export const userClaims = ({ session, user }: SessionRecord): PassportClaims => ({
  kind: 'user',
  userId: user.id,
  sessionId: session.id,
  email: user.email,
  isEmailVerified: user.emailVerified,
  name: user.name,
  activeOrganizationId: session.activeOrganizationId,
  role: user.role,
});

export type SessionShelf = Shelf<SessionRecord>;
