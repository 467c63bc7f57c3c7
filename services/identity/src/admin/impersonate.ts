/** Starts and ends impersonation (contracts/auth.md, section 11). */
import { AppError } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { authDialect } from '@tessera/proto/api/error';
import type { EntityManager } from 'typeorm';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { hasSession } from '../session-store/rows.ts';
import { findLiveSession } from '../sessions/current.ts';
import { endSession } from '../sessions/end.ts';
import { openSession } from '../sessions/open.ts';
import { after } from '../sessions/rules.ts';
import { lockUser } from '../users/change.ts';
import { findUser, type User } from '../users/entity.ts';
import { adminErrors } from './errors.ts';
import { isId, mayImpersonate, requireReach } from './require.ts';

export type Changed = { record: SessionRecord; setCookie: string[] };

/**
 * Opens a short session as another user, who must not have rights that the caller lacks. A cookie keeps the
 * administrator's own session.
 */
export const impersonate = async (
  identity: Identity,
  { caller, userId }: { caller: SessionRecord; userId: string },
  { cookies, client }: { cookies: RequestCookies; client: Client },
): Promise<Changed> => {
  if (!isId(userId)) throw adminErrors.UserNotFound();
  const expiresAt = after(identity.now(), identity.options.admin.impersonationSessionDuration);
  const impersonation = { adminId: caller.user.id, expiresAt };
  const record = await transact(identity.db, async (em) => {
    const { admin, user } = await lockBoth(em, { adminId: caller.user.id, userId });
    // Since the request came in, the administrator may have been banned, deleted or given another role.
    if (!admin || !(await hasSession(em, caller.session.id))) throw new AppError(authDialect.unauthorized);
    if (!mayImpersonate(identity, admin)) throw adminErrors.MayNotImpersonate();
    if (!user) throw adminErrors.UserNotFound();
    requireReach(identity, { caller: admin, refusal: adminErrors.MayNotImpersonate }, user);
    return openSession(em, identity, { user, client, impersonation });
  });
  await syncCachedSessions(identity, [record.session.token]);
  const jar = identity.cookies;
  return {
    record,
    setCookie: [
      ...jar.clear(),
      jar.writeAdmin(caller.session.token, cookies.isBrowserSession),
      ...jar.write(record, cookies, { isBrowserSession: true }),
    ],
  };
};

/** Locks in id order: two administrators who impersonate each other would otherwise deadlock. */
const lockBoth = async (em: EntityManager, { adminId, userId }: { adminId: string; userId: string }) => {
  const locked = new Map<string, User | null>();
  for (const id of [adminId, userId].toSorted()) locked.set(id, await lockUser(em, id));
  return { admin: locked.get(adminId) ?? null, user: locked.get(userId) ?? null };
};

/** Ends an impersonation and restores the administrator's own session if it is still live. */
export const stopImpersonating = async (
  identity: Identity,
  caller: SessionRecord,
  cookies: RequestCookies,
): Promise<Changed> => {
  const { impersonatedBy, token } = caller.session;
  if (impersonatedBy === null) throw adminErrors.NotImpersonating();
  if (!(await findUser(identity.db.manager, impersonatedBy))) throw adminErrors.AdminGone();
  const [adminToken = '', forgotten = ''] = (cookies.admin ?? '').split(':');
  const record = adminToken === '' ? null : await findLiveSession(identity, adminToken);
  if (!record || record.user.id !== impersonatedBy) throw adminErrors.AdminSessionGone();
  await endSession(identity, token);
  return {
    record,
    setCookie: identity.cookies.write(record, cookies, { isBrowserSession: forgotten !== '' }),
  };
};
