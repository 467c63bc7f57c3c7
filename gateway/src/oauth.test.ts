import { createToken, sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { accessTokenUsedSubject, askAccessToken, type BearerRecord } from '@tessera/proto/api/asks';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { type GatewayStack, makeSession, type Seen, startGateway } from '../test/stack.ts';

const oauth = '/api/billing/v1/oauth2';
const products = '/api/billing/v1/products/';
const form = 'application/x-www-form-urlencoded';
let stack: GatewayStack;
let asked: string[] = [];
beforeAll(async () => {
  stack = await startGateway();
  await stack.owner.answer(askAccessToken, ({ tokenHash }) => {
    asked.push(tokenHash);
    return Promise.resolve(null);
  });
}, 30_000);
afterAll(() => stack.stop());
beforeEach(() => {
  asked = [];
  stack.echo.seen.length = 0;
});

const call = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
  const reply = await fetch(stack.url + path, { redirect: 'manual', ...init, headers });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text };
};
const post = (path: string, headers: Record<string, string>, body = 'a=b') =>
  call(path, { 'content-type': form, ...headers }, { method: 'POST', body });
/** What the service was told of who is calling. */
const told = async (reply: { text: string }) => {
  const { headers } = JSON.parse(reply.text) as Seen;
  const passport = headers['x-tessera-passport'] as string | undefined;
  const caller = await stack.passports(passport);
  return { kind: caller.kind, caller, authorization: headers.authorization, cookie: headers.cookie };
};
const signIn = async () => {
  const session = makeSession();
  await stack.store.set(session.key, JSON.stringify(session.record));
  return session.cookie;
};

const expiresAt = '2999-01-01T00:00:00.000Z';
const scopes = ['products:read'];
const ofUser: BearerRecord = {
  id: 'token-u',
  userId: 'user-1',
  clientId: 'tessera_ci_1',
  scopes,
  expiresAt,
};
const ofOrganization: BearerRecord = { id: 'token-o', organizationId: 'organization-1', scopes, expiresAt };
const tokens: [prefix: string, record: BearerRecord, claims: PassportClaims][] = [
  [
    oauthPrefixes.userAccess,
    ofUser,
    { kind: 'user-token', tokenId: 'token-u', clientId: 'tessera_ci_1', userId: 'user-1', scopes },
  ],
  [
    oauthPrefixes.organizationAccess,
    ofOrganization,
    { kind: 'token', tokenId: 'token-o', organizationId: 'organization-1', scopes },
  ],
];

