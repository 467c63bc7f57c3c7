/** Session copies in browsers (the cache cookie): issued from cached records, and compared with them. */
import { signerOf } from '@tessera/kit/secrets';
import { SessionRecord } from '@tessera/proto/api/asks';
import {
  type CacheContent,
  type CookieSpec,
  decodeCache,
  encodeCache,
  formatCookie,
  type SessionOptions,
} from '@tessera/proto/api/identity/cookies';
import { type Copy, type CopyStanding, standingOf } from '@tessera/proto/api/identity/current-session';
import { toWire } from '@tessera/proto/api/wire';
import type { CacheEntry } from './record-cache.ts';

/**
 * Data derived from a cached record: the response body and its length in bytes, and the copy last seen or issued,
 * with its expiry (ms).
 */
type Prepared = {
  text: string;
  length: number;
  copy: { value: string; expiresAt: number; issuedAt: number } | null;
};

/** The copy that a browser presents, and the token of its session. */
export type PresentedCopy = { presented: string | undefined; token: string };

export type SessionCopies = {
  /** Returns the response body for a cached record, built once. */
  prepare: (kept: CacheEntry<SessionRecord>) => Prepared;
  /** Returns the validity of the presented copy, and whether it equals the cached record. */
  judge: (kept: Prepared, copy: PresentedCopy, now: Date) => { standing: CopyStanding; isSame: boolean };
  /** Returns the cookie of a new copy; the same one for all requests within a second. */
  issue: (kept: Prepared, now: number) => string;
  /** Returns the content of a valid copy, unchanged; null if it is not valid. */
  read: (copy: PresentedCopy, now: Date) => { text: string; length: number; userId: string } | null;
};

export type SessionCopyOptions = { session: SessionOptions; cookie: CookieSpec; secret: string };

/** Creates the copies for one configuration. */
export const createSessionCopies = ({ session, cookie, secret }: SessionCopyOptions): SessionCopies => {
  const { name, attributes } = cookie;
  const life = (attributes.maxAge ?? session.cookieCache.maxAge) * 1000;
  const isUsed = session.cookieCache.enabled;
  const prepared = new WeakMap<SessionRecord, Prepared>();
  const signer = signerOf(secret, 'base64url');
  const decode = (value: string | undefined) => decodeCache(value, signer);
  return {
    prepare: ({ value, text: stored }) => {
      const known = prepared.get(value);
      if (known) return known;
      const made = { ...bodyOf(stored ?? JSON.stringify(toWire(SessionRecord, value, 'camel'))), copy: null };
      prepared.set(value, made);
      return made;
    },
    judge: (kept, { presented, token }, now) => {
      if (presented && presented === kept.copy?.value && kept.copy.expiresAt >= now.getTime())
        return { standing: 'good', isSame: true };
      const content = decode(presented);
      const standing = standingOf(copyOf(content), { token, now, isUsed });
      const isSame =
        standing === 'good' && content.kind === 'valid' && kept.text === JSON.stringify(content.pair);
      if (isSame && presented) kept.copy = { value: presented, expiresAt: content.expiresAt, issuedAt: 0 };
      return { standing, isSame };
    },
    issue: (kept, now) => {
      const age = now - (kept.copy?.issuedAt ?? 0);
      if (!kept.copy || age < 0 || age >= 1000) {
        const expiresAt = now + life;
        const value = encodeCache(signer.sign, kept.text, expiresAt);
        // A user too large for a cookie gets no cache cookie; an old one is removed.
        if (value === null) return formatCookie(name, '', { ...attributes, maxAge: 0 });
        kept.copy = { value, expiresAt, issuedAt: now };
      }
      return formatCookie(name, kept.copy.value, { ...attributes, maxAge: life / 1000 });
    },
    read: ({ presented, token }, now) => {
      const content = decode(presented);
      if (content.kind !== 'valid') return null;
      if (standingOf(copyOf(content), { token, now, isUsed }) !== 'good') return null;
      const { user } = content.pair as { user?: { id?: string } };
      return user?.id ? { ...bodyOf(JSON.stringify(content.pair)), userId: user.id } : null;
    },
  };
};

const bodyOf = (text: string) => ({ text, length: Buffer.byteLength(text) });

/** Facts about the copy; it may outlive its session by a little. */
const copyOf = (content: CacheContent): Copy => {
  if (content.kind !== 'valid') return content;
  const { session } = content.pair as { session?: { token?: unknown; expiresAt?: string } };
  const sessionEnd = Date.parse(session?.expiresAt ?? '') || 0;
  return { kind: 'valid', token: session?.token, endsAt: Math.min(content.expiresAt, sessionEnd) };
};
