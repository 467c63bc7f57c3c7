import { connect } from 'node:net';
import { createToken, sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import {
  accessTokenUsedSubject,
  askAccessToken,
  askCustomerSession,
  askSession,
} from '@tessera/proto/api/asks';
import { sendRaw } from '../test/raw.ts';
import { type GatewayStack, makeSession, packedScript, type Seen, startGateway } from '../test/stack.ts';

const products = '/api/billing/v1/products/';
let stack: GatewayStack;
let lookups: string[] = [];
const known = new Map<string, ReturnType<typeof makeSession>['record']>();

beforeAll(async () => {
  stack = await startGateway();
  await stack.owner.answer(askSession, ({ token }) => {
    lookups.push(token);
    return Promise.resolve(known.get(token) ?? null);
  });
  await stack.owner.answer(askAccessToken, ({ tokenHash }) => {
    lookups.push(tokenHash);
    return Promise.resolve(null);
  });
}, 30_000);
afterAll(() => stack.stop());
beforeEach(() => {
  lookups = [];
});

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(stack.url + path, { redirect: 'manual', ...init });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as never) : undefined,
  };
};
const customerSession = {
  sessionId: 'customer-session-1',
  organizationId: 'organization-1',
  scope: { customerId: 'customer-1' },
};

const seen = (reply: { body: unknown }): Seen => reply.body as Seen;
const signIn = async (given: Parameters<typeof makeSession>[0] = {}) => {
  const session = makeSession(given);
  await stack.store.set(session.key, JSON.stringify(session.record));
  return session;
};

