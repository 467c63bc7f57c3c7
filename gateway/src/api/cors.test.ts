import { type GatewayStack, startGateway } from '../../test/stack.ts';

const own = 'http://localhost:3000';
const partner = 'https://app.partner.example';
const signIn = '/api/auth/sign-in/email';
let stack: GatewayStack;

beforeAll(async () => {
  stack = await startGateway({ options: { identity: { trustedOrigins: [partner] } } });
}, 30_000);
afterAll(() => stack.stop());

const ask = async (method: string, path: string, headers: Record<string, string>) => {
  const answer = await fetch(stack.url + path, { method, headers });
  const said = Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-')));
  return { status: answer.status, text: await answer.text(), said };
};

const preflight = (origin: string) => ({
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type',
});

describe('the auth API', () => {
  it('may be called by pages of other origins that are trusted, with cookies', async () => {
    const { status, said } = await ask('OPTIONS', signIn, preflight(partner));
    expect(status).toBe(204);
    expect(said).toMatchObject({
      'access-control-allow-origin': partner,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': expect.stringContaining('content-type'),
    });
    for (const [method, path] of [
      ['POST', signIn],
      ['GET', '/api/auth/get-session'],
    ] as const) {
      const answer = await ask(method, path, { origin: partner });
      expect(answer.status).toBe(200);
      expect(answer.said).toEqual({
        'access-control-allow-origin': partner,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'x-request-id, retry-after, x-retry-after',
      });
    }
  });

  it.each([
    ['another origin', 'https://elsewhere.example'],
    ['an origin that only begins like it', `${partner}.elsewhere.example`],
    ['no origin', 'null'],
    ['our own pages, which need none', own],
  ])('has no such headers for %s', async (_who, origin) => {
    expect(await ask('OPTIONS', signIn, preflight(origin))).toEqual({ status: 404, text: '', said: {} });
    expect((await ask('GET', '/api/auth/get-session', { origin })).said).toEqual({});
  });

  it('answers no OPTIONS that are not a preflight', async () => {
    expect((await ask('OPTIONS', signIn, { origin: partner })).status).toBe(404);
  });
});
