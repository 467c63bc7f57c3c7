import { AppError } from '@tessera/kit/errors';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import {
  SendVerificationEmail,
  StatusReply,
  VerifyEmailQuery,
  VerifyEmailReply,
} from '@tessera/proto/api/identity/account';
import { findCredential } from '../accounts/credential.ts';
import { clientOf } from '../http/client.ts';
import { redirect, sendCookies, withParameters } from '../http/reply.ts';
import type { Identity } from '../identity.ts';
import { sendsVerification } from '../options.ts';
import { requireTrusted } from '../origins/check.ts';
import { askErrors, askForVerification } from './ask.ts';
import { verifyEmail } from './verify.ts';

const endpoint = endpointFor(authDialect);

/** Routes to verify addresses. */
export const verificationRoutes = (identity: Identity): Router =>
  Router()
    .post(
      '/send-verification-email',
      endpoint(
        { body: SendVerificationEmail, reply: StatusReply, summary: 'Send a verification e-mail' },
        async ({ body }) => {
          if (!sendsVerification(identity.options)) throw askErrors.NotEnabled();
          const known = await findCredential(identity.db, { email: body.email });
          if (!known) throw askErrors.NobodyKnown();
          await askForVerification(identity, known.user, body.callbackURL || '/');
          return { status: true };
        },
      ),
    )
    .get(
      '/verify-email',
      endpoint(
        { query: VerifyEmailQuery, reply: VerifyEmailReply, summary: 'Verify an e-mail address' },
        async ({ query: { token, callbackURL }, req, res }) => {
          requireTrusted(identity, callbackURL);
          const cookies = identity.cookies.read(req.headers.cookie);
          const client = clientOf(req, identity.options.advanced);
          try {
            const asking = { cookies, client, callbackUrl: callbackURL || '/' };
            const { setCookie, user } = await verifyEmail(identity, token, asking);
            sendCookies(res, setCookie);
            if (callbackURL) redirect(res, callbackURL);
            return { status: true, user };
          } catch (error) {
            if (!callbackURL || !(error instanceof AppError) || error.status !== 401) throw error;
            redirect(res, withParameters(callbackURL, { error: error.message }));
            return { status: false, user: null };
          }
        },
      ),
    );
