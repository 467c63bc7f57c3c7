import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { StatusReply } from '@tessera/proto/api/identity/account';
import { DeviceSession } from '@tessera/proto/api/identity/sessions';
import { z } from 'zod';
import { sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { requireSession } from '../sessions/require.ts';
import { findDeviceSession, listDeviceSessions, revokeDeviceSession } from './service.ts';

const endpoint = endpointFor(authDialect);

/** Routes for several accounts in one browser. */
export const deviceRoutes = (identity: Identity): Router =>
  Router()
    .get(
      '/multi-session/list-device-sessions',
      endpoint(
        { reply: z.array(identity.fields.record), summary: 'List the accounts in this browser' },
        ({ req }) => listDeviceSessions(identity, identity.cookies.read(req.headers.cookie)),
      ),
    )
    .post(
      '/multi-session/set-active',
      endpoint(
        { body: DeviceSession, reply: identity.fields.record, summary: 'Switch to another account' },
        async ({ body, req, res }) => {
          await requireSession(identity, req);
          const cookies = identity.cookies.read(req.headers.cookie);
          const record = await findDeviceSession(identity, cookies, body.sessionToken);
          sendCookies(res, identity.cookies.write(record, cookies));
          return record;
        },
      ),
    )
    .post(
      '/multi-session/revoke',
      endpoint(
        { body: DeviceSession, reply: StatusReply, summary: 'Sign out of one account in this browser' },
        async ({ body, req, res }) => {
          await requireSession(identity, req);
          const cookies = identity.cookies.read(req.headers.cookie);
          sendCookies(res, await revokeDeviceSession(identity, cookies, body.sessionToken));
          return { status: true };
        },
      ),
    );
