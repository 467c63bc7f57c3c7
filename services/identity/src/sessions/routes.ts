import { endpointFor } from '@tessera/kit/endpoint';
import { AppError } from '@tessera/kit/errors';
import { isOutage } from '@tessera/kit/outage';
import { Router } from '@tessera/kit/router';
import { authDialect } from '@tessera/proto/api/error';
import { GetSessionQuery, SignOutReply } from '@tessera/proto/api/identity/session';
import type { Request } from 'express';
import { sendCookies } from '../cookies/send.ts';
import { signOutDevices } from '../devices/service.ts';
import type { Identity } from '../identity.ts';
import { readCurrentSession } from './current.ts';
import { endSession } from './end.ts';
import { sessionErrors } from './errors.ts';

const endpoint = endpointFor(authDialect);

/** Who is signed in, and signing out. */
export const sessionRoutes = (identity: Identity): Router =>
  Router()
    .get(
      '/get-session',
      endpoint(
        { query: GetSessionQuery, reply: identity.fields.record.nullable(), summary: 'Who is signed in' },
        async ({ query, req, res }) => {
          const { record, setCookie } = await currentSession(identity, req, query);
          sendCookies(res, setCookie);
          return record;
        },
      ),
    )
    .post(
      '/sign-out',
      endpoint({ reply: SignOutReply, summary: 'Sign out' }, async ({ req, res }) => {
        const cookies = identity.cookies.read(req.headers.cookie);
        if (cookies.token === null) throw sessionErrors.NotSignedIn();
        await endSession(identity, cookies.token);
        sendCookies(res, [...identity.cookies.clear(), ...(await signOutDevices(identity, cookies))]);
        return { success: true };
      }),
    );

const currentSession = async (identity: Identity, req: Request, query: GetSessionQuery) => {
  try {
    return await readCurrentSession(identity, identity.cookies.read(req.headers.cookie), query);
  } catch (error) {
    if (error instanceof AppError || isOutage(error)) throw error;
    identity.log.error({ err: error }, 'the session of a request could not be read');
    throw sessionErrors.Unreadable();
  }
};
