/** Who calls a route of administrators. */
import type { AppError } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { Request } from 'express';
import { z } from 'zod';
import type { Identity } from '../identity.ts';
import { requireSession } from '../sessions/require.ts';
import { mayDo, type Statements } from './roles.ts';

type Right = { wanted: Statements; refusal: () => AppError };

/** The caller, if they may do this. Throws the empty 401 without a session, else the given refusal. */
export const requireAdmin = (identity: Identity, req: Request, { wanted, refusal }: Right) =>
  requireAnyRight(identity, req, { wanted: [wanted], refusal });

/** The same for whoever may do at least one of these. */
export const requireAnyRight = async (
  identity: Identity,
  req: Request,
  { wanted, refusal }: Omit<Right, 'wanted'> & { wanted: Statements[] },
): Promise<SessionRecord> => {
  const caller = await requireSession(identity, req);
  if (!wanted.some((one) => mayDo(identity.options.admin, caller.user, one))) throw refusal();
  return caller;
};

const Id = z.uuid();

/** Whether a text can be a user's id at all; others name nobody. */
export const isId = (text: string): boolean => Id.safeParse(text).success;
