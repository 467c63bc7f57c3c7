/**
 * `GET /api/auth/get-session` from the record that the gateway keeps, as identity would answer it (contracts/auth.md,
 * section 5): nothing is looked up while the session is known and not due to be extended. Whatever changes a session,
 * or has to be said to its browser once, is left to identity.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@tessera/kit/clock';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { readCookie } from '@tessera/proto/api/identity/cookie-header';
import type { CookieFace, SessionOptions } from '@tessera/proto/api/identity/cookies';
import { decideSession } from '@tessera/proto/api/identity/current-session';
import type { CacheEntry } from './record-cache.ts';
import type { Facts, Outcome } from './request.ts';
import { createTokenReader, live, type SessionCache } from './session-cookie.ts';
import { createSessionCopies, type PresentedCopy } from './session-copy.ts';

export type SessionAnswerOptions = {
  session: SessionOptions;
  cookies: { session_data: CookieFace; dont_remember: CookieFace };
  secret: string;
  sessions: SessionCache;
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
type Presented = PresentedCopy & { cookie: string };

const nobody = { text: 'null', length: 4 };

/** Builds the answerer. */
export const createSessionAnswer = (options: SessionAnswerOptions): AnswerSession => {
  const { session, cookies, secret, sessions, readToken, clock } = options;
  const { name: copyName } = cookies.session_data;
  const isUsed = session.cookieCache.enabled;
  const readForgotten = createTokenReader(cookies.dont_remember.name, secret);
  const copies = createSessionCopies({ session, cookie: cookies.session_data, secret });

  const answer = (
    res: ServerResponse,
    request: Presented,
    kept: CacheEntry<SessionRecord>,
  ): string | null => {
    const { session: own, user } = kept.value;
    const made = copies.prepare(kept);
    const now = clock.now();
    const { standing, isSame } = copies.judge(made, request, now);
    if (standing === 'forged' || standing === 'expired') return null;
    const isBrowserSession = readForgotten(request.cookie) !== null;
    const facts = { session: own, isCopySame: isSame, isBrowserSession, isRefreshOff: false };
    const action = decideSession(session, facts, now);
    if (action !== 'answer' && action !== 'copy') return null;
    if (action === 'copy' && isUsed) res.setHeader('set-cookie', copies.issue(made, now.getTime()));
    send(res, made);
    return user.id;
  };

  /** With nobody left to ask, the browser's own copy is believed as long as it is good: that is what it is for. */
  const answerFromCopy = (res: ServerResponse, request: Presented): string | null => {
    const found = copies.read(request, clock.now());
    if (found) send(res, found);
    return found?.userId ?? null;
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
    const answerFor = (found: CacheEntry<SessionRecord> | null): Outcome => {
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

/** Text, not bytes: Node writes a text together with the headers in one call to the system, bytes in a second. */
const send = (res: ServerResponse, { text, length }: { text: string; length: number }): void => {
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', length);
  res.end(text);
};
