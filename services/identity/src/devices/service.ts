/** Several accounts in one browser (contracts/auth.md, section 12), identified by signed cookies. */
import { defineErrors } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Identity } from '../identity.ts';
import { findLiveSession } from '../sessions/current.ts';
import { endSession } from '../sessions/end.ts';

const deviceErrors = defineErrors({ InvalidToken: { status: 401, message: 'Invalid session token' } });

/** Returns the live sessions of a browser, one per account. */
export const listDeviceSessions = async (
  identity: Identity,
  { devices }: RequestCookies,
): Promise<SessionRecord[]> => {
  const records = new Map<string, SessionRecord>();
  for (const token of devices.values()) {
    const record = token === null ? null : await findLiveSession(identity, token);
    if (record && !records.has(record.user.id)) records.set(record.user.id, record);
  }
  return [...records.values()];
};

/** Returns the session to switch to: one that a validly signed cookie of the browser contains. */
export const findDeviceSession = async (
  identity: Identity,
  { devices }: RequestCookies,
  token: string,
): Promise<SessionRecord> => {
  const isOwn = [...devices.values()].includes(token);
  const record = isOwn ? await findLiveSession(identity, token) : null;
  if (!record) throw deviceErrors.InvalidToken();
  return record;
};

/**
 * Ends a session of the browser. Returns the cookies to set: if it was the active one, another account becomes
 * active.
 */
export const revokeDeviceSession = async (
  identity: Identity,
  cookies: RequestCookies,
  token: string,
): Promise<string[]> => {
  const names = namesOf(cookies, token);
  if (names.length === 0) throw deviceErrors.InvalidToken();
  await endSession(identity, token);
  const dropped = identity.cookies.dropDevices(names);
  if (cookies.token !== token) return dropped;
  const [next] = await listDeviceSessions(identity, cookies);
  return [...dropped, ...(next ? identity.cookies.write(next, cookies) : identity.cookies.clear())];
};

/** Ends all sessions in the browser's signed cookies. Returns the cookies that remove them. */
export const signOutDevices = async (identity: Identity, { devices }: RequestCookies): Promise<string[]> => {
  for (const token of devices.values()) if (token !== null) await endSession(identity, token);
  return identity.cookies.dropDevices(devices.keys());
};

const namesOf = ({ devices }: RequestCookies, token: string): string[] =>
  [...devices].filter(([, own]) => own === token).map(([name]) => name);
