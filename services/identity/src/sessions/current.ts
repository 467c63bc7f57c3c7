/**
 * The session of a request (contracts/auth.md, section 5), from its cookie, its copy in Redis, or its row; extended
 * when due.
 */
import { isDeepStrictEqual } from 'node:util';
import { transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import {
  type Copy,
  decideSession,
  type SessionAction,
  standingOf,
} from '@tessera/proto/api/identity/current-session';
import type { GetSessionQuery } from '@tessera/proto/api/identity/session';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Identity } from '../identity.ts';
import { enqueueCacheSync, syncCachedSession } from '../session-store/cache-sync.ts';
import { extendSession } from '../session-store/rows.ts';
import { endExpiredSession } from './end.ts';
import { after } from './rules.ts';

/** The session of a request, and the cookies to set for it. */
export type CurrentSession = { record: SessionRecord | null; setCookie: string[] };

/**
 * Finds, extends or clears the session of these cookies. The contract would let a valid cache cookie answer alone,
 * but we always check the stores: a session that has ended, or whose organization was left, must stop immediately
 * (specification), not a minute later. If the stores do not answer, the cache cookie does, so that an outage signs no
 * one out.
 */
export const readCurrentSession = async (
  identity: Identity,
  cookies: RequestCookies,
  query: GetSessionQuery = {},
): Promise<CurrentSession> => {
  const { token, cached } = cookies;
  if (token === null) return { record: null, setCookie: [] };
  const { options, now } = identity;
  const isUsed = options.session.cookieCache.enabled && !query.disableCookieCache;
  const standing = standingOf(copyOf(cached), { token, now: now(), isUsed });
  if (standing === 'forged') return { record: null, setCookie: [identity.cookies.dropCache()] };
  const copy = standing === 'good' && cached.kind === 'valid' ? cached.record : null;
  const stored = await findLiveSession(identity, token).catch((error: unknown) => {
    if (!copy) throw error;
    identity.log.warn({ err: error }, 'session answered from the browser’s cache');
    return copy;
  });
  const facts = {
    session: stored?.session ?? null,
    isCopySame: copy !== null && isDeepStrictEqual(stored, copy),
    isBrowserSession: cookies.isBrowserSession,
    isRefreshOff: query.disableRefresh ?? false,
  };
  const action = decideSession(options.session, facts, now());
  const { record, setCookie } = await carryOut(identity, action, { cookies: { ...cookies, token }, stored });
  const dropped = standing === 'expired' ? [identity.cookies.dropCache()] : [];
  return { record, setCookie: [...dropped, ...setCookie] };
};

type TokenCookies = RequestCookies & { token: string };

/** Facts about the cache cookie; it may outlive its session by a little. */
const copyOf = (cached: RequestCookies['cached']): Copy => {
  if (cached.kind !== 'valid') return cached;
  const { token, expiresAt } = cached.record.session;
  return { kind: 'valid', token, endsAt: Math.min(cached.expiresAt, expiresAt.getTime()) };
};

const carryOut = async (
  identity: Identity,
  action: SessionAction,
  { cookies, stored }: { cookies: TokenCookies; stored: SessionRecord | null },
): Promise<CurrentSession> => {
  if (action === 'clear' || stored === null) return { record: null, setCookie: identity.cookies.clear() };
  if (action === 'extend') return extend(identity, cookies);
  return { record: stored, setCookie: action === 'copy' ? identity.cookies.writeCache(stored) : [] };
};

/** Returns a live session from its copy or else its row, or null. Ends a session that it finds expired. */
export const findLiveSession = async (identity: Identity, token: string): Promise<SessionRecord | null> => {
  const copy = await identity.sessionCache.find(token);
  if (copy && copy.session.expiresAt > identity.now()) return copy;
  const record = await syncCachedSession(identity, token);
  if (!record || record.session.expiresAt > identity.now()) return record;
  await endExpiredSession(identity, token);
  return null;
};

const extend = async (identity: Identity, cookies: TokenCookies): Promise<CurrentSession> => {
  const { token } = cookies;
  const now = identity.now();
  const expiresAt = after(now, identity.options.session.expiresIn);
  await transact(identity.db, async (em) => {
    if (await extendSession(em, token, { expiresAt, now })) await enqueueCacheSync(em, [token]);
  });
  const record = await syncCachedSession(identity, token);
  if (!record) return { record: null, setCookie: identity.cookies.clear() };
  const maxAge = Math.floor((record.session.expiresAt.getTime() - now.getTime()) / 1000);
  return { record, setCookie: identity.cookies.write(record, cookies, { isBrowserSession: false, maxAge }) };
};
