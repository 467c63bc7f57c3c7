import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { SignInSocial, SignInSocialReply } from '@tessera/proto/api/identity/social';
import type { Request, RequestHandler } from 'express';
import { clientOf } from '../http/client.ts';
import { headerSafe, sendCookies, withParameters } from '../http/reply.ts';
import { authUrl, type Identity } from '../identity.ts';
import { finishFlow } from './callback.ts';
import { startSignIn } from './flow.ts';
import { signInWithIdToken } from './id-token.ts';

const endpoint = endpointFor(authDialect);

/** Routes to sign in with other providers. */
export const socialRoutes = (identity: Identity): Router =>
  Router()
    .post(
      '/sign-in/social',
      endpoint(
        { body: SignInSocial, reply: SignInSocialReply, summary: 'Sign in with another provider' },
        async ({ body, req, res }) => {
          const { idToken } = body;
          if (!idToken) {
            const browser = identity.cookies.readOAuth(req.headers.cookie);
            const { url, setCookie } = await startSignIn(identity, { ...body, browser });
            sendCookies(res, [setCookie]);
            return { url, redirect: !body.disableRedirect };
          }
          const client = clientOf(req, identity.options.advanced);
          const { record } = await signInWithIdToken(identity, { ...body, idToken }, client);
          sendCookies(res, identity.cookies.write(record, identity.cookies.read(req.headers.cookie)));
          return { redirect: false, token: record.session.token, user: record.user };
        },
      ),
    )
    .get('/callback/:id', comeBack(identity))
    .post('/callback/:id', comeBack(identity));

/** The callback from a provider; always answers with a redirect. */
const comeBack =
  (identity: Identity): RequestHandler<{ id: string }> =>
  async (req, res) => {
    const fields: unknown = req.method === 'POST' ? req.body : req.query;
    const browser = identity.cookies.readOAuth(req.headers.cookie);
    const isBrowser = isFromBrowser(req);
    res.status(302).setHeader('content-type', 'application/json');
    // A cross-site form post carries no cookies; a redirect to the same URL as a GET request does.
    if (req.method === 'POST' && isBrowser && browser === null) {
      const visit = `${authUrl(identity)}/callback/${encodeURIComponent(req.params.id)}`;
      res.setHeader('location', withParameters(visit, textsOf(fields))).end();
      return;
    }
    const client = clientOf(req as Request, identity.options.advanced);
    const providerId = req.params.id;
    const { location, record } = await finishFlow(identity, {
      providerId,
      fields,
      browser,
      isBrowser,
      client,
    });
    if (record) sendCookies(res, identity.cookies.write(record, identity.cookies.read(req.headers.cookie)));
    res.setHeader('location', headerSafe(location)).end();
  };

/**
 * Whether a browser sends the request: by `sec-fetch-dest` (absent over plain HTTP), user agent or accepted types,
 * none of which the linking site can influence. Other clients, which keep no cookies, send none of these.
 */
const isFromBrowser = (req: Pick<Request, 'get'>): boolean =>
  req.get('sec-fetch-dest') !== undefined ||
  /^Mozilla\//.test(req.get('user-agent') ?? '') ||
  (req.get('accept') ?? '').includes('text/html');

const textsOf = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
