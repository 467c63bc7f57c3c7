import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { SuccessReply } from '@tessera/proto/api/identity/account';
import { OfSession, OfUser, UserSessionsReply } from '@tessera/proto/api/identity/admin';
import { SessionPlacesReply } from '@tessera/proto/api/identity/sessions';
import type { Request } from 'express';
import { z } from 'zod';
import { clientOf } from '../http/client.ts';
import { sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { findRecord, listSessions } from '../session-store/rows.ts';
import { endSession, revokeSessions } from '../sessions/end.ts';
import { requireSession } from '../sessions/require.ts';
import { adminErrors } from './errors.ts';
import { impersonate, stopImpersonating } from './impersonate.ts';
import { requireAdmin, requireReach } from './require.ts';
import { findWithinReach, removeUser } from './users.ts';

const endpoint = endpointFor(authDialect);
const toList = { wanted: { session: ['list'] }, refusal: adminErrors.MayNotListSessions };
const toRevoke = { wanted: { session: ['revoke'] }, refusal: adminErrors.MayNotRevoke };

/** Admin routes for sessions, impersonation and the deletion of users. */
export const adminSessionRoutes = (identity: Identity): Router =>
  Router()
    .post(
      '/admin/list-user-sessions',
      endpoint(
        {
          body: OfUser,
          reply: UserSessionsReply.extend({ sessions: z.array(identity.fields.session) }),
          summary: 'List a user’s sessions',
        },
        async ({ body, req }) => ({ sessions: await listSessionsOf(identity, req, body) }),
      ),
    )
    .post(
      '/admin/user-session-places',
      endpoint(
        {
          body: OfUser,
          reply: SessionPlacesReply,
          summary: 'List the countries of a user’s sessions',
        },
        async ({ body, req }) => identity.places.of(await listSessionsOf(identity, req, body)),
      ),
    )
    .post(
      '/admin/revoke-user-session',
      endpoint(
        { body: OfSession, reply: SuccessReply, summary: 'Revoke a session' },
        async ({ body, req }) => {
          const { user: caller } = await requireAdmin(identity, req, toRevoke);
          const record = await findRecord(identity, body.sessionToken);
          if (record) requireReach(identity, { caller, refusal: toRevoke.refusal }, record.user);
          await endSession(identity, body.sessionToken);
          return { success: true };
        },
      ),
    )
    .post(
      '/admin/revoke-user-sessions',
      endpoint(
        { body: OfUser, reply: SuccessReply, summary: 'Revoke a user’s sessions' },
        async ({ body: { userId }, req }) => {
          const { user: caller } = await requireAdmin(identity, req, toRevoke);
          const user = await findWithinReach(identity, { caller, refusal: toRevoke.refusal, userId });
          if (user) await revokeSessions(identity, user.id);
          return { success: true };
        },
      ),
    )
    .post(
      '/admin/remove-user',
      endpoint({ body: OfUser, reply: SuccessReply, summary: 'Delete a user' }, async ({ body, req }) => {
        const right = { wanted: { user: ['delete'] }, refusal: adminErrors.MayNotDelete };
        await removeUser(identity, await requireAdmin(identity, req, right), body);
        return { success: true };
      }),
    )
    .post(
      '/admin/impersonate-user',
      endpoint(
        { body: OfUser, reply: identity.fields.record, summary: 'Impersonate a user' },
        async ({ body: { userId }, req, res }) => {
          const right = { wanted: { user: ['impersonate'] }, refusal: adminErrors.MayNotImpersonate };
          const caller = await requireAdmin(identity, req, right);
          const cookies = identity.cookies.read(req.headers.cookie);
          const client = clientOf(req, identity.options.advanced);
          const changed = await impersonate(identity, { caller, userId }, { cookies, client });
          sendCookies(res, changed.setCookie);
          return changed.record;
        },
      ),
    )
    .post(
      '/admin/stop-impersonating',
      endpoint(
        { reply: identity.fields.record, summary: 'Stop impersonating a user' },
        async ({ req, res }) => {
          const caller = await requireSession(identity, req);
          const cookies = identity.cookies.read(req.headers.cookie);
          const changed = await stopImpersonating(identity, caller, cookies);
          sendCookies(res, changed.setCookie);
          return changed.record;
        },
      ),
    );

const listSessionsOf = async (identity: Identity, req: Request, { userId }: OfUser) => {
  const { user: caller } = await requireAdmin(identity, req, toList);
  const user = await findWithinReach(identity, { caller, refusal: toList.refusal, userId });
  const limit = identity.options.advanced.database.defaultFindManyLimit;
  return user ? listSessions(identity, user.id, { limit }) : [];
};
