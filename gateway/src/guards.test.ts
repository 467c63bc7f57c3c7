import { eventually } from '@tessera/kit/test/eventually';
import { sendRaw } from '../test/raw.ts';
import { type GatewayStack, makeSession, startGateway } from '../test/stack.ts';

const signIn = '/api/auth/sign-in/email';

let stack: GatewayStack;
beforeAll(async () => {
  stack = await startGateway({
    options: { identity: { trustedOrigins: ['https://app.example.com/', 'MyApp://', '*.Shops.example'] } },
  });
}, 30_000);
afterAll(() => stack.stop());
beforeEach(() => {
  stack.echo.seen.length = 0;
});

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(stack.url + path, { redirect: 'manual', ...init });
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
};
const form = 'application/x-www-form-urlencoded';
const post = (path: string, headers: Record<string, string>, body = 'email=a%40b.c&password=x') =>
  call(path, { method: 'POST', headers: { 'content-type': form, ...headers }, body });
const invalidOrigin = [403, '{"code":"INVALID_ORIGIN","message":"Invalid origin"}'];

describe('a form of another page', () => {
  it.each([
    ['an origin that is not trusted', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    [
      'a form of files',
      { origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=x' },
    ],
    ['a form of plain text', { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
    // Identity reads it as JSON; browsers send it without asking first, as plain text.
    [
      'plain text that names JSON',
      { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain;application/json' },
    ],
  ])('signs nobody in, also without cookies: %s', async (_what, headers) => {
    for (const path of [signIn, '/api/auth/sign-up/email', '/api/auth/organization/create']) {
      const { status, body } = await post(path, headers);
      expect([status, body]).toEqual(invalidOrigin);
    }
    expect(stack.echo.seen).toHaveLength(0);
  });

  it('is what a provider sends people back with', async () => {
    const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' };
    expect((await post('/api/auth/callback/apple', headers, 'code=1&state=2')).status).toBe(200);
    const { cookie } = makeSession();
    expect((await post('/api/auth/callback/apple', { ...headers, cookie }, 'code=1')).status).toBe(200);
  });

  it('is none when it is ours, a trusted one, or of a program', async () => {
    for (const headers of [
      { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' },
      {},
    ])
      expect((await post(signIn, headers as Record<string, string>)).status).toBe(200);
    const json = { 'content-type': 'application/json', origin: 'https://evil.example' };
    expect((await post(signIn, json, '{}')).status).toBe(200);
  });
});

describe('a trusted origin', () => {
  it.each(['https://app.example.com', 'myapp://', 'myapp://home', 'https://a.shops.example'])(
    'is %s, however the option spells it',
    async (origin) => {
      const { cookie } = makeSession();
      const headers = { cookie, origin, 'content-type': 'application/json' };
      expect((await post('/api/auth/sign-out', headers, '{}')).status).toBe(200);
    },
  );

  it.each(['https://app.example.com.evil.com', 'http://app.example.com', 'myapp', 'https://shops.example'])(
    'is not %s',
    async (origin) => {
      const { cookie } = makeSession();
      const headers = { cookie, origin, 'content-type': 'application/json' };
      const { status, body } = await post('/api/auth/sign-out', headers, '{}');
      expect([status, body]).toEqual(invalidOrigin);
    },
  );
});

describe('what nobody has', () => {
  it('ends here, in the words of the auth API', async () => {
    for (const path of ['/nothing', '', '/', '/organization', '/organization/nothing', '/reset-password/a/b'])
      for (const method of ['GET', 'POST'])
        expect([path, await call(`/api/auth${path}`, { method })]).toEqual([
          path,
          { status: 404, type: null, body: '' },
        ]);
    for (const path of ['/API/auth/ok', '/api/Auth/ok'])
      expect((await call(path, { method: 'POST' })).status).toBe(404);
    expect(stack.echo.seen).toHaveLength(0);
  });

  it('is HEAD and OPTIONS of every path of the auth API', async () => {
    for (const path of ['/ok', '/get-session', '/organization/list', '/callback/google', '/sign-in/email'])
      for (const method of ['HEAD', 'OPTIONS'])
        expect(await call(`/api/auth${path}`, { method })).toEqual({ status: 404, type: null, body: '' });
    expect(stack.echo.seen).toHaveLength(0);
  });
});

describe('two hosts', () => {
  it.each(['/api/auth/ok', '/api/billing/v1/products/', '/'])('are refused at %s', async (path) => {
    const wire = await sendRaw(
      stack.url,
      `GET ${path} HTTP/1.1`,
      'host: localhost',
      'Host: evil.example',
      '',
      '',
    );
    await eventually(() => expect(wire.status()).toBe(400));
    wire.socket.destroy();
  });
});

describe('an absolute target', () => {
  const get = async (target: string, method = 'GET') => {
    const wire = await sendRaw(stack.url, `${method} ${target} HTTP/1.1`, 'host: other.example', '', '');
    await eventually(() => expect(wire.status()).toBeGreaterThan(0));
    wire.socket.destroy();
    return wire;
  };

  it.each([
    ['http://shop.example:4000/api/auth/ok?a=http://b.c/', '/api/auth/ok?a=http://b.c/'],
    ['HTTPS://shop.example:4000/api/auth//ok', '/api/auth/ok'],
    ['http://shop.example:4000/api/billing/v1/checkouts/client/x', '/api/billing/v1/checkouts/client/x'],
  ])('is its path, and its host counts: %s', async (target, url) => {
    expect((await get(target)).status()).toBe(200);
    expect(stack.echo.seen).toEqual([
      expect.objectContaining({ url, headers: expect.objectContaining({ host: 'shop.example:4000' }) }),
    ]);
  });

  it('is a page, or nothing of ours, as its path is', async () => {
    const statuses = ['http://a.example', 'http://a.example?x', 'http://a.example/api/auth/nothing'].map(
      async (target) => (await get(target)).status(),
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
    expect((await get('http://a.example', 'OPTIONS')).status()).toBe((await get('*', 'OPTIONS')).status());
  });

  it.each(['http:///api/auth/ok', 'http://me:word@a.example/api/auth/ok', 'ftp://a.example/api/auth/ok'])(
    'is refused if it is no address of a server: %s',
    async (target) => {
      expect((await get(target)).status()).toBe(400);
      expect(stack.echo.seen).toHaveLength(0);
    },
  );
});

describe('headers that are about one connection', () => {
  const path = '/api/billing/v1/checkouts/client/x';
  const trailer = ['host: localhost', 'Trailer: expires', 'TE: trailers', 'Keep-Alive: timeout=5'];
  const json = 'content-type: application/json';

  it.each([
    ['no body', ['GET', [], '']],
    ['a body', ['PATCH', [json, 'content-length: 2'], '{}']],
    ['a chunked body', ['PATCH', [json, 'transfer-encoding: chunked'], '2\r\n{}\r\n0\r\nexpires: 0\r\n\r\n']],
  ] as const)('reach no service, with %s', async (_what, [method, headers, body]) => {
    const head = [`${method} ${path} HTTP/1.1`, ...trailer, ...headers, '', body];
    const wire = await sendRaw(stack.url, ...head);
    await eventually(() => expect(wire.status()).toBe(200));
    wire.socket.destroy();
    const [seen] = stack.echo.seen;
    for (const name of ['trailer', 'te', 'keep-alive', 'transfer-encoding'])
      expect(seen?.headers).not.toHaveProperty(name);
  });

  it('close the connection of who asks for that, and open none beside the pool', async () => {
    const send = (connection: string) =>
      sendRaw(stack.url, `GET ${path} HTTP/1.1`, 'host: localhost', `connection: ${connection}`, '', '');
    const closing = await send('close');
    await eventually(() => expect([closing.status(), closing.isClosed()]).toEqual([200, true]));
    const other = await send('upgrade, x-tessera-passport');
    await eventually(() => expect(other.status()).toBe(200));
    other.socket.destroy();
    expect(stack.echo.seen.map(({ headers }) => headers.connection)).toEqual(['close', 'keep-alive']);
  });
});
