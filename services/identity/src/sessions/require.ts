/**
 * Authorizes callers of routes that need a session (contracts/auth.md, section 5), by the routine of get-session,
 * whose cookies are not sent. Here the cache cookie is never trusted: once a session has ended, its next change must
 * fail, not one a minute later. For the reply of get-session itself other rules apply.
 */
import { AppError, defineErrors } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { authDialect } from '@tessera/proto/api/error';
import { GetSessionQuery } from '@tessera/proto/api/identity/session';
import type { Request } from 'express';
import type { Identity } from '../identity.ts';
import { readCurrentSession } from './current.ts';
import { isFresh } from './rules.ts';

const callerErrors = defineErrors({
  NotFresh: { status: 403, message: 'Session is not fresh' },
  Impersonated: { status: 403, message: 'Not allowed while impersonating a user' },
});

/** Returns the caller's session, or null. */
export const findCaller = async (identity: Identity, req: Request): Promise<SessionRecord | null> => {
  const query = GetSessionQuery.pick({ disableRefresh: true }).safeParse(req.query);
  const { record } = await readCurrentSession(identity, identity.cookies.read(req.headers.cookie), {
    disableCookieCache: true,
    disableRefresh: query.data?.disableRefresh,
  });
  return record;
};

/** Returns the caller's session. Throws the empty 401 without one. */
export const requireSession = async (identity: Identity, req: Request): Promise<SessionRecord> => {
  const record = await findCaller(identity, req);
  if (!record) throw new AppError(authDialect.unauthorized);
  return record;
};

/** The same for actions of the account's owner alone: throws 403 for impersonated sessions. */
export const requireOwnSession = async (identity: Identity, req: Request): Promise<SessionRecord> =>
  requireOwn(await requireSession(identity, req));

/** Returns the session; throws 403 if it is impersonated. */
export const requireOwn = (record: SessionRecord): SessionRecord => {
  if (record.session.impersonatedBy !== null) throw callerErrors.Impersonated();
  return record;
};

/** The same for routes that need a recent sign-in: throws 403 "Session is not fresh". */
export const requireFreshSession = async (identity: Identity, req: Request): Promise<SessionRecord> => {
  const record = await requireOwnSession(identity, req);
  if (!isFresh(identity.options.session, record.session, identity.now())) throw callerErrors.NotFresh();
  return record;
};
