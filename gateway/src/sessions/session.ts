/**
 * Answers `GET /api/auth/get-session` from the cached record, as identity would (contracts/auth.md, section 5): no
 * look-up is needed while the session is cached and not due to be extended. Everything that changes a session, or
 * must be reported to its browser once, is left to identity.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@tessera/kit/clock';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { readCookie } from '@tessera/proto/api/identity/cookie-header';
import type { CookieSpec, SessionOptions } from '@tessera/proto/api/identity/cookies';
import { decideSession } from '@tessera/proto/api/identity/current-session';
import type { Facts, Outcome } from '../request/headers.ts';
import type { CacheEntry } from './record-cache.ts';
import { createTokenReader, live, type SessionCache } from './session-cookie.ts';
import { createSessionCopies, type PresentedCopy } from './session-copy.ts';

export type SessionAnswerOptions = {
  session: SessionOptions;
  cookies: { session_data: CookieSpec; dont_remember: CookieSpec };
  secret: string;
  sessions: SessionCache;
  readToken: (cookies: string | undefined) => string | null;
  clock: Clock;
};

/** Answers the request and records the user; `next`: identity has to answer. */
export type AnswerSession = (
  req: IncomingMessage,
  res: ServerResponse,
  facts: Facts,
) => Outcome | Promise<Outcome>;

/** The parts of a request: its cookies, the token of the signed one, and the browser's copy of the session. */
type Presented = PresentedCopy & { cookie: string };

const nobody = { text: 'null', length: 4 };

/** Creates the handler. */
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

  /** If neither Redis nor identity answers, the browser's own copy is trusted while it is valid. */
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

/** A string, not a buffer: Node writes it together with the headers in one system call. */
const send = (res: ServerResponse, { text, length }: { text: string; length: number }): void => {
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', length);
  res.end(text);
};
