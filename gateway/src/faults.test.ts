import { eventually } from '@tessera/kit/test/eventually';
import { askSession } from '@tessera/proto/api/asks';
import { type GatewayStack, makeSession, startGateway } from '../test/stack.ts';

let stack: GatewayStack;
const session = makeSession();

beforeAll(async () => {
  stack = await startGateway({
    env: { TESSERA_MODE: 'production', WEBHOOK_URL: 'http://127.0.0.1:9' },
    options: { gateway: { timeout: 1_500 }, identity: { advanced: { useSecureCookies: false } } },
  });
  await stack.owner.answer(askSession, ({ token }) =>
    Promise.resolve(token === session.record.session.token ? session.record : null),
  );
}, 30_000);
afterAll(() => stack.stop());

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(stack.url + path, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
};

describe('a service that is down', () => {
  it('takes only its own routes down', async () => {
    const headers = { cookie: session.cookie };
    const webhooks = await call('/api/billing/v1/webhooks/endpoints', { headers });
    expect([webhooks.status, JSON.parse(webhooks.body)]).toEqual([
      503,
      expect.objectContaining({ error: 'ServiceUnavailable' }),
    ]);
    expect((await call('/api/billing/v1/products/', { headers })).status).toBe(200);
  });

  it('and one that is slow is given up after the timeout', async () => {
    const { status, body } = await call('/api/auth/ok?/silent');
    expect([status, JSON.parse(body)]).toEqual([
      504,
      expect.objectContaining({ code: 'THE_SERVICE_TOOK_TOO_LONG_TO_RESPOND' }),
    ]);
  });
});

describe('production', () => {
  it('limits sign-ins by address and says how long to wait', async () => {
    const attempts = [];
    // A slash at the end, or a path that nobody has, is no way around.
    for (const path of ['email', 'email/', 'email', 'email//', 'Email'])
      attempts.push(await call(`/api/auth/sign-in/${path}`, { method: 'POST' }));
    expect(attempts.map(({ status }) => status)).toEqual([200, 200, 200, 429, 404]);
    expect(attempts[3]?.headers.get('x-retry-after')).toBe('10');
    expect(attempts[3]?.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(attempts[3]?.body).toBe('{"message":"Too many requests. Please try again later."}');
  });

  it("has none of development's routes", async () => {
    expect((await call('/api/dev/clock')).status).toBe(404);
    expect((await call('/api/dev/mail')).status).toBe(404);
    expect((await call('/dev/design')).body).not.toContain('tessera-mode');
  });
});

describe('Redis', () => {
  it('may keep silent: nobody waits for it, and what it cannot tell any more is not believed', async () => {
    const [warm, cold] = [makeSession(), makeSession()];
    await stack.store.set(warm.key, JSON.stringify(warm.record));
    const status = async ({ cookie }: { cookie: string }) =>
      (await call('/api/billing/v1/products/', { headers: { cookie } })).status;
    expect(await status(warm)).toBe(200);
    process.kill(stack.redis.pid ?? 0, 'SIGSTOP');
    try {
      const begun = performance.now();
      expect(await status(session)).toBe(200);
      expect(await status(cold)).toBe(401);
      // Its silence is waited for once and for 300 ms; its connection is given up after fifteen seconds.
      expect(performance.now() - begun).toBeLessThan(5_000);
      // Its owner says that it has ended; until the silence is noticed the kept record is all that is known.
      await eventually(async () => expect(await status(warm)).toBe(401));
    } finally {
      process.kill(stack.redis.pid ?? 0, 'SIGCONT');
    }
    await eventually(async () => expect(await status(warm)).toBe(200));
  }, 20_000);

  it('may die and come back: nobody is signed out', async () => {
    const headers = { cookie: session.cookie };
    await stack.store.set(session.key, JSON.stringify(session.record));
    expect((await call('/api/billing/v1/products/', { headers })).status).toBe(200);
    await stack.redis.kill();
    await eventually(async () =>
      expect((await call('/api/billing/v1/products/', { headers })).status).toBe(200),
    );
    await stack.redis.restart?.();
    await eventually(async () =>
      expect((await call('/api/billing/v1/products/', { headers })).status).toBe(200),
    );
  }, 20_000);
});
