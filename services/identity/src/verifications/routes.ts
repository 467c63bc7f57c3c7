import { endpointFor } from '@tessera/kit/endpoint';
import { AppError } from '@tessera/kit/errors';
import { authDialect } from '@tessera/proto/api/error';
import { AuthUserBrief } from '@tessera/proto/api/identity/session';
import { type Response, Router } from 'express';
import { z } from 'zod';
import { sendCookies } from '../cookies/send.ts';
import { type Identity, trustedOrigins } from '../identity.ts';
import { originErrors } from '../origins/errors.ts';
import { isTrustedTarget } from '../origins/rules.ts';
import { clientOf } from '../transport/client.ts';
import { verifyEmail } from './verify.ts';

const endpoint = endpointFor(authDialect);

/** Query of the link in a verification mail. */
const VerifyEmailQuery = z.object({ token: z.string().min(1), callbackURL: z.string().optional() });
const VerifyEmailReply = z.object({ status: z.boolean(), user: AuthUserBrief.nullable() });

/** Where the link in a verification mail leads. */
export const verificationRoutes = (identity: Identity): Router =>
  Router({ caseSensitive: true }).get(
    '/verify-email',
    endpoint(
      { query: VerifyEmailQuery, reply: VerifyEmailReply, summary: 'Prove an e-mail address' },
      async ({ query: { token, callbackURL }, req, res }) => {
        if (callbackURL && !isTrustedTarget(trustedOrigins(identity), callbackURL))
          throw originErrors.InvalidCallbackUrl();
        try {
          const cookies = identity.cookies.read(req.headers.cookie);
          const client = clientOf(req, identity.options.advanced);
          sendCookies(res, await verifyEmail(identity, token, { cookies, client }));
        } catch (error) {
          if (callbackURL && error instanceof AppError && error.status === 401)
            redirect(res, withError(callbackURL, error.message));
          else throw error;
        }
        if (callbackURL && !res.headersSent) redirect(res, callbackURL);
        return { status: true, user: null };
      },
    ),
  );

const withError = (target: string, error: string): string =>
  `${target}${target.includes('?') ? '&' : '?'}error=${error}`;

const redirect = (res: Response, location: string): void => {
  // A trusted address may hold characters that a header may not.
  const isPlain = /^[\x21-\x7e]*$/.test(location);
  res.status(302).setHeader('location', isPlain ? location : (URL.parse(location)?.href ?? '/'));
  res.setHeader('content-type', 'application/json');
  res.end();
};