describe('a request of a customer', () => {
  const me = '/api/billing/v1/customer-portal/customers/me';
  const token = createToken('tessera_cst_');
  const bearer = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });
  let asked: string[] = [];
  beforeAll(() =>
    stack.owner.answer(askCustomerSession, ({ tokenHash }) => {
      asked.push(tokenHash);
      return Promise.resolve(tokenHash === sha256(token) ? customerSession : null);
    }),
  );
  beforeEach(() => {
    asked = [];
  });

  it('reaches the portal with a passport in place of the token', async () => {
    const reply = seen(await call(me, bearer(token)));
    expect(await stack.passports(reply.headers['x-tessera-passport'] as string)).toEqual(
      expect.objectContaining({ kind: 'customer', ...customerSession }),
    );
    expect(reply.headers.authorization).toBeUndefined();
  });

  it('reaches nothing else', async () => {
    const reply = await call(products, bearer(token));
    expect([reply.status, reply.body]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })]);
    expect(reply.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="tessera", error="invalid_token", error_description="[^"]+"$/,
    );
    expect(asked).toEqual([]);
  });

  it('takes one cookie where an account is connected: that of the browser, and never the session’s', async () => {
    const session = await signIn();
    const own = `__Host-tessera_connecting=${'a'.repeat(32)}`;
    const cookie = `${session.cookie}; ${own}; other=1`;
    for (const path of ['authorize', 'callback?state=x']) {
      const address = `/api/billing/v1/customer-portal/oauth-accounts/${path}`;
      const { body } = await call(address, { headers: { ...bearer(token).headers, cookie } });
      expect(seen({ body }).headers.cookie).toBe(own);
    }
    const elsewhere = await call(me, { headers: { ...bearer(token).headers, cookie } });
    expect(seen(elsewhere).headers.cookie).toBeUndefined();
  });

  it('is refused with a token that has ended, is of another kind, or is missing', async () => {
    const { cookie } = await signIn();
    const replies = [
      await call(me, bearer(createToken('tessera_cst_'))),
      await call(me, bearer(createToken('tessera_oat_'))),
      await call(me, bearer('tessera_cst_x')),
      await call(me),
      await call(me, { headers: { cookie } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(asked).toHaveLength(1);
  });
});

describe('a request with a session', () => {
  it('reaches the service with a passport in place of the cookie', async () => {
    const { record, cookie } = await signIn();
    const reply = seen(await call(products, { headers: { cookie } }));
    expect(await stack.passports(reply.headers['x-tessera-passport'] as string)).toEqual(
      expect.objectContaining({
        kind: 'user',
        userId: record.user.id,
        sessionId: record.session.id,
        signedInAt: record.session.createdAt.getTime(),
        activeOrganizationId: 'organization-1',
      }),
    );
    expect(reply.headers.cookie).toBeUndefined();
    expect(reply.headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('says in the passport when an administrator acts as somebody', async () => {
    const own = await signIn();
    const impersonated = await signIn({ impersonatedBy: 'admin-1' });
    const callerOf = async (cookie: string) => {
      const { headers } = seen(await call(products, { headers: { cookie } }));
      return stack.passports(headers['x-tessera-passport'] as string);
    };
    expect(await callerOf(own.cookie)).not.toHaveProperty('isImpersonated');
    expect(await callerOf(impersonated.cookie)).toMatchObject({
      kind: 'user',
      isImpersonated: true,
      impersonatedBy: 'admin-1',
    });
  });

  it('cannot bring a passport, an address or credentials of its own', async () => {
    const forged = {
      'x-tessera-passport': 'forged',
      'x-forwarded-for': '6.6.6.6',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
    };
    const { headers } = seen(
      await call('/api/auth/ok', { headers: { ...forged, authorization: 'Bearer x' } }),
    );
    expect(headers['x-tessera-passport']).toBeUndefined();
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-real-ip']).toBeUndefined();
    expect(headers.forwarded).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
  });

  it('keeps one passport for many requests and asks nobody once warm', async () => {
    const { cookie } = await signIn();
    const passports = new Set<unknown>();
    for (let i = 0; i < 5; i += 1)
      passports.add(seen(await call(products, { headers: { cookie } })).headers['x-tessera-passport']);
    expect(passports.size).toBe(1);
    expect(lookups).toEqual([]);
  });

  it('is refused from the moment its record leaves Redis and its owner knows it no more', async () => {
    const { cookie, key } = await signIn();
    expect((await call(products, { headers: { cookie } })).status).toBe(200);
    await stack.store.del(key);
    await eventually(async () => expect((await call(products, { headers: { cookie } })).status).toBe(401));
  });

  it('sees a changed record at once', async () => {
    const { cookie, key, record } = await signIn();
    await call(products, { headers: { cookie } });
    await stack.store.set(
      key,
      JSON.stringify({ ...record, session: { ...record.session, activeOrganizationId: 'organization-2' } }),
    );
    await eventually(async () => {
      const passport = seen(await call(products, { headers: { cookie } })).headers[
        'x-tessera-passport'
      ] as string;
      expect(await stack.passports(passport)).toEqual(
        expect.objectContaining({ activeOrganizationId: 'organization-2' }),
      );
    });
  });

  it('is refused after its end', async () => {
    const { cookie } = await signIn({ expiresAt: new Date(Date.now() - 1000) });
    expect((await call(products, { headers: { cookie } })).status).toBe(401);
  });

  it('survives a flush of Redis: its owner is asked', async () => {
    const { cookie, record } = await signIn();
    known.set(record.session.token, record);
    await call(products, { headers: { cookie } });
    await stack.store.flushAll();
    await eventually(async () => {
      expect((await call(products, { headers: { cookie } })).status).toBe(200);
      expect(lookups).toContain(record.session.token);
    });
  });

  it('may not change anything from a foreign page', async () => {
    const { cookie } = await signIn();
    const from = (origin: string) =>
      call(products, {
        method: 'POST',
        body: '{}',
        headers: { cookie, origin, 'content-type': 'application/json' },
      });
    expect((await from('https://evil.example')).body).toEqual({
      error: 'NotPermitted',
      detail: 'Invalid origin',
    });
    expect((await from('http://localhost:3000')).status).toBe(200);
    const alias = await from('http://127.0.0.1:3000');
    expect([alias.status, seen(alias).headers.origin]).toEqual([200, 'http://localhost:3000']);
    const auth = await call('/api/auth/sign-out', { method: 'POST', headers: { cookie, origin: 'null' } });
    expect([auth.status, auth.body]).toEqual([403, { code: 'INVALID_ORIGIN', message: 'Invalid origin' }]);
  });
});

describe('a request without a session', () => {
  it('is told so in the words of the API', async () => {
    const { status, headers, body } = await call(products);
    expect([status, body]).toEqual([401, { error: 'Unauthorized', detail: 'Not authenticated' }]);
    expect(headers.get('www-authenticate')).toContain('Bearer');
  });

  it('asks nobody about a cookie with a foreign signature', async () => {
    const forged = makeSession().cookie.replace(/.{6}%3D$/, 'AAAAAA%3D');
    expect((await call(products, { headers: { cookie: forged } })).status).toBe(401);
    expect(lookups).toEqual([]);
  });

  it('reaches what buyers need', async () => {
    expect((await call('/api/billing/v1/checkouts/client/secret')).status).toBe(200);
  });
});

describe('a request with an access token', () => {
  const token = createToken('tessera_oat_');
  const key = `access-token:${sha256(token)}`;
  const record = {
    id: 'token-1',
    organizationId: 'organization-9',
    scopes: ['products:read'],
    expiresAt: null,
  };
  const bearer = { authorization: `Bearer ${token}` };

  it('acts for its organization with its scopes, and its use is noted', async () => {
    const used: unknown[] = [];
    await stack.owner.onBroadcast(accessTokenUsedSubject, (value) => used.push(value));
    await stack.store.set(key, JSON.stringify(record));
    const reply = seen(await call(products, { headers: bearer }));
    expect(await stack.passports(reply.headers['x-tessera-passport'] as string)).toEqual(
      expect.objectContaining({
        kind: 'token',
        tokenId: 'token-1',
        organizationId: 'organization-9',
        scopes: ['products:read'],
      }),
    );
    await eventually(() => expect(used).toEqual([expect.objectContaining({ tokenId: 'token-1' })]));
  });

  it('counts as nobody where a key or a link gives the right', async () => {
    const paths = ['license-keys/validate', 'customer-session/request', 'downloadables/some-token'];
    const ask = () =>
      Promise.all(paths.map((path) => call(`/api/billing/v1/customer-portal/${path}`, { headers: bearer })));
    await stack.store.set(key, JSON.stringify(record));
    await eventually(async () => expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200]));
    for (const reply of await ask()) {
      expect(seen(reply).headers['x-tessera-passport']).toBeUndefined();
      expect(seen(reply).headers.authorization).toBeUndefined();
    }
    await stack.store.del(key);
    await eventually(async () => expect((await ask()).map(({ status }) => status)).toEqual([401, 401, 401]));
  });

  it('is refused at once after revocation', async () => {
    await stack.store.set(key, JSON.stringify(record));
    expect((await call(products, { headers: bearer })).status).toBe(200);
    await stack.store.del(key);
    await eventually(async () =>
      expect((await call(products, { headers: bearer })).body).toEqual(
        expect.objectContaining({ error: 'invalid_token' }),
      ),
    );
  });

  it('is refused after its expiry', async () => {
    await stack.store.set(key, JSON.stringify({ ...record, expiresAt: '2020-01-01T00:00:00.000Z' }));
    await eventually(async () => expect((await call(products, { headers: bearer })).status).toBe(401));
    await stack.store.del(key);
  });

  it.each(['bearer', 'BEARER', 'Bearer '])('is taken after %j', async (scheme) => {
    await stack.store.set(key, JSON.stringify(record));
    const headers = { authorization: `${scheme} ${token}` };
    await eventually(async () => expect((await call(products, { headers })).status).toBe(200));
    await stack.store.del(key);
  });

  it('costs no look-up when it cannot be one', async () => {
    const mistyped = token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x');
    for (const text of ['Bearer nonsense', 'Basic abc', `Bearer ${mistyped}`])
      expect((await call(products, { headers: { authorization: text } })).status).toBe(401);
    expect(lookups).toEqual([]);
  });
});

describe('other origins', () => {
  it('may call the billing API without credentials, ours with them', async () => {
    const ask = (origin: string) =>
      call(products, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
    const foreign = await ask('https://partner.example');
    expect(foreign.status).toBe(204);
    expect(foreign.headers.get('access-control-allow-origin')).toBe('*');
    expect(foreign.headers.get('access-control-allow-credentials')).toBeNull();
    expect(foreign.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, accept, idempotency-key',
    );
    const ours = await ask('http://localhost:3000');
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    expect(ours.headers.get('access-control-allow-credentials')).toBe('true');
  });
});

describe('trouble', () => {
  it('refuses a body over the limit before reading it', async () => {
    const { cookie } = await signIn();
    const { status, body } = await call(products, {
      method: 'POST',
      body: 'x'.repeat(1_100_000),
      headers: { cookie },
    });
    expect([status, body]).toEqual([413, expect.objectContaining({ error: 'PayloadTooLarge' })]);
  });

  it('answers 502 when a service cuts the line', async () => {
    const { status, body } = await call('/api/auth/sign-in/email?/cut', { method: 'POST' });
    expect([status, body]).toEqual([
      502,
      expect.objectContaining({ code: 'THE_SERVICE_RETURNED_AN_UNREADABLE_RESPONSE' }),
    ]);
  });

  it('gives an unknown API path a JSON 404', async () => {
    const { status, body } = await call('/api/nothing');
    expect([status, body]).toEqual([404, { code: 'NOT_FOUND', message: 'Not Found' }]);
  });

  it('refuses to upgrade and closes the line', async () => {
    const { port } = new URL(stack.url);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          'GET /api/billing/v1/products/ HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n',
        ),
      );
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await call('/api/auth/ok')).status).toBe(200);
  });

  it('ends the request behind when the client leaves', async () => {
    const controller = new AbortController();
    const path = '/api/auth/sign-in/email?/silent-leaver';
    const pending = fetch(stack.url + path, { method: 'POST', signal: controller.signal }).catch(
      () => 'left',
    );
    await eventually(() => expect(stack.echo.seen.some(({ url }) => url === path)).toBe(true));
    controller.abort();
    expect(await pending).toBe('left');
    await eventually(() => expect(stack.echo.closed).toContain(path));
  });
});

