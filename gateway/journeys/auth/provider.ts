/** A provider of accounts that speaks real HTTP and says of whoever comes what the test has set. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type Answer = { status?: number; json?: unknown };

export type Provider = {
  endpoints: { authorization: string; token: string; userInfo: string; jwks: string };
  /** Who comes next; null: nobody knows. */
  be: (person: object | null) => void;
  /** What the token endpoint answers next. */
  give: (tokens: object, status?: number) => void;
  /** An id token with the provider's signature. */
  sign: (claims: JWTPayload) => Promise<string>;
  stop: () => Promise<void>;
};

export const startProvider = async (): Promise<Provider> => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2048 });
  const key = { ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' };
  const answers = new Map<string, Answer>([['/jwks', { json: { keys: [key] } }]]);
  const server = createServer((req, res) => {
    const { status = 200, json } = answers.get((req.url ?? '').split('?', 1)[0] ?? '') ?? { status: 404 };
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json ?? {}));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const give: Provider['give'] = (json, status = 200) => void answers.set('/token', { status, json });
  give({ access_token: 'at', scope: 'a b' });
  return {
    endpoints: {
      authorization: `${url}/authorize`,
      token: `${url}/token`,
      userInfo: `${url}/me`,
      jwks: `${url}/jwks`,
    },
    be: (person) => void answers.set('/me', person === null ? { status: 404 } : { json: person }),
    give,
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(privateKey),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
