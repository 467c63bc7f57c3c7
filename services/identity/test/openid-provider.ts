/** A certified OpenID provider, in process: it checks redirect URIs, PKCE, secrets and codes by the standard. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@tessera/kit/test/listen';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { createBrowser } from './browser.ts';

export type OpenIdProvider = {
  url: string;
  endpoints: { authorization: string; token: string; jwks: string };
  /** Signs in at the provider, consents, and returns the URL that it redirects back to. */
  visit: (authorizationUrl: string) => Promise<URL>;
  stop: () => Promise<void>;
};

/** Starts the provider for one client and one user, who always consents. */
export const startOpenIdProvider = async (
  client: { clientId: string; clientSecret: string; redirectUris: string[] },
  person: { sub: string; [claim: string]: unknown },
): Promise<OpenIdProvider> => {
  const server = createServer();
  const url = await listen(server);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    scopes: ['openid', 'User.Read'],
    // As Google and Microsoft do: the ID token of a code holds the user's claims.
    conformIdTokenClaims: false,
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
    renderError: (context, out) => {
      context.body = JSON.stringify(out);
    },
    findAccount: () => ({ accountId: person.sub, claims: () => person }),
  });
  const handle = provider.callback();
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.url?.startsWith('/interaction/')) void agree(provider, person.sub, { req, res });
    else void handle(req, res);
  });
  return {
    url,
    endpoints: { authorization: `${url}/auth`, token: `${url}/token`, jwks: `${url}/jwks` },
    visit: (authorizationUrl) => walk(url, authorizationUrl),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const agree = async (
  provider: Provider,
  accountId: string,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): Promise<void> => {
  const { prompt, params } = await provider.interactionDetails(req, res);
  if (prompt.name === 'login') return provider.interactionFinished(req, res, { login: { accountId } });
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(req, res, { consent }, { mergeWithLastSubmission: true });
};

const maxSteps = 10;

/** Follows redirects with cookies until one leaves the provider. */
const walk = async (base: string, start: string): Promise<URL> => {
  const browser = createBrowser('');
  let next = new URL(start);
  for (let step = 0; step < maxSteps && next.origin === base; step += 1) {
    const { headers, status, text } = await browser.send('GET', next.href);
    const location = headers.get('location');
    if (location === null) throw new Error(`the provider answered ${status}: ${text}`);
    next = new URL(location, next);
  }
  return next;
};
