import type { Request, Response } from 'express';
import { sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import type { requireSession } from '../sessions/require.ts';
import type { User } from '../users/entity.ts';

type Exchange = { req: Request; res: Response };
type Caller = Awaited<ReturnType<typeof requireSession>> & { user: User };

/** The cookies of a session whose user has changed. */
export const rewriteCookies = (identity: Identity, { req, res }: Exchange, caller: Caller): void =>
  sendCookies(
    res,
    identity.cookies.write(
      { ...caller, user: identity.fields.show(caller.user) },
      identity.cookies.read(req.headers.cookie),
    ),
  );
