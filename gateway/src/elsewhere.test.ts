import { type GatewayStack, makeSession, type Seen, startGateway } from '../test/stack.ts';

let stack: GatewayStack;
beforeAll(async () => {
  stack = await startGateway({
    options: { identity: { basePath: '/accounts/v2/', disabledPaths: ['/sign-up/email'] } },
  });
}, 30_000);
afterAll(() => stack.stop());

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(stack.url + path, { redirect: 'manual', ...init });
  return { status: response.status, text: await response.text() };
};

describe('basePath', () => {
  it('is where the auth API is outside; services have it where they always have it', async () => {
    const reply = JSON.parse((await call('/accounts/v2/ok?a=1')).text) as Seen;
    expect(reply.url).toBe('/api/auth/ok?a=1');
    // One slash too many is as good as one, but a query is left alone.
    const joined = JSON.parse((await call('/accounts/v2//ok?a=b//c?d')).text) as Seen;
    expect(joined.url).toBe('/api/auth/ok?a=b//c?d');
    expect((JSON.parse((await call('/accounts/v2/organization/list')).text) as Seen).url).toBe(
      '/api/auth/organization/list',
    );
    const { cookie, key, record } = makeSession({ expiresAt: new Date(Date.now() + 604_800_000) });
    await stack.store.set(key, JSON.stringify(record));
    const session = await call('/accounts/v2/get-session', { headers: { cookie } });
    expect(JSON.parse(session.text)).toMatchObject({ user: { id: record.user.id } });
    expect(await call('/accounts/v2/sign-up/email', { method: 'POST' })).toEqual({
      status: 404,
      text: 'Not Found',
    });
    expect((await call('/accounts/v2/nothing')).status).toBe(404);
  });

  it('leaves nothing where it was before', async () => {
    const before = stack.echo.seen.length;
    for (const path of ['/api/auth/ok', '/api/auth', '/api/auth/organization/list'])
      expect((await call(path)).status).toBe(404);
    expect(stack.echo.seen).toHaveLength(before);
    expect((await call('/accounts/v22/ok')).text).toContain('<title>Dashboard</title>');
  });

  it('leaves where OAuth clients find the OAuth server', async () => {
    const path = '/.well-known/openid-configuration';
    expect((JSON.parse((await call(path)).text) as Seen).url).toBe(path);
    expect((await call(`/accounts/v2${path}`)).status).toBe(404);
  });

  it('is told to the pages and in the description', async () => {
    for (const path of ['/', '/sign-in', '/checkout/secret'])
      expect((await call(path)).text).toContain('<meta name="tessera-auth" content="/accounts/v2">');
    expect((await call('/api/docs/openapi.json')).text).toContain('under /accounts/v2,');
  });
});
