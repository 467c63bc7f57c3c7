/**
 * Who calls a route that needs a session (contracts/auth.md, section 5): the routine of get-session, whose cookies are
 * not sent. The cookie cache is never believed here: what ends a session must stop its next change, not its last one
 * a minute later. What get-session itself answers is another matter.
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

/** The caller's session, or null. */
export const findCaller = async (identity: Identity, req: Request): Promise<SessionRecord | null> => {
  const query = GetSessionQuery.pick({ disableRefresh: true }).safeParse(req.query);
  const { record } = await readCurrentSession(identity, identity.cookies.read(req.headers.cookie), {
    disableCookieCache: true,
    disableRefresh: query.data?.disableRefresh,
  });
  return record;
};

/** The caller's session. Throws the empty 401 without one. */
export const requireSession = async (identity: Identity, req: Request): Promise<SessionRecord> => {
  const record = await findCaller(identity, req);
  if (!record) throw new AppError(authDialect.unauthorized);
  return record;
};

/**
 * The same for what only the account's owner may do, whoever else is let in for a while: 403 to impersonated sessions.
 */
export const requireOwnSession = async (identity: Identity, req: Request): Promise<SessionRecord> =>
  requireOwn(await requireSession(identity, req));

/** The session, unless an administrator opened it as someone else. */
export const requireOwn = (record: SessionRecord): SessionRecord => {
  if (record.session.impersonatedBy !== null) throw callerErrors.Impersonated();
  return record;
};

/** The same for routes that also want someone who signed in a short while ago: 403 "Session is not fresh". */
export const requireFreshSession = async (identity: Identity, req: Request): Promise<SessionRecord> => {
  const record = await requireOwnSession(identity, req);
  if (!isFresh(identity.options.session, record.session, identity.now())) throw callerErrors.NotFresh();
  return record;
};
