import { createClient, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const deviceName = (token: string) => `tessera.session_token_multi-${token.toLowerCase()}`;

/** One browser in which several people have signed up, one after the other. */
const shared = async (people: number) => {
  const agent = createClient(started.base);
  const tokens: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const { data } = await agent.client.signUp.email(person());
    tokens.push(data?.token ?? '');
  }
  const [first = '', second = ''] = tokens;
  return { ...agent, tokens, first, second };
};

describe('list-device-sessions', () => {
  it('answers one session for each account of the browser', async () => {
    const { client, tokens } = await shared(2);
    const { data } = await client.multiSession.listDeviceSessions();
    expect(data?.map(({ session }) => session.token)).toEqual(tokens);
    expect(data?.[0]?.user).toMatchObject({ id: expect.any(String), role: 'user' });
  });

  it('answers nothing to a browser without accounts, and believes no forged cookie', async () => {
    const { client, browser } = createClient(started.base);
    expect((await client.multiSession.listDeviceSessions()).data).toEqual([]);
    const { token } = await signUp(started.base);
    browser.cookies.set(deviceName(token), `${token}.${'A'.repeat(43)}%3D`);
    expect((await client.multiSession.listDeviceSessions()).data).toEqual([]);
  });

  it('shows an account once, and no session that has ended', async () => {
    const ada = await signUp(started.base);
    const again = await ada.client.signIn.email({ email: ada.email, password: ada.password });
    expect((await ada.client.multiSession.listDeviceSessions()).data).toHaveLength(1);
    await ada.client.revokeSession({ token: ada.token });
    const { data } = await ada.client.multiSession.listDeviceSessions();
    expect(data?.map(({ session }) => session.token)).toEqual([again.data?.token]);
  });

  it('keeps fewer accounts than the limit', async () => {
    const { client } = await shared(6);
    expect((await client.multiSession.listDeviceSessions()).data).toHaveLength(4);
    const { base } = await started.withOptions({ multiSession: { maximumSessions: 2 } });
    const agent = createClient(base);
    await agent.client.signUp.email(person());
    await agent.client.signUp.email(person());
    expect((await agent.client.multiSession.listDeviceSessions()).data).toHaveLength(1);
  });
});

describe('set-active', () => {
  it('switches to another account of the browser', async () => {
    const { client, names, first } = await shared(2);
    const { data } = await client.multiSession.setActive({ sessionToken: first });
    expect(data?.session.token).toBe(first);
    expect(names()).toEqual(['tessera.session_token', 'tessera.session_data']);
    expect((await client.getSession()).data?.session.token).toBe(first);
  });

  it('refuses a session that no signed cookie names, or that has ended', async () => {
    const { client, browser, first } = await shared(2);
    const other = await signUp(started.base);
    const refused = { status: 401, code: 'INVALID_SESSION_TOKEN', message: 'Invalid session token' };
    const setActive = async (sessionToken: string) =>
      (await client.multiSession.setActive({ sessionToken })).error;
    expect(await setActive(other.token)).toMatchObject(refused);
    browser.cookies.set(deviceName(other.token), `${other.token}.${'A'.repeat(43)}%3D`);
    expect(await setActive(other.token)).toMatchObject(refused);
    await started.stack.db.query('DELETE FROM sessions WHERE token = $1', [first]);
    await started.identity.sessionCache.write(first, null, 0);
    expect(await setActive(first)).toMatchObject(refused);
    const nobody = await createClient(started.base).client.multiSession.setActive({ sessionToken: first });
    expect(nobody.error).toEqual({ status: 401, statusText: 'Unauthorized' });
  });
});

describe('revoke', () => {
  it('ends another account’s session and forgets its cookie', async () => {
    const { client, names, first, second } = await shared(2);
    expect((await client.multiSession.revoke({ sessionToken: first })).data).toEqual({ status: true });
    expect(names()).toEqual([deviceName(first)]);
    expect(await countSessions(started, first)).toBe(0);
    expect((await client.getSession()).data?.session.token).toBe(second);
  });

  it('makes the next account the active one, and signs out with the last', async () => {
    const { client, names, first, second } = await shared(2);
    await client.multiSession.revoke({ sessionToken: second });
    expect(names()).toEqual([deviceName(second), 'tessera.session_token', 'tessera.session_data']);
    expect((await client.getSession()).data?.session.token).toBe(first);
    await client.multiSession.revoke({ sessionToken: first });
    expect(names().slice(1)).toEqual([
      'tessera.session_token',
      'tessera.session_data',
      'tessera.dont_remember',
    ]);
    expect((await client.getSession()).data).toBeNull();
  });

  it('refuses a session of another browser', async () => {
    const { client } = await shared(1);
    const other = await signUp(started.base);
    const { error } = await client.multiSession.revoke({ sessionToken: other.token });
    expect(error).toMatchObject({ status: 401, message: 'Invalid session token' });
    expect(await countSessions(started, other.token)).toBe(1);
  });
});

describe('sign-out', () => {
  it('signs all accounts of the browser out', async () => {
    const { client, names, first, second } = await shared(2);
    expect((await client.signOut()).data).toEqual({ success: true });
    expect(names()).toEqual([
      'tessera.session_token',
      'tessera.session_data',
      'tessera.dont_remember',
      deviceName(first),
      deviceName(second),
    ]);
    expect([await countSessions(started, first), await countSessions(started, second)]).toEqual([0, 0]);
  });

  it('signs the others out when the active account is none any more', async () => {
    const { client, browser, last, first, second } = await shared(2);
    await client.revokeSession({ token: second });
    browser.cookies.delete('tessera.session_data');
    expect((await client.getSession()).data).toBeNull();
    const { error } = await client.signOut();
    expect(error).toMatchObject({ status: 400, code: 'FAILED_TO_GET_SESSION' });
    expect(last.setCookie.map((line) => line.split(';').slice(0, 2))).toEqual(
      [first, second].map((token) => [`${deviceName(token)}=`, ' Max-Age=0']),
    );
    expect(await countSessions(started, first)).toBe(0);
    expect((await client.multiSession.listDeviceSessions()).data).toEqual([]);
  });

  it('ends no session that only an unsigned cookie names (ASVS 7.2.1)', async () => {
    const { client, browser } = await shared(1);
    const victim = await signUp(started.base);
    browser.cookies.set(deviceName(victim.token), `${victim.token}.${'A'.repeat(43)}%3D`);
    browser.cookies.set(deviceName(`${victim.token}x`), victim.token);
    expect((await client.signOut()).error).toBeNull();
    expect(await countSessions(started, victim.token)).toBe(1);
  });
});
