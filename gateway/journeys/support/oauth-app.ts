/** A third-party app: a web server on its own origin that connects users by OAuth with the library openid-client. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';

export type App = {
  url: string;
  /** Configures the app with the credentials from its registration. */
  register: (clientId: string, clientSecret: string) => Promise<void>;
  /** The latest access token. */
  accessToken: () => string;
  refresh: () => Promise<unknown>;
  stop: () => Promise<void>;
};

type Session = { verifier: string; state: string };

/** Listens on a free port. After `register`, `/connect?…` redirects to the authorization page. */
export const startApp = async (gateway: string): Promise<App> => {
  let config: openid.Configuration | undefined;
  let session: Session | undefined;
  let tokens: openid.TokenEndpointResponse | undefined;
  const connect = async (query: URLSearchParams, res: ServerResponse): Promise<void> => {
    session = { verifier: openid.randomPKCECodeVerifier(), state: openid.randomState() };
    const address = openid.buildAuthorizationUrl(registered(config), {
      ...Object.fromEntries(query),
      redirect_uri: `${url}/callback`,
      state: session.state,
      code_challenge: await openid.calculatePKCECodeChallenge(session.verifier),
      code_challenge_method: 'S256',
    });
    res.writeHead(302, { location: address.href }).end();
  };
  const callback = async (asked: URL, res: ServerResponse): Promise<void> => {
    const error = asked.searchParams.get('error');
    if (error !== null) {
      show(res, 'Not connected', error);
      return;
    }
    tokens = await openid.authorizationCodeGrant(registered(config), asked, {
      pkceCodeVerifier: session?.verifier ?? '',
      expectedState: session?.state ?? '',
    });
    show(res, 'Connected', String(tokens.scope));
  };
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const asked = new URL(req.url ?? '/', url);
    if (asked.pathname === '/connect') await connect(asked.searchParams, res);
    else if (asked.pathname === '/callback') await callback(asked, res);
    else res.writeHead(204).end();
  };
  const server = createServer((req, res) => {
    answer(req, res).catch((fault: unknown) => show(res, 'Failed', String(fault)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    register: async (clientId: string, clientSecret: string): Promise<void> => {
      config = await openid.discovery(new URL(gateway), clientId, clientSecret, undefined, {
        execute: [openid.allowInsecureRequests],
      });
    },
    accessToken: () => registered(tokens).access_token,
    refresh: () => openid.refreshTokenGrant(registered(config), registered(tokens).refresh_token ?? ''),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

const registered = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('the app is not that far');
  return value;
};

const show = (res: ServerResponse, title: string, text: string): void => {
  const html = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${encodeURIComponent(text)}</p></html>`;
  res.writeHead(200, { 'content-type': 'text/html' }).end(html);
};
