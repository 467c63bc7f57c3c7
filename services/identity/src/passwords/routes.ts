import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import {
  ChangePassword,
  ChangePasswordReply,
  ForgetPassword,
  ResetPassword,
  ResetPasswordLink,
  ResetPasswordQuery,
  StatusReply,
} from '@tessera/proto/api/identity/account';
import { z } from 'zod';
import { clientOf } from '../http/client.ts';
import { redirect, sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { requireTrusted } from '../origins/check.ts';
import { requireOwnSession } from '../sessions/require.ts';
import { changePassword } from './change.ts';
import { followResetLink, forgetPassword, resetPassword } from './reset.ts';

const endpoint = endpointFor(authDialect);

/** Routes to reset and change passwords. */
export const passwordRoutes = (identity: Identity): Router =>
  Router()
    .post(
      '/forget-password',
      endpoint(
        { body: ForgetPassword, reply: StatusReply, summary: 'Send a password reset e-mail' },
        async ({ body }) => {
          await forgetPassword(identity, body);
          return { status: true };
        },
      ),
    )
    .get(
      '/reset-password/:token',
      endpoint(
        {
          params: z.object({ token: z.string() }),
          query: ResetPasswordLink,
          status: 302,
          summary: 'Open the link of a password reset e-mail',
        },
        async ({ params, query, res }) => {
          requireTrusted(identity, query.callbackURL);
          redirect(res, await followResetLink(identity, params.token, query.callbackURL));
        },
      ),
    )
    .post(
      '/reset-password',
      endpoint(
        { body: ResetPassword, query: ResetPasswordQuery, reply: StatusReply, summary: 'Reset a password' },
        async ({ body, query, req }) => {
          const { address } = clientOf(req, identity.options.advanced);
          // As in better-auth, an empty token is none: forms send empty fields too.
          await resetPassword(identity, { ...body, token: body.token || query.token, address });
          return { status: true };
        },
      ),
    )
    .post(
      '/change-password',
      endpoint(
        { body: ChangePassword, reply: ChangePasswordReply, summary: 'Change the password' },
        async ({ body, req, res }) => {
          const caller = await requireOwnSession(identity, req);
          const client = clientOf(req, identity.options.advanced);
          const cookies = identity.cookies.read(req.headers.cookie);
          const { isBrowserSession } = cookies;
          const record = await changePassword(identity, caller, { body, client, isBrowserSession });
          if (record) sendCookies(res, identity.cookies.write(record, cookies));
          return { token: record?.session.token ?? null, user: caller.user };
        },
      ),
    );
