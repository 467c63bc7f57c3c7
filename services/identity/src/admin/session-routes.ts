import { endpointFor } from '@tessera/kit/endpoint';
import { authDialect } from '@tessera/proto/api/error';
import { SuccessReply } from '@tessera/proto/api/identity/account';
import { OfSession, OfUser, UserSessionsReply } from '@tessera/proto/api/identity/admin';
import { Router } from 'express';
import { sendCookies } from '../cookies/send.ts';
import type { Identity } from '../identity.ts';
import { endSession } from '../sessions/end.ts';
import { requireSession } from '../sessions/require.ts';
import { revokeSessions } from '../sessions/revoke.ts';
import { listSessions } from '../sessions/rows.ts';
import { clientOf } from '../transport/client.ts';
import { deleteUser } from '../users/delete.ts';
import { adminErrors } from './errors.ts';
import { impersonate, stopImpersonating } from './impersonate.ts';
import { isId, requireAdmin } from './require.ts';

const endpoint = endpointFor(authDialect);
const toRevoke = { wanted: { session: ['revoke'] }, refusal: adminErrors.MayNotRevoke };

/** What administrators do with the sessions of others, and with those who have none any more. */
export const adminSessionRoutes = (identity: Identity): Router =>
  Router({ caseSensitive: true })
    .post(
      '/admin/list-user-sessions',
      endpoint(
        { body: OfUser, reply: UserSessionsReply, summary: 'List a user’s sessions' },
        async ({ body: { userId }, req }) => {
          const right = { wanted: { session: ['list'] }, refusal: adminErrors.MayNotListSessions };
          await requireAdmin(identity, req, right);
          const limit = identity.options.advanced.database.defaultFindManyLimit;
          return { sessions: isId(userId) ? await listSessions(identity.db, userId, { limit }) : [] };
        },
      ),
    )
    .post(
      '/admin/revoke-user-session',
      endpoint({ body: OfSession, reply: SuccessReply, summary: 'End a session' }, async ({ body, req }) => {
        await requireAdmin(identity, req, toRevoke);
        await endSession(identity, body.sessionToken);
        return { success: true };
      }),
    )
    .post(
      '/admin/revoke-user-sessions',
      endpoint(
        { body: OfUser, reply: SuccessReply, summary: 'End a user’s sessions' },
        async ({ body: { userId }, req }) => {
          await requireAdmin(identity, req, toRevoke);
          if (isId(userId)) await revokeSessions(identity, userId);
          return { success: true };
        },
      ),
    )
    .post(
      '/admin/remove-user',
      endpoint(
        { body: OfUser, reply: SuccessReply, summary: 'Delete a user' },
        async ({ body: { userId }, req }) => {
          const right = { wanted: { user: ['delete'] }, refusal: adminErrors.MayNotDelete };
          await requireAdmin(identity, req, right);
          if (isId(userId)) await deleteUser(identity, userId);
          return { success: true };
        },
      ),
    )
    .post(
      '/admin/impersonate-user',
      endpoint(
        { body: OfUser, reply: identity.fields.record, summary: 'Be someone else for a while' },
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
      endpoint({ reply: identity.fields.record, summary: 'Be oneself again' }, async ({ req, res }) => {
        const caller = await requireSession(identity, req);
        const cookies = identity.cookies.read(req.headers.cookie);
        const changed = await stopImpersonating(identity, caller, cookies);
        sendCookies(res, changed.setCookie);
        return changed.record;
      }),
    );
