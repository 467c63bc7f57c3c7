/** Authorizes callers of admin routes. */
import type { AppError } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { Statements } from '@tessera/proto/api/roles';
import type { Request } from 'express';
import { z } from 'zod';
import type { Identity } from '../identity.ts';
import { requireSession } from '../sessions/require.ts';
import { type Holder, holdsMore, mayDo, sessionMayDo } from './roles.ts';

type Right = { wanted: Statements; refusal: () => AppError };

/**
 * Returns the caller if they have the right. Throws the empty 401 without a session, else `refusal()`, also for
 * impersonated sessions: administrators act in their own name only.
 */
export const requireAdmin = (identity: Identity, req: Request, { wanted, refusal }: Right) =>
  requireAnyRight(identity, req, { wanted: [wanted], refusal });

/** The same, if the caller has at least one of these rights. */
export const requireAnyRight = async (
  identity: Identity,
  req: Request,
  { wanted, refusal }: Omit<Right, 'wanted'> & { wanted: Statements[] },
): Promise<SessionRecord> => {
  const caller = await requireSession(identity, req);
  if (!wanted.some((one) => sessionMayDo(identity.options.admin, caller, one))) throw refusal();
  return caller;
};

/** The acting administrator, and the error to throw when they lack a right. */
export type Acting = { caller: SessionRecord['user']; refusal: () => AppError };

/** Throws the refusal if the user, or a user with this role, would have a right that the caller lacks. */
export const requireReach = (
  { options }: Pick<Identity, 'options'>,
  { caller, refusal }: Acting,
  holder: Holder,
): void => {
  if (holdsMore(options.admin, holder, caller)) throw refusal();
};

/** Whether a user may impersonate others. */
export const mayImpersonate = ({ options }: Pick<Identity, 'options'>, user: Holder): boolean =>
  mayDo(options.admin, user, { user: ['impersonate'] });

const Id = z.uuid();

/** Whether a text has the form of a user id; others match no user. */
export const isId = (text: string): boolean => Id.safeParse(text).success;
