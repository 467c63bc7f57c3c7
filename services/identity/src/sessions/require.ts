/** Routes for someone signed in (contracts/auth.md, section 5): asked after validation, cookies of it are not sent. */
import { kitErrors } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { GetSessionQuery } from '@tessera/proto/api/identity/session';
import type { Request } from 'express';
import type { Identity } from '../identity.ts';
import { readCurrentSession } from './current.ts';
import { sessionErrors } from './errors.ts';

/** The session of a request. Throws 401 without one. */
export const requireSession = async (identity: Identity, req: Request): Promise<SessionRecord> => {
  const query = GetSessionQuery.safeParse(req.query);
  const cookies = identity.cookies.read(req.headers.cookie);
  const { record } = await readCurrentSession(identity, cookies, query.success ? query.data : {});
  if (!record) throw kitErrors.Unauthorized(null);
  return record;
};

/** The same, for what asks for a recent sign-in. Throws 403 when it was longer ago than `session.freshAge`. */
export const requireFreshSession = async (identity: Identity, req: Request): Promise<SessionRecord> => {
  const record = await requireSession(identity, req);
  const { freshAge } = identity.options.session;
  const age = identity.now().getTime() - record.session.createdAt.getTime();
  if (freshAge > 0 && age >= freshAge * 1000) throw sessionErrors.NotFresh();
  return record;
};
