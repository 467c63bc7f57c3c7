import { isOutage } from '@tessera/kit/database/outage';
import { AppError, defineErrors } from '@tessera/kit/errors';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { StatusReply } from '@tessera/proto/api/identity/account';
import { GetSessionQuery, SignOutReply } from '@tessera/proto/api/identity/session';
import { RevokeSession, SessionPlacesReply } from '@tessera/proto/api/identity/sessions';
import type { Request } from 'express';
import { z } from 'zod';
import { signOutDevices } from '../devices/service.ts';
import { sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { readCurrentSession } from './current.ts';
import { endSession, listOwnSessions, revokeSession, revokeSessions } from './end.ts';
import { requireSession } from './require.ts';

const endpoint = endpointFor(authDialect);

const sessionErrors = defineErrors({
  NotSignedIn: { status: 400, message: 'Failed to get session' },
  Unreadable: { status: 500, message: 'Failed to get session' },
});

/** Routes for the current session and for signing out. */
export const sessionRoutes = (identity: Identity): Router =>
  Router()
    .get(
      '/get-session',
      endpoint(
        {
          query: GetSessionQuery,
          reply: identity.fields.record.nullable(),
          summary: 'Get the current session',
        },
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
        if (cookies.token === null) {
          // The active session may have ended elsewhere; the browser's other accounts are signed out all the same.
          sendCookies(res, await signOutDevices(identity, cookies));
          throw sessionErrors.NotSignedIn();
        }
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

/** Routes for the user's own sessions. */
export const ownSessionRoutes = (identity: Identity): Router =>
  Router()
    .get(
      '/list-sessions',
      endpoint({ reply: z.array(identity.fields.session), summary: 'List your sessions' }, async ({ req }) =>
        listOwnSessions(identity, await requireSession(identity, req)),
      ),
    )
    .get(
      '/session-places',
      endpoint(
        { reply: SessionPlacesReply, summary: 'List the countries of your sessions' },
        async ({ req }) =>
          identity.places.of(await listOwnSessions(identity, await requireSession(identity, req))),
      ),
    )
    .post(
      '/revoke-session',
      endpoint(
        { body: RevokeSession, reply: StatusReply, summary: 'Revoke a session' },
        async ({ body, req }) => {
          await revokeSession(identity, await requireSession(identity, req), body.token);
          return { status: true };
        },
      ),
    )
    .post(
      '/revoke-sessions',
      endpoint({ reply: StatusReply, summary: 'Revoke all sessions' }, async ({ req }) => {
        const { user } = await requireSession(identity, req);
        await revokeSessions(identity, user.id);
        return { status: true };
      }),
    )
    .post(
      '/revoke-other-sessions',
      endpoint({ reply: StatusReply, summary: 'Revoke all other sessions' }, async ({ req }) => {
        const { user, session } = await requireSession(identity, req);
        await revokeSessions(identity, user.id, session.token);
        return { status: true };
      }),
    );
