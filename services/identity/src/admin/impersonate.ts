/** Being someone else for a while, and oneself again (contracts/auth.md, section 11). */
import { transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { findLiveSession } from '../sessions/current.ts';
import { endSession } from '../sessions/end.ts';
import { openSession } from '../sessions/open.ts';
import { after } from '../sessions/rules.ts';
import { lockUser } from '../users/change.ts';
import { findUser } from '../users/entity.ts';
import { adminErrors } from './errors.ts';
import { isId, requireReach } from './require.ts';

export type Changed = { record: SessionRecord; setCookie: string[] };

/** Opens a short session as someone who has no right that the caller lacks; the browser keeps the administrator's own beside it. */
export const impersonate = async (
  identity: Identity,
  { caller, userId }: { caller: SessionRecord; userId: string },
  { cookies, client }: { cookies: RequestCookies; client: Client },
): Promise<Changed> => {
  if (!isId(userId)) throw adminErrors.UserNotFound();
  const expiresAt = after(identity.now(), identity.options.admin.impersonationSessionDuration);
  const impersonation = { adminId: caller.user.id, expiresAt };
  const acting = { caller: caller.user, refusal: adminErrors.MayNotImpersonate };
  const record = await transact(identity.db, async (em) => {
    const user = await lockUser(em, userId);
    if (!user) throw adminErrors.UserNotFound();
    requireReach(identity, acting, user);
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

/** Ends an impersonation: the administrator's own session is the browser's again, if it still lives. */
export const stopImpersonating = async (
  identity: Identity,
  caller: SessionRecord,
  cookies: RequestCookies,
): Promise<Changed> => {
  const { impersonatedBy, token } = caller.session;
  if (impersonatedBy === null) throw adminErrors.NotImpersonating();
  if (!(await findUser(identity.db, impersonatedBy))) throw adminErrors.AdminGone();
  const [adminToken = '', forgotten = ''] = (cookies.admin ?? '').split(':');
  const record = adminToken === '' ? null : await findLiveSession(identity, adminToken);
  if (!record || record.user.id !== impersonatedBy) throw adminErrors.AdminSessionGone();
  await endSession(identity, token);
  return {
    record,
    setCookie: identity.cookies.write(record, cookies, { isBrowserSession: forgotten !== '' }),
  };
};
