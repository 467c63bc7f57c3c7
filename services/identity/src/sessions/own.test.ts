import { createClient, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const signInAgain = async ({ email, password }: { email: string; password: string }) => {
  const agent = createClient(started.base);
  const { data } = await agent.client.signIn.email({ email, password });
  return { ...agent, token: data?.token ?? '' };
};

describe('list-sessions', () => {
  it('answers the caller’s live sessions in the order of their creation', async () => {
    const ada = await signUp(started.base);
    const second = await signInAgain(ada);
    await signUp(started.base);
    const { data } = await ada.client.listSessions();
    expect(data?.map(({ token }) => token)).toEqual([ada.token, second.token]);
    expect(data?.[0]).toMatchObject({ userId: ada.id, impersonatedBy: null, activeOrganizationId: null });
  });

  it('is for someone signed in', async () => {
    const { error } = await createClient(started.base).client.listSessions();
    expect(error).toEqual({ status: 401, statusText: 'Unauthorized' });
  });

  it('sends no cookies, also when the visit extends the session', async () => {
    const ada = await signUp(started.base);
    const before = started.stack.clock.now();
    started.stack.clock.advance(86_401 + 1);
    await ada.client.listSessions();
    const [row] = await started.stack.db.query('SELECT expires_at FROM sessions WHERE token = $1', [
      ada.token,
    ]);
    expect(ada.last.setCookie).toEqual([]);
    expect(row.expires_at.getTime()).toBe(started.stack.clock.now().getTime() + 604_800_000);
    started.stack.clock.set(before);
  });
});

describe('revoke-session', () => {
  it('ends one session at once, and clears no cookies', async () => {
    const ada = await signUp(started.base);
    const second = await signInAgain(ada);
    expect((await ada.client.revokeSession({ token: second.token })).data).toEqual({ status: true });
    expect(ada.last.setCookie).toEqual([]);
    expect(await countSessions(started, second.token)).toBe(0);
    // The cookie cache would still answer get-session; nothing can be done with the session any more.
    expect((await second.client.listSessions()).error?.status).toBe(401);
  });

  it('refuses an unknown session, and someone else’s', async () => {
    const ada = await signUp(started.base);
    const other = await signUp(started.base);
    expect((await ada.client.revokeSession({ token: 'unknown' })).error).toMatchObject({
      status: 400,
      code: 'SESSION_NOT_FOUND',
      message: 'Session not found',
    });
    const foreign = await ada.client.revokeSession({ token: other.token });
    expect(foreign.error).toEqual({ status: 401, statusText: 'Unauthorized' });
    expect(await countSessions(started, other.token)).toBe(1);
  });
});

describe('revoke-sessions and revoke-other-sessions', () => {
  it('end all, or all but the caller’s', async () => {
    const ada = await signUp(started.base);
    const second = await signInAgain(ada);
    expect((await second.client.revokeOtherSessions()).data).toEqual({ status: true });
    expect(await countSessions(started, ada.token)).toBe(0);
    expect(await countSessions(started, second.token)).toBe(1);
    expect((await second.client.revokeSessions()).data).toEqual({ status: true });
    expect(second.last.setCookie).toEqual([]);
    expect(await countSessions(started, second.token)).toBe(0);
    expect((await second.client.revokeSessions()).error?.status).toBe(401);
  });

  it('take the copies with them, so that the gateway lets nobody through', async () => {
    const ada = await signUp(started.base);
    await ada.client.revokeSessions();
    expect(await started.identity.sessionCache.find(ada.token)).toBeNull();
    const { data } = await ada.client.getSession({ query: { disableCookieCache: true } });
    expect(data).toBeNull();
  });
});
