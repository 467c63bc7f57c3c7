import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { SignInUsername, SignInUsernameReply } from '@tessera/proto/api/identity/account';
import { SignInEmail, SignInEmailReply } from '@tessera/proto/api/identity/sign-in';
import { clientOf } from '../http/client.ts';
import { sendCookies } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { signInWithEmail, signInWithUsername } from './by-password.ts';

const endpoint = endpointFor(authDialect);

/** Routes to sign in with a password. */
export const signInRoutes = (identity: Identity): Router =>
  Router()
    .post(
      '/sign-in/email',
      endpoint(
        { body: SignInEmail, reply: SignInEmailReply, summary: 'Sign in with e-mail and password' },
        async ({ body, req, res }) => {
          const record = await signInWithEmail(identity, body, clientOf(req, identity.options.advanced));
          const cookies = identity.cookies.read(req.headers.cookie);
          sendCookies(res, identity.cookies.write(record, cookies, { isBrowserSession: !body.rememberMe }));
          return {
            redirect: Boolean(body.callbackURL),
            token: record.session.token,
            url: body.callbackURL,
            user: record.user,
          };
        },
      ),
    )
    .post(
      '/sign-in/username',
      endpoint(
        { body: SignInUsername, reply: SignInUsernameReply, summary: 'Sign in with username and password' },
        async ({ body, req, res }) => {
          const record = await signInWithUsername(identity, body, clientOf(req, identity.options.advanced));
          const cookies = identity.cookies.read(req.headers.cookie);
          sendCookies(res, identity.cookies.write(record, cookies, { isBrowserSession: !body.rememberMe }));
          return { token: record.session.token, user: record.user };
        },
      ),
    );