describe('a long reply', () => {
  const long = { 'x-filler': 'filler '.repeat(600) };
  const encodingOf = async (headers: Record<string, string>, path = '/api/auth/ok') =>
    (await call(path, { headers })).headers.get('content-encoding');

  it('is packed for our own pages, and reads the same', async () => {
    const page = await call('/api/auth/ok', {
      headers: { ...long, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' },
    });
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect(page.headers.get('vary')).toContain('Accept-Encoding');
    expect(seen(page).headers['x-filler']).toBe(long['x-filler'].trim());
  });

  it('is sent as it is to programs, and where it is short', async () => {
    const page = { 'sec-fetch-site': 'same-origin' };
    expect(await encodingOf(long)).toBeNull();
    expect(await encodingOf(page)).toBeNull();
    expect(await encodingOf({ ...long, 'sec-fetch-site': 'cross-site' })).toBeNull();
  });
});

describe('a stream', () => {
  it('passes through unbuffered', async () => {
    const response = await fetch(`${stack.url}/api/billing/v1/checkouts/client/secret/stream`, {
      headers: { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n');
    await reader?.cancel();
  });
});

describe('the web application', () => {
  it('gets hashed assets for ever and pages fresh, with a strict policy', async () => {
    const asset = await call('/assets/index-abc123.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const page = await call('/acme/products');
    expect(page.text).toContain('Dashboard');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await call('/checkout/tessera_c_x')).text).toContain('Checkout');
    expect((await call('/assets/missing.js')).status).toBe(404);
    expect((await call('/assets/..%2f..%2foptions.json')).text).not.toContain('{}');
  });

  it('answers an asset as the build packed it, to those who read that, and as it is to others', async () => {
    const ask = (encoding: string) =>
      fetch(`${stack.url}/assets/packed-abc123.js`, { headers: { 'accept-encoding': encoding } });
    const [packed, bare, refused] = [await ask('gzip, br'), await ask('identity'), await ask('br;q=0')];
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(100);
    for (const answer of [packed, bare, refused]) {
      expect(answer.headers.get('content-type')).toMatch(/^text\/javascript; charset=utf-8$/i);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(await answer.text()).toBe(packedScript);
    }
    expect([bare, refused].map((answer) => answer.headers.get('content-encoding'))).toEqual([null, null]);
    expect((await call('/assets/%E0%A4%A')).status).toBe(400);
  });

  it.each(['TRACE', 'POST', 'DELETE', 'PROPFIND'])(
    'is only read: %s is refused as by an API',
    async (method) => {
      for (const path of ['/', '/acme/products', '/checkout/tessera_c_x', '/assets/index-abc123.js']) {
        const wire = await sendRaw(
          stack.url,
          `${method} ${path} HTTP/1.1`,
          'host: localhost',
          'connection: close',
          '',
          '',
        );
        await eventually(() => expect(wire.isClosed()).toBe(true));
        expect(wire.status()).toBe(405);
        expect(wire.text()).toMatch(/\r\nallow: GET, HEAD\r\n/i);
        expect(wire.text()).toContain('content-type: application/json');
        expect(wire.text()).toContain('{"code":"METHOD_NOT_ALLOWED","message":"Method Not Allowed"}');
      }
    },
  );

  it('redirects to no folder, whatever stands before it', async () => {
    for (const path of [
      '/assets',
      '//assets',
      '/\\evil.example/..',
      '//evil.example/..',
      '//evil.example/%2e%2e',
    ]) {
      const wire = await sendRaw(stack.url, `GET ${path} HTTP/1.1`, 'host: localhost', '', '');
      await eventually(() => expect(wire.status()).toBeGreaterThan(0));
      wire.socket.destroy();
      expect([path, wire.text()]).toEqual([path, expect.not.stringMatching(/^location:/im)]);
    }
  });

  it('raises no alarm for a request that cannot be read to its end', async () => {
    const head = ['GET /api/docs HTTP/1.1', 'host: localhost', 'transfer-encoding: x', '', ''];
    const wire = await sendRaw(stack.url, ...head);
    await eventually(() => expect(wire.isClosed()).toBe(true));
    expect(stack.log.lines().filter(({ path, level }) => path === '/api/docs' && level === 50)).toEqual([]);
  });

  it('raises no alarm for a file that nobody has', async () => {
    expect((await call('/assets/never-built.js')).status).toBe(404);
    const alarms = stack.log.lines().filter(({ path }) => path === '/assets/never-built.js');
    expect(alarms).toEqual([]);
  });
});

describe('the description', () => {
  it('gathers what the services say of themselves', async () => {
    const { body } = await call('/api/docs/openapi.json');
    expect(body).toEqual(
      expect.objectContaining({ openapi: '3.1.0', paths: { '/api/things': { get: {} } } }),
    );
  });

  it('is a page whose every file comes from here, under a policy that lets nothing else in', async () => {
    const page = await call('/api/docs');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self';script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('https:');
    const named = [...page.text.matchAll(/(?:src|href)="(?<address>[^"]+)"/g)].map(
      ({ groups }) => groups?.['address'] ?? '',
    );
    for (const address of named.filter((address) => address !== 'data:,')) {
      expect(address).toMatch(/^\/api\/docs\//);
      expect((await call(address)).status).toBe(200);
    }
    const start = await call('/api/docs/page/start.js');
    const address = /from '(?<viewer>[^']+)'/.exec(start.text)?.groups?.['viewer'] ?? '';
    const viewer = await call(new URL(address, `${stack.url}/api/docs/page/start.js`).pathname);
    expect([viewer.status, viewer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const chunk = /from"\.(?<chunk>\/chunks\/[^"]+)"/.exec(viewer.text)?.groups?.['chunk'] ?? '';
    const kept = await call(`/api/docs/viewer${chunk}`);
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect((await call('/api/docs/page/missing.js')).status).toBe(404);
  });
});

describe("development's routes", () => {
  const ask = async (host: string, path = '/api/dev/clock') => {
    const wire = await sendRaw(
      stack.url,
      `GET ${path} HTTP/1.1`,
      `host: ${host}`,
      'connection: close',
      '',
      '',
    );
    await eventually(() => expect(wire.isClosed()).toBe(true));
    return wire.status();
  };

  it('answer under a name of this machine only', async () => {
    for (const host of ['localhost:3000', 'shop.localhost', '127.0.0.1', '[::1]:3000'])
      expect(await ask(host)).toBe(200);
    for (const host of ['rebound.evil.example', '192.168.1.5:3000', 'localhost.evil.example', '', 'a b'])
      expect(await ask(host)).toBe(403);
    expect(await ask('localhost', '/api/Dev/clock')).toBe(404);
  });

  it('show every mail of the services with made-up contents, in light, in dark and as text', async () => {
    const page = await call('/api/dev/mail/samples/');
    expect(page.text).toContain('<h2>identity: a&amp;b</h2>');
    expect(page.text).toContain('<p>&lt;b&gt;</p>');
    const show = (scheme: string, id = 'billing: a&b') =>
      call(`/api/dev/mail/samples/mail?${new URLSearchParams({ id, scheme }).toString()}`);
    expect((await show('dark')).text).toContain('@media all');
    expect((await show('light')).text).toContain('@media not all');
    expect((await show('text')).text).toBe('plain');
    expect((await show('light', 'billing: none')).status).toBe(404);
    expect((await show('other')).status).toBe(404);
  });

  it('have a page of the dashboard beside them, which it is told to have', async () => {
    expect((await call('/dev/design')).text).toContain('<meta name="tessera-mode" content="development">');
  });

  it('refuse a wait that is none', async () => {
    expect((await call('/api/dev/mail?wait=soon')).status).toBe(400);
    expect((await call('/api/dev/mail?wait=3600')).status).toBe(400);
  });

  it('move the clock and refuse nonsense', async () => {
    const move = (offsetSeconds: unknown) =>
      call('/api/dev/clock', {
        method: 'POST',
        body: JSON.stringify({ offsetSeconds }),
        headers: { 'content-type': 'application/json' },
      });
    expect((await move('soon')).status).toBe(400);
    expect((await move(0)).body).toEqual({ offsetSeconds: 0 });
    expect((await call('/api/dev/clock')).body).toEqual({ offsetSeconds: 0 });
  });
});

describe('a log line', () => {
  it('tells ids and never a credential', async () => {
    const { cookie, record } = await signIn();
    await call(`${products}?query=findme`, { headers: { cookie } });
    const lines = JSON.stringify(stack.log.lines());
    expect(lines).not.toContain(record.session.token);
  });
});
