/** Who calls a route of administrators. */
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
 * The caller, if they may do this. Throws the empty 401 without a session, else the given refusal; also to whoever is
 * someone else for a while: what an administrator does is done in their own name.
 */
export const requireAdmin = (identity: Identity, req: Request, { wanted, refusal }: Right) =>
  requireAnyRight(identity, req, { wanted: [wanted], refusal });

/** The same for whoever may do at least one of these. */
export const requireAnyRight = async (
  identity: Identity,
  req: Request,
  { wanted, refusal }: Omit<Right, 'wanted'> & { wanted: Statements[] },
): Promise<SessionRecord> => {
  const caller = await requireSession(identity, req);
  if (!wanted.some((one) => sessionMayDo(identity.options.admin, caller, one))) throw refusal();
  return caller;
};

/** An administrator at work, and what they are told when they may not. */
export type Acting = { caller: SessionRecord['user']; refusal: () => AppError };

/** Throws the refusal if this user, or whoever has this role, holds a right that the caller lacks. */
export const requireReach = (
  { options }: Pick<Identity, 'options'>,
  { caller, refusal }: Acting,
  holder: Holder,
): void => {
  if (holdsMore(options.admin, holder, caller)) throw refusal();
};

/** Whether a user may be somebody else for a while. */
export const mayImpersonate = ({ options }: Pick<Identity, 'options'>, user: Holder): boolean =>
  mayDo(options.admin, user, { user: ['impersonate'] });

const Id = z.uuid();

/** Whether a text can be a user's id at all; others name nobody. */
export const isId = (text: string): boolean => Id.safeParse(text).success;
