import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { SignUpEmail, SignUpEmailReply } from '@tessera/proto/api/identity/sign-up';
import { clientOf } from '../http/client.ts';
import { sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { checkWantedUsername } from '../usernames/check.ts';
import { signUpWithEmail } from './email.ts';

const endpoint = endpointFor(authDialect);

/** The route to sign up. */
export const signUpRoutes = (identity: Identity): Router =>
  Router().post(
    '/sign-up/email',
    checkWantedUsername(identity),
    endpoint(
      { body: SignUpEmail, reply: SignUpEmailReply, summary: 'Sign up with e-mail and password' },
      async ({ body, req, res }) => {
        const client = clientOf(req, identity.options.advanced);
        const { user, record } = await signUpWithEmail(identity, body, client);
        if (record) {
          const cookies = identity.cookies.read(req.headers.cookie);
          sendCookies(res, identity.cookies.write(record, cookies));
        }
        return { token: record?.session.token ?? null, user };
      },
    ),
  );