describe('an OAuth token', () => {
  it.each(tokens)('of %s says in the passport for whom it acts, and its use is noted', async (...given) => {
    const [prefix, record, claims] = given;
    const used: unknown[] = [];
    await stack.owner.onBroadcast(accessTokenUsedSubject, (value) => used.push(value));
    const token = createToken(prefix);
    await stack.store.set(`access-token:${sha256(token)}`, JSON.stringify(record));
    const { caller, authorization } = await told(await call(products, { authorization: `Bearer ${token}` }));
    expect(caller).toEqual(claims);
    expect(authorization).toBeUndefined();
    await eventually(() => expect(used).toContainEqual(expect.objectContaining({ tokenId: record.id })));
    const line = await eventually(() => {
      const found = stack.log.lines().find(({ accessTokenId }) => accessTokenId === record.id);
      if (!found) throw new Error('no line');
      return found;
    });
    const named = 'userId' in record ? [record.userId, record.clientId] : [undefined, undefined];
    expect([line['userId'], line['clientId']]).toEqual(named);
  });

  it.each(tokens)('of %s opens nothing from its revocation on, or after its end', async (prefix, record) => {
    const token = createToken(prefix);
    const key = `access-token:${sha256(token)}`;
    const authorization = `Bearer ${token}`;
    await stack.store.set(key, JSON.stringify(record));
    expect((await call(products, { authorization })).status).toBe(200);
    await stack.store.del(key);
    await eventually(async () => expect((await call(products, { authorization })).status).toBe(401));
    await stack.store.set(key, JSON.stringify({ ...record, expiresAt: '2020-01-01T00:00:00.000Z' }));
    await eventually(async () => {
      asked = [];
      expect((await call(products, { authorization })).status).toBe(401);
      expect(asked).toEqual([]);
    });
  });

  it.each(tokens)('of %s counts as nobody where a key or a link gives the right', async (prefix, record) => {
    const token = createToken(prefix);
    await stack.store.set(`access-token:${sha256(token)}`, JSON.stringify(record));
    const validate = '/api/billing/v1/customer-portal/license-keys/validate';
    const reply = await call(validate, { authorization: `Bearer ${token}` });
    expect([reply.status, (await told(reply)).kind]).toEqual([200, 'anonymous']);
  });

  it('is none in another text: a code, a refresh token, a secret, one that was mistyped', async () => {
    const { userAccess, organizationAccess, ...others } = oauthPrefixes;
    const texts = [
      ...Object.values(others).map((prefix) => createToken(prefix)),
      `${createToken(userAccess).slice(0, -1)}.`,
      createToken(organizationAccess).replace('_o_', '_u_x'),
    ];
    for (const text of texts)
      expect([text, (await call(products, { authorization: `Bearer ${text}` })).status]).toEqual([text, 401]);
    expect(asked).toEqual([]);
    expect(stack.echo.seen).toEqual([]);
  });

  it('opens no portal of customers', async () => {
    const token = createToken(oauthPrefixes.userAccess);
    await stack.store.set(`access-token:${sha256(token)}`, JSON.stringify(ofUser));
    const me = '/api/billing/v1/customer-portal/customers/me';
    expect((await call(me, { authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

describe('the routes of the OAuth server', () => {
  it('ask who is calling, but for those that an OAuth client or a browser begins at', async () => {
    const cookie = await signIn();
    for (const path of ['/', '/consents/', '/consents/1', '/userinfo', '/nothing', '/registers', '/tokens'])
      expect([path, (await call(oauth + path)).status]).toEqual([path, 401]);
    for (const path of ['/authorize', '/authorization', '/register', '/register/tessera_ci_1']) {
      const [known, unknown] = [await call(oauth + path, { cookie }), await call(oauth + path)];
      expect([path, (await told(known)).kind, (await told(unknown)).kind]).toEqual([
        path,
        'user',
        'anonymous',
      ]);
      expect((await told(known)).cookie).toBeUndefined();
    }
    for (const path of ['/token', '/revoke', '/introspect'])
      expect((await told(await post(oauth + path, { cookie }))).kind).toBe('anonymous');
  });

  it('take an access token where OAuth clients are registered, and a bad one is refused', async () => {
    const token = createToken('tessera_oat_');
    await stack.store.set(`access-token:${sha256(token)}`, JSON.stringify(ofOrganization));
    const register = `${oauth}/register`;
    const known = await told(await post(register, { authorization: `Bearer ${token}` }));
    expect([known.kind, known.authorization]).toEqual(['token', undefined]);
    const cookie = await signIn();
    for (const authorization of [`Bearer ${createToken('tessera_oat_')}`, 'Bearer x', 'Basic dGVzc2VyYQ=='])
      expect((await post(register, { authorization, cookie })).status).toBe(401);
  });
});

describe('credentials that are the service’s to judge', () => {
  const registration = `Bearer ${createToken(oauthPrefixes.registration)}`;
  const basic = 'Basic dGVzc2VyYV9jaV8xOnRlc3NlcmFfY3NfMQ==';

  it.each([
    ['the token of a registration', '/register/tessera_ci_1', registration],
    ['one in another spelling of the scheme', '/register/tessera_ci_1', registration.replace('B', 'b')],
    ['one that cannot be', '/register/tessera_ci_1', 'Bearer tessera_crt_x'],
    ['a secret', '/token', basic],
    ['a secret that is to end a token', '/revoke', basic],
    ['a secret that asks about a token', '/introspect', basic.replace('Basic', 'BASIC')],
  ])('come there as they were sent, and nobody is looked up: %s', async (_what, path, authorization) => {
    const cookie = await signIn();
    const { kind, ...seen } = await told(await post(oauth + path, { authorization, cookie }));
    expect([kind, seen.authorization, seen.cookie]).toEqual(['anonymous', authorization, undefined]);
    expect(asked).toEqual([]);
  });

  it('come nowhere else, and no others come there', async () => {
    const bearer = `Bearer ${createToken('tessera_oat_')}`;
    for (const path of ['/token', '/revoke', '/introspect'])
      for (const authorization of [registration, bearer, 'Digest x', 'basic'])
        expect(await told(await post(oauth + path, { authorization }))).toMatchObject({
          kind: 'anonymous',
          authorization: authorization === 'basic' ? 'basic' : undefined,
        });
    for (const path of ['/', '/userinfo', '/authorize', '/authorization', '/consents/'])
      for (const authorization of [registration, basic])
        expect([path, (await call(oauth + path, { authorization })).status]).toEqual([path, 401]);
    for (const path of [products, '/api/billing/v1/organizations/'])
      expect((await call(path, { authorization: registration })).status).toBe(401);
    const open = await told(await call('/api/billing/v1/checkouts/client/x', { authorization: basic }));
    expect(open.authorization).toBeUndefined();
  });
});

describe('a page of another origin', () => {
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it('answers no question, registers and deletes nothing with a user’s cookies', async () => {
    const cookie = await signIn();
    const sent: [method: string, path: string, type: string][] = [
      ['POST', '/consent?client_id=1', form],
      ['POST', '/authorization', 'text/plain'],
      ['POST', '/authorization', 'application/json'],
      ['POST', '/register', 'text/plain'],
      ['PUT', '/register/1', 'application/json'],
      ['DELETE', '/register/1', form],
      ['POST', '/register/1/client-secret', form],
      ['DELETE', '/consents/1', form],
    ];
    for (const [method, path, type] of sent)
      for (const from of [evil, { origin: 'null' }]) {
        const reply = await call(oauth + path, { cookie, 'content-type': type, ...from }, { method });
        expect([method, path, reply.status, JSON.parse(reply.text)]).toEqual([
          method,
          path,
          403,
          { error: 'NotPermitted', detail: 'Invalid origin' },
        ]);
      }
    expect(stack.echo.seen).toEqual([]);
    const own = { cookie, origin: 'http://localhost:3000' };
    expect((await told(await post(`${oauth}/consent?client_id=1`, own, 'action=allow'))).kind).toBe('user');
  });

  it('may fetch tokens for an OAuth client of its own, without cookies', async () => {
    const reply = await post(`${oauth}/token`, { ...evil, cookie: await signIn() });
    expect([reply.status, (await told(reply)).kind]).toEqual([200, 'anonymous']);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('what OAuth clients learn of the OAuth server', () => {
  const names = ['openid-configuration', 'oauth-authorization-server', 'jwks.json'];

  it('is the service’s, for every page, and kept for as long as the service says', async () => {
    for (const name of names)
      for (const origin of ['', 'https://app.example', 'http://localhost:3000']) {
        const from = { cookie: await signIn(), ...(origin && { origin }) };
        const reply = await call(`/.well-known/${name}?a=b`, from);
        expect(reply.status).toBe(200);
        expect((JSON.parse(reply.text) as Seen).url).toBe(`/.well-known/${name}?a=b`);
        expect(await told(reply)).toMatchObject({ kind: 'anonymous', cookie: undefined });
        const said = ['cache-control', 'access-control-allow-origin', 'vary'];
        expect(said.map((header) => reply.headers.get(header))).toEqual(['public, max-age=300', '*', null]);
        expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
      }
  });

  it('is at these paths alone', async () => {
    for (const path of ['', '/', '/security.txt', '/jwks', '/jwks.json/', '/JWKS.json', '/jwks.json/x'])
      expect([path, (await call(`/.well-known${path}`)).text]).toEqual([
        path,
        expect.stringContaining('Dashboard'),
      ]);
    expect(stack.echo.seen).toEqual([]);
  });
});

describe('the page that asks whether an OAuth client may act', () => {
  it('is in no frame and in no cache', async () => {
    const { status, headers, text } = await call('/oauth2/authorize?client_id=1&state=x');
    expect([status, text]).toEqual([200, expect.stringContaining('Dashboard')]);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
