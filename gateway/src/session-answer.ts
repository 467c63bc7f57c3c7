/**
 * `GET /api/auth/get-session` from the record that the gateway keeps, as identity would answer it (contracts/auth.md,
 * section 5): nothing is looked up while the session is known and not due to be extended. Whatever changes a session,
 * or has to be said to its browser once, is left to identity.
 */
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@tessera/kit/clock';
import { sameText } from '@tessera/kit/secrets';
import { SessionRecord } from '@tessera/proto/api/asks';
import {
  type CookieFace,
  decodeCache,
  encodeCache,
  formatCookie,
  isDue,
  type SessionOptions,
} from '@tessera/proto/api/identity/cookies';
import { toWire } from '@tessera/proto/api/wire';
import type { Kept } from './kept.ts';
import { createTokenReader, live, readCookie, type SessionShelf, sessionKey } from './session.ts';

/** The one request that is answered here; with a query, or in another spelling, it is identity's. */
const question = '/api/auth/get-session';

export type SessionAnswerOptions = {
  session: SessionOptions;
  cookies: { session_data: CookieFace; dont_remember: CookieFace };
  secret: string;
  sessions: SessionShelf;
  readToken: (cookies: string | undefined) => string | null;
  clock: Clock;
};

/** Answers with the session's user, or says that it is not for the gateway to answer. */
export type AnswerSession = (
  req: IncomingMessage,
  res: ServerResponse,
  tell: (userId: string) => void,
) => boolean | Promise<boolean>;

/** What was made from a kept record: the body and its bytes, and the cache cookie last seen or issued, with its end (ms). */
type Prepared = {
  text: string;
  length: number;
  cache: { value: string; expiresAt: number; issuedAt: number } | null;
};

/** What the browser's cache cookie is worth beside the record. */
type Judged = 'same' | 'outdated' | 'none' | 'identity';

const nobody = { text: 'null', length: 4 };

/** Builds the answerer. */
export const createSessionAnswer = (options: SessionAnswerOptions): AnswerSession => {
  const { session, cookies, secret, sessions, readToken, clock } = options;
  const { name: cacheName, attributes } = cookies.session_data;
  const cacheLife = (attributes.maxAge ?? session.cookieCache.maxAge) * 1000;
  const readForgotten = createTokenReader(cookies.dont_remember.name, secret);
  const prepared = new WeakMap<SessionRecord, Prepared>();
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const decode = (value: string) => decodeCache(value, { sign, isSame: sameText });

  const prepare = ({ value, text: stored }: Kept<SessionRecord>): Prepared => {
    const known = prepared.get(value);
    if (known) return known;
    const text = stored ?? JSON.stringify(toWire(SessionRecord, value, 'camel'));
    const made = { text, length: Buffer.byteLength(text), cache: null };
    prepared.set(value, made);
    return made;
  };

  const judge = (kept: Prepared, presented: string | undefined, now: number): Judged => {
    if (!presented) return 'none';
    if (!session.cookieCache.enabled) return 'identity';
    if (presented === kept.cache?.value && kept.cache.expiresAt >= now) return 'same';
    const content = decode(presented);
    if (content.kind === 'none') return 'none';
    if (content.kind === 'forged' || content.expiresAt < now) return 'identity';
    if (kept.text !== JSON.stringify(content.pair)) return 'outdated';
    kept.cache = { value: presented, expiresAt: content.expiresAt, issuedAt: 0 };
    return 'same';
  };

  /** A new cache cookie; of many requests within a second all get the same one. */
  const issue = (kept: Prepared, now: number): string => {
    const age = now - (kept.cache?.issuedAt ?? 0);
    if (!kept.cache || age < 0 || age >= 1000) {
      const expiresAt = now + cacheLife;
      const value = encodeCache(sign, kept.text, expiresAt);
      // A user whose data does not fit goes without the cache, but never with an old one.
      if (value === null) return formatCookie(cacheName, '', { ...attributes, maxAge: 0 });
      kept.cache = { value, expiresAt, issuedAt: now };
    }
    return formatCookie(cacheName, kept.cache.value, { ...attributes, maxAge: cacheLife / 1000 });
  };

  const answer = (res: ServerResponse, cookie: string, found: Kept<SessionRecord> | null): string | null => {
    const kept = live(found, clock);
    if (!kept) return null;
    const { value } = kept;
    const made = prepare(kept);
    const now = clock.now();
    const judged = judge(made, readCookie(cookie, cacheName), now.getTime());
    if (judged === 'identity') return null;
    const isKept =
      session.disableSessionRefresh ||
      value.session.impersonatedBy !== null ||
      readForgotten(cookie) !== null;
    if (judged !== 'same' && !isKept) {
      if (isDue(session, value.session.expiresAt, now)) return null;
      if (session.cookieCache.enabled) res.setHeader('set-cookie', issue(made, now.getTime()));
    }
    send(res, made);
    return value.user.id;
  };

  /** With nobody left to ask, the browser's own cache is believed as long as it is good: that is what it is for. */
  const answerFromCache = (res: ServerResponse, cookie: string, token: string): string | null => {
    const presented = session.cookieCache.enabled ? readCookie(cookie, cacheName) : undefined;
    const content = presented ? decode(presented) : null;
    if (content?.kind !== 'valid' || content.expiresAt < clock.now().getTime()) return null;
    const { session: own, user } = content.pair as {
      session?: { token?: string; expiresAt?: string };
      user?: { id?: string };
    };
    // The cookie may outlive its session by a little.
    const isLive = new Date(own?.expiresAt ?? 0) > clock.now();
    if (own?.token !== token || !isLive || !user?.id) return null;
    const text = JSON.stringify(content.pair);
    send(res, { text, length: Buffer.byteLength(text) });
    return user.id;
  };

  return (req, res, tell) => {
    if (req.method !== 'GET' || req.url !== question) return false;
    const { cookie } = req.headers;
    const token = readToken(cookie);
    if (cookie === undefined || token === null) {
      send(res, nobody);
      return true;
    }
    const conclude = (userId: string | null): boolean => {
      if (userId !== null) tell(userId);
      return userId !== null;
    };
    const found = sessions.find(sessionKey + token);
    if (!(found instanceof Promise)) return conclude(answer(res, cookie, found));
    return found.then(
      (kept) => conclude(answer(res, cookie, kept)),
      (error: unknown) => {
        if (conclude(answerFromCache(res, cookie, token))) return true;
        throw error;
      },
    );
  };
};

/** Text, not bytes: Node writes a text together with the headers in one call to the system, bytes in a second. */
const send = (res: ServerResponse, { text, length }: { text: string; length: number }): void => {
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', length);
  res.end(text);
};
