import { askSession } from '@tessera/proto/api/asks';
import { type GatewayStack, makeSession, startGateway } from '../../test/stack.ts';

let stack: GatewayStack;
beforeAll(async () => {
  stack = await startGateway();
  await stack.owner.answer(askSession, () => Promise.resolve(null));
}, 30_000);
afterAll(() => stack.stop());
beforeEach(() => {
  stack.echo.seen.length = 0;
});

const signIn = async () => {
  const session = makeSession({ expiresAt: new Date(Date.now() + 7 * 86_400_000) });
  await stack.store.set(session.key, JSON.stringify(session.record));
  return session;
};

const start = async (query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${stack.url}/api/start${query}`, { headers });
  return { response, body: (await response.json()) as Record<string, Record<string, unknown>> };
};

describe('what the dashboard begins with', () => {
  it('is answered at once, each part as it would be answered alone', async () => {
    const { cookie, record } = await signIn();
    const { response, body } = await start('?slug=acme', { cookie });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(Object.keys(body).sort()).toEqual([
      '/api/auth/get-session',
      '/api/auth/preferences',
      '/api/auth/public-options',
      '/api/billing/v1/organizations/?limit=1&slug=acme',
    ]);
    expect(body['/api/auth/get-session']).toEqual(JSON.parse(JSON.stringify(record)));
    // The session's copy for the browser comes along, as with a request of its own.
    expect(response.headers.getSetCookie().join()).toContain('tessera.session_data=');
    // Each went to its service with what a request has: who asks, from where, and cookies only to who owns them.
    const seen = new Map(stack.echo.seen.map(({ url, headers }) => [url, headers]));
    const organizations = seen.get('/api/billing/v1/organizations/?limit=1&slug=acme');
    expect(organizations?.['x-tessera-passport'] ?? organizations?.['x-passport']).toBeDefined();
    expect([organizations?.cookie, seen.get('/api/auth/preferences')?.cookie]).toEqual([undefined, cookie]);
    expect(organizations?.['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('leaves out what nobody may be told, and says that there is no session', async () => {
    const { response, body } = await start('?slug=acme');
    expect([response.status, body['/api/auth/get-session']]).toEqual([200, null]);
    expect(Object.keys(body)).not.toContain('/api/billing/v1/organizations/?limit=1&slug=acme');
  });

  it.each(['', '?slug=', '?slug=a%20b', '?slug=a&slug=b', `?slug=${'a'.repeat(101)}`, '?slug[x]=a'])(
    'is refused for no slug: "%s"',
    async (query) => {
      const { response, body } = await start(query);
      expect([response.status, body]).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })]);
      expect(stack.echo.seen).toEqual([]);
    },
  );
});
