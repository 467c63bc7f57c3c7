/** The session of a request (contracts/auth.md, section 5): from its cookie, its copy, or its row, extended when due. */
import { transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { GetSessionQuery } from '@tessera/proto/api/identity/session';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Identity } from '../identity.ts';
import { endExpiredSession } from './end.ts';
import { extendSession } from './rows.ts';
import { after, isDue } from './rules.ts';
import { noteChange, settleCopy } from './settle.ts';

/** What a request's session is, and the cookies that say so to its browser. */
export type CurrentSession = { record: SessionRecord | null; setCookie: string[] };

/** Finds, extends or clears the session that these cookies name. */
export const readCurrentSession = async (
  identity: Identity,
  cookies: RequestCookies,
  query: GetSessionQuery = {},
): Promise<CurrentSession> => {
  const { token, cached } = cookies;
  if (token === null) return { record: null, setCookie: [] };
  if (cached.kind === 'forged') return { record: null, setCookie: [identity.cookies.dropCache()] };
  const isCacheUsed = identity.options.session.cookieCache.enabled && !query.disableCookieCache;
  // A cache that was made for another session (the browser has switched since) says nothing about this one.
  if (!isCacheUsed || cached.kind === 'none' || cached.record.session.token !== token)
    return readStoredSession(identity, { ...cookies, token }, query);
  const now = identity.now();
  if (cached.expiresAt >= now.getTime() && cached.record.session.expiresAt >= now)
    return { record: cached.record, setCookie: [] };
  const { record, setCookie } = await readStoredSession(identity, { ...cookies, token }, query);
  return { record, setCookie: [identity.cookies.dropCache(), ...setCookie] };
};

type TokenCookies = RequestCookies & { token: string };

const readStoredSession = async (
  identity: Identity,
  cookies: TokenCookies,
  query: GetSessionQuery,
): Promise<CurrentSession> => {
  const { options, now } = identity;
  const record = await findLiveSession(identity, cookies.token);
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
