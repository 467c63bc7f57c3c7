import type { UserCaller } from '@tessera/proto/api/passport';
import { type OrganizationStack, signIn, startOrganization } from '../../../test/factories.ts';
import {
  allowed,
  authorize,
  consent,
  oauthBase,
  parametersOf,
  type RegisteredClient,
  registerClient,
  requestOf,
} from '../../../test/oauth.ts';

let started: OrganizationStack;
let client: RegisteredClient;
beforeAll(async () => {
  started = await startOrganization();
  client = await registerClient(started, signIn(started.identity));
});
afterAll(() => started.stack.stop());

type Request = Record<string, string>;
const nowMs = () => started.stack.clock.now().getTime();
const pass = (seconds: number) => started.stack.clock.advance(seconds);
const session = (age = 0) => signIn(started.identity, { signedInAt: nowMs() - age * 1000 });
/** The same person, who has signed in just now. */
const anew = (as: UserCaller): UserCaller => ({ ...as, signedInAt: nowMs() });
const step = async (as: UserCaller | null, request: Request) =>
  (await started.send('POST', `${oauthBase}/authorization`, { ...(as && { as }), body: { request } })).body;
/** The request as it comes back after somebody was asked to sign in. */
const asked = async (as: UserCaller | null, request: Request): Promise<Request> => {
  const { location, ask, sign_in_asked } = await step(as, request);
  expect([location, ask, sign_in_asked]).toEqual([null, null, expect.any(String)]);
  return { ...request, sign_in_asked };
};
const isAllowed = async (as: UserCaller, request: Request) => (await consent(started, as, request)).status;

describe.each([
  ['prompt=login', { prompt: 'login' }],
  ['max_age=0', { max_age: '0' }],
])('%s', (_name, wanting) => {
  const request = () => requestOf(client, { scope: 'openid', ...wanting });

  it('is granted to nobody who has not signed in after it was asked for', async () => {
    const as = session();
    expect((await authorize(started, as, request())).status).toBe(401);
    expect(await isAllowed(as, request())).toBe(401);
    pass(1);
    const back = await asked(as, request());
    expect(await isAllowed(as, back)).toBe(401);
    expect((await authorize(started, as, back)).status).toBe(401);
    pass(20);
    expect(await isAllowed(anew(as), back)).toBe(302);
  });

  it('asks those to sign in once who are not', async () => {
    const back = await asked(null, request());
    pass(30);
    expect((await step(session(), back)).ask).toMatchObject({ scopes: ['openid'] });
  });

  it('is granted to no other request, not for ever, and not by a text that anybody could make', async () => {
    const as = session(5);
    const back = await asked(as, request());
    pass(1);
    const again = anew(as);
    expect(await isAllowed(again, { ...back, state: 'another' })).toBe(401);
    expect(await isAllowed(again, { ...back, sign_in_asked: 'test.a.b.c' })).toBe(401);
    expect(await isAllowed(again, back)).toBe(302);
    pass(3_601);
    expect(await isAllowed(again, back)).toBe(401);
  });

  it('does not ask a second time for what was allowed before', async () => {
    const as = session(5);
    await allowed(started, as, requestOf(client, { scope: 'openid' }));
    const back = await asked(as, request());
    pass(1);
    expect((await step(anew(as), back)).location).toContain('code=');
  });

  it('is granted to no session of which the gateway does not tell when it began', async () => {
    expect(await isAllowed(signIn(started.identity), request())).toBe(401);
  });
});

describe('max_age', () => {
  const request = (changes: Request = {}) =>
    requestOf(client, { scope: 'openid', max_age: '300', ...changes });

  it('lets a session through that is as young', async () => {
    expect(await isAllowed(session(300), request())).toBe(302);
    expect(await isAllowed(session(300), request({ max_age: '9'.repeat(255) }))).toBe(302);
  });

  it('asks for a sign-in where it is older, after which one may take a while', async () => {
    const as = session(301);
    expect(await isAllowed(as, request())).toBe(401);
    const back = await asked(as, request());
    pass(1);
    const again = anew(as);
    pass(600);
    expect(await isAllowed(again, back)).toBe(302);
  });

  it('denies nothing to whoever denies', async () => {
    const denied = await consent(started, session(301), request(), 'deny');
    expect(parametersOf(denied)).toMatchObject({ error: 'access_denied' });
  });

  it('tells a client that waits for no one', async () => {
    const as = session(200);
    await allowed(started, as, request());
    const silent = request({ prompt: 'none' });
    expect(parametersOf(await authorize(started, as, silent))).toHaveProperty('code');
    pass(101);
    expect(parametersOf(await authorize(started, as, silent))).toMatchObject({ error: 'login_required' });
  });

  it('is refused where it comes twice, as any parameter', async () => {
    const query = `${new URLSearchParams(request()).toString()}&max_age=5`;
    const reply = await started.send('GET', `${oauthBase}/authorize?${query}`, { as: session() });
    expect([reply.status, reply.headers.get('location')]).toEqual([422, null]);
  });
});
