import { endpointFor } from '@tessera/kit/endpoint';
import { Router } from '@tessera/kit/router';
import { authDialect } from '@tessera/proto/api/error';
import { StatusReply } from '@tessera/proto/api/identity/account';
import { RevokeSession } from '@tessera/proto/api/identity/sessions';
import { z } from 'zod';
import type { Identity } from '../identity.ts';
import { requireSession } from './require.ts';
import { listOwnSessions, revokeSession, revokeSessions } from './revoke.ts';

const endpoint = endpointFor(authDialect);

/** One's own sessions. */
export const ownSessionRoutes = (identity: Identity): Router =>
  Router()
    .get(
      '/list-sessions',
      endpoint(
        { reply: z.array(identity.fields.session), summary: 'List one’s own sessions' },
        async ({ req }) => listOwnSessions(identity, await requireSession(identity, req)),
      ),
    )
    .post(
      '/revoke-session',
      endpoint(
        { body: RevokeSession, reply: StatusReply, summary: 'End a session' },
        async ({ body, req }) => {
          await revokeSession(identity, await requireSession(identity, req), body.token);
          return { status: true };
        },
      ),
    )
    .post(
      '/revoke-sessions',
      endpoint({ reply: StatusReply, summary: 'End all sessions' }, async ({ req }) => {
        const { user } = await requireSession(identity, req);
        await revokeSessions(identity, user.id);
        return { status: true };
      }),
    )
    .post(
      '/revoke-other-sessions',
      endpoint({ reply: StatusReply, summary: 'End all sessions but this one' }, async ({ req }) => {
        const { user, session } = await requireSession(identity, req);
        await revokeSessions(identity, user.id, session.token);
        return { status: true };
      }),
    );
