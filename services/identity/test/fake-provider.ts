/** A fake OAuth provider over real HTTP: it records requests and returns the responses that a test sets. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@tessera/kit/test/listen';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type Sent = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The form fields of the body, in order. */
  form: [string, string][];
};

type Answer = { status?: number; json?: unknown; body?: Buffer; location?: string };
type Reply = object | ((sent: Sent) => Answer);

export type FakeProvider = {
  url: string;
  sent: Sent[];
  /** The last request to `/token`. */
  lastToken: () => Sent | undefined;
  /** Sets the response of a path: JSON, or a function. */
  answer: (path: string, reply: Reply) => void;
  /** The endpoints for the options file. */
  endpoints: { authorization: string; token: string; userInfo: string; jwks: string };
  /** Returns a signed ID token. */
  sign: (claims: JWTPayload, own?: { kid?: string }) => Promise<string>;
  stop: () => Promise<void>;
};

export const startFakeProvider = async (): Promise<FakeProvider> => {
  const sent: Sent[] = [];
  const replies = new Map<string, Reply>();
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2048 });
  const server = createServer(async (req, res) => {
    const request = await read(req);
    sent.push(request);
    send(res, replies.get(request.path), request);
  });
  const url = await listen(server);
  const key = { ...(await exportJWK(publicKey)), kid: 'fake', alg: 'RS256', use: 'sig' };
  replies.set('/jwks', { keys: [key] });
  return {
    url,
    sent,
    lastToken: () => sent.findLast(({ path }) => path === '/token'),
    answer: (path, reply) => void replies.set(path, reply),
    endpoints: {
      authorization: `${url}/authorize`,
      token: `${url}/token`,
      userInfo: `${url}/me`,
      jwks: `${url}/jwks`,
    },
    sign: (claims, { kid = 'fake' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const read = async (req: IncomingMessage): Promise<Sent> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  const { pathname, search } = new URL(req.url ?? '/', 'http://fake');
  const form = [...new URLSearchParams(body)];
  const { method = '', headers } = req;
  return { method, path: decodeURI(pathname), query: search.slice(1), headers, body, form };
};

const send = (res: ServerResponse, reply: Reply | undefined, request: Sent): void => {
  if (reply === undefined) return void res.writeHead(404).end();
  if (typeof reply !== 'function') return void res.end(JSON.stringify(reply));
  const { status = 200, json, body, location } = (reply as (sent: Sent) => Answer)(request);
  res.writeHead(status, location === undefined ? {} : { location });
  res.end(body ?? JSON.stringify(json));
};
