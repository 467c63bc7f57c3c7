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
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { readCookie } from '@tessera/proto/api/identity/cookie-header';
import {
  type CacheContent,
  type CookieFace,
  decodeCache,
  encodeCache,
  formatCookie,
  type SessionOptions,
} from '@tessera/proto/api/identity/cookies';
import { type Copy, decideSession, standingOf } from '@tessera/proto/api/identity/current-session';
import { toWire } from '@tessera/proto/api/wire';
import type { Kept } from './kept.ts';
import type { Facts, Outcome } from './request.ts';
import { createTokenReader, live, type SessionShelf } from './session-cookie.ts';

export type SessionAnswerOptions = {
  session: SessionOptions;
  cookies: { session_data: CookieFace; dont_remember: CookieFace };
  secret: string;
  sessions: SessionShelf;
  readToken: (cookies: string | undefined) => string | null;
  clock: Clock;
};

/** Answers, and notes for whom; `next`: it is not for the gateway to answer. */
export type AnswerSession = (
  req: IncomingMessage,
  res: ServerResponse,
  facts: Facts,
) => Outcome | Promise<Outcome>;

/** What a request shows: its cookies, the token of the signed one, and the browser's copy of the session. */
type Presented = { cookie: string; token: string; presented: string | undefined };

/** What was made from a kept record: the body and its bytes, and the copy last seen or issued, with its end (ms). */
type Prepared = {
  text: string;
  length: number;
  copy: { value: string; expiresAt: number; issuedAt: number } | null;
};

const nobody = { text: 'null', length: 4 };

/** Builds the answerer. */
export const createSessionAnswer = (options: SessionAnswerOptions): AnswerSession => {
  const { session, cookies, secret, sessions, readToken, clock } = options;
  const { name: copyName, attributes } = cookies.session_data;
  const copyLife = (attributes.maxAge ?? session.cookieCache.maxAge) * 1000;
  const isUsed = session.cookieCache.enabled;
  const readForgotten = createTokenReader(cookies.dont_remember.name, secret);
  const prepared = new WeakMap<SessionRecord, Prepared>();
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const decode = (value: string | undefined) => decodeCache(value, { sign, isSame: sameText });

  const prepare = ({ value, text: stored }: Kept<SessionRecord>): Prepared => {
    const known = prepared.get(value);
    if (known) return known;
    const text = stored ?? JSON.stringify(toWire(SessionRecord, value, 'camel'));
    const made = { text, length: Buffer.byteLength(text), copy: null };
    prepared.set(value, made);
    return made;
  };

  /** What the presented copy is worth, and whether it says what is kept. */
  const judge = (kept: Prepared, { presented, token }: Presented, now: Date) => {
    if (presented && presented === kept.copy?.value && kept.copy.expiresAt >= now.getTime())
      return { standing: 'good', isSame: true };
    const content = decode(presented);
    const standing = standingOf(copyOf(content), { token, now, isUsed });
    const isSame =
      standing === 'good' && content.kind === 'valid' && kept.text === JSON.stringify(content.pair);
    if (isSame && presented) kept.copy = { value: presented, expiresAt: content.expiresAt, issuedAt: 0 };
    return { standing, isSame };
  };

  /** A new copy; of many requests within a second all get the same one. */
  const issue = (kept: Prepared, now: number): string => {
    const age = now - (kept.copy?.issuedAt ?? 0);
    if (!kept.copy || age < 0 || age >= 1000) {
      const expiresAt = now + copyLife;
      const value = encodeCache(sign, kept.text, expiresAt);
      // A user whose data does not fit goes without the cache, but never with an old one.
      if (value === null) return formatCookie(copyName, '', { ...attributes, maxAge: 0 });
      kept.copy = { value, expiresAt, issuedAt: now };
    }
    return formatCookie(copyName, kept.copy.value, { ...attributes, maxAge: copyLife / 1000 });
  };

  const answer = (res: ServerResponse, request: Presented, kept: Kept<SessionRecord>): string | null => {
    const { session: own, user } = kept.value;
    const made = prepare(kept);
    const now = clock.now();
    const { standing, isSame } = judge(made, request, now);
    if (standing === 'forged' || standing === 'expired') return null;
    const isForgotten = readForgotten(request.cookie) !== null;
    const facts = { session: own, isCopySame: isSame, isForgotten, isRefreshOff: false };
    const action = decideSession(session, facts, now);
    if (action !== 'answer' && action !== 'copy') return null;
    if (action === 'copy' && isUsed) res.setHeader('set-cookie', issue(made, now.getTime()));
    send(res, made);
    return user.id;
  };

  /** With nobody left to ask, the browser's own copy is believed as long as it is good: that is what it is for. */
  const answerFromCopy = (res: ServerResponse, { presented, token }: Presented): string | null => {
    const content = decode(presented);
    if (content.kind !== 'valid') return null;
    const { user } = content.pair as { user?: { id?: string } };
    if (standingOf(copyOf(content), { token, now: clock.now(), isUsed }) !== 'good' || !user?.id) return null;
    const text = JSON.stringify(content.pair);
    send(res, { text, length: Buffer.byteLength(text) });
    return user.id;
  };

  return (req, res, facts) => {
    const { cookie } = req.headers;
    const token = readToken(cookie);
    if (cookie === undefined || token === null) {
      send(res, nobody);
      return 'done';
    }
    const request = { cookie, token, presented: readCookie(cookie, copyName) };
    const conclude = (userId: string | null): Outcome => {
      if (userId === null) return 'next';
      facts.userId = userId;
      return 'done';
    };
    const answerFor = (found: Kept<SessionRecord> | null): Outcome => {
      const kept = live(found, clock);
      return conclude(kept && answer(res, request, kept));
    };
    const found = sessions.find(sessionKey(token));
    if (!(found instanceof Promise)) return answerFor(found);
    return found.then(answerFor, (error: unknown) => {
      if (conclude(answerFromCopy(res, request)) === 'next') throw error;
      return 'done';
    });
  };
};

/** The copy's facts; it may outlive its session by a little. */
const copyOf = (content: CacheContent): Copy => {
  if (content.kind !== 'valid') return content;
  const { session } = content.pair as { session?: { token?: unknown; expiresAt?: string } };
  const sessionEnd = Date.parse(session?.expiresAt ?? '') || 0;
  return { kind: 'valid', token: session?.token, endsAt: Math.min(content.expiresAt, sessionEnd) };
};

/** Text, not bytes: Node writes a text together with the headers in one call to the system, bytes in a second. */
const send = (res: ServerResponse, { text, length }: { text: string; length: number }): void => {
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', length);
  res.end(text);
};
