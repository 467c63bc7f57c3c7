/** The session of a request (contracts/auth.md, section 5): from its cookie, its copy, or its row, extended when due. */
import { isDeepStrictEqual } from 'node:util';
import { transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { isDue } from '@tessera/proto/api/identity/cookies';
import type { GetSessionQuery } from '@tessera/proto/api/identity/session';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Identity } from '../identity.ts';
import { extendSession } from '../session-store/rows.ts';
import { noteChange, settleCopy } from '../session-store/settle.ts';
import { endExpiredSession } from './end.ts';
import { after } from './rules.ts';

/** What a request's session is, and the cookies that say so to its browser. */
export type CurrentSession = { record: SessionRecord | null; setCookie: string[] };

/**
 * Finds, extends or clears the session that these cookies name. Where the contract lets the browser's cache answer
 * unseen, we look first: a session that was ended, or whose organization was left, must not go on for a minute
 * (specification: at once). The cache answers when the stores cannot, so that their absence signs nobody out.
 */
export const readCurrentSession = async (
  identity: Identity,
  cookies: RequestCookies,
  query: GetSessionQuery = {},
): Promise<CurrentSession> => {
  const { token, cached } = cookies;
  if (token === null) return { record: null, setCookie: [] };
  if (cached.kind === 'forged') return { record: null, setCookie: [identity.cookies.dropCache()] };
  const cache = readCache(identity, { token, cached }, query);
  const stored = await findLiveSession(identity, token).catch((error: unknown) => {
    if (!cache?.isGood) throw error;
    identity.log.warn({ err: error }, 'session answered from the browser’s cache');
    return cache.record;
  });
  if (cache?.isGood && isDeepStrictEqual(stored, cache.record)) return { record: stored, setCookie: [] };
  const { record, setCookie } = await keepSession(
    identity,
    { cookies: { ...cookies, token }, stored },
    query,
  );
  return {
    record,
    setCookie: cache && !cache.isGood ? [identity.cookies.dropCache(), ...setCookie] : setCookie,
  };
};

type TokenCookies = RequestCookies & { token: string };

/** The browser's cache of this session, good or run out. A cache made for another session says nothing of this one. */
const readCache = (
  { options, now }: Identity,
  { token, cached }: Pick<TokenCookies, 'token' | 'cached'>,
  query: GetSessionQuery,
): { record: SessionRecord; isGood: boolean } | null => {
  const isUsed = options.session.cookieCache.enabled && !query.disableCookieCache;
  if (!isUsed || cached.kind !== 'valid' || cached.record.session.token !== token) return null;
  const { record, expiresAt } = cached;
  const time = now();
  return { record, isGood: expiresAt >= time.getTime() && record.session.expiresAt >= time };
};

/** Extends or clears a session as is due, and writes the cache anew. */
const keepSession = async (
  identity: Identity,
  { cookies, stored: record }: { cookies: TokenCookies; stored: SessionRecord | null },
  query: GetSessionQuery,
): Promise<CurrentSession> => {
  const { options, now } = identity;
  if (!record) return { record: null, setCookie: identity.cookies.clear() };
  // An impersonation ends when it was said to, whatever cookies its browser keeps.
  const isKept =
    cookies.isForgotten ||
    query.disableRefresh ||
    options.session.disableSessionRefresh ||
    record.session.impersonatedBy !== null;
  if (isKept) return { record, setCookie: [] };
  if (isDue(options.session, record.session.expiresAt, now())) return extend(identity, cookies);
  return { record, setCookie: identity.cookies.writeCache(record) };
};

/** A session that is live now, from its copy or else its row; one found expired is ended. */
export const findLiveSession = async (identity: Identity, token: string): Promise<SessionRecord | null> => {
  const copy = await identity.copies.find(token);
  if (copy && copy.session.expiresAt > identity.now()) return copy;
  const record = await settleCopy(identity, token);
  if (!record || record.session.expiresAt > identity.now()) return record;
  await endExpiredSession(identity, token);
  return null;
};

const extend = async (identity: Identity, cookies: TokenCookies): Promise<CurrentSession> => {
  const { token } = cookies;
  const now = identity.now();
  const expiresAt = after(now, identity.options.session.expiresIn);
  await transact(identity.db, async (em) => {
    if (await extendSession(em, token, { expiresAt, now })) await noteChange(em, [token]);
  });
  const record = await settleCopy(identity, token);
  if (!record) return { record: null, setCookie: identity.cookies.clear() };
  const maxAge = Math.floor((record.session.expiresAt.getTime() - now.getTime()) / 1000);
  return { record, setCookie: identity.cookies.write(record, cookies, { isForgotten: false, maxAge }) };
};
