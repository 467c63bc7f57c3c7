import { signUpAs } from '../../test/admins.ts';
import { createClient, type SignedUp, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, startIdentity } from '../../test/factories.ts';
import { findRecord } from '../session-store/rows.ts';
import { impersonate } from './impersonate.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const impersonating = async () => {
  const admin = await signUpAs(started, 'admin');
  const ada = await signUp(started.base);
  const { data } = await admin.client.admin.impersonateUser({ userId: ada.id });
  return { admin, ada, token: data?.session.token ?? '', data };
};

describe('impersonate-user', () => {
  it('opens a session of an hour as someone else, and keeps the administrator’s own at hand', async () => {
    const { admin, ada, data, token } = await impersonating();
    expect(data?.user.id).toBe(ada.id);
    expect(data?.session).toMatchObject({ userId: ada.id, impersonatedBy: admin.id });
    expect(data?.session.expiresAt).toEqual(new Date(started.stack.clock.now().getTime() + 3_600_000));
    expect(admin.names()).toEqual([
      'tessera.session_token',
      'tessera.session_data',
      'tessera.dont_remember',
      'admin_session',
      'tessera.session_token',
      'tessera.dont_remember',
      'tessera.session_data',
      `tessera.session_token_multi-${token.toLowerCase()}`,
    ]);
    const [, , , kept, session] = admin.last.setCookie;
    expect(kept).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(session).not.toContain('Max-Age');
    expect((await admin.client.getSession()).data?.user.id).toBe(ada.id);
    expect((await ada.client.listSessions()).data?.map(({ token }) => token)).toEqual([ada.token]);
    const { error } = await admin.client.admin.impersonateUser({ userId: admin.id });
    expect(error).toMatchObject({ status: 403 });
  });

  it('ends when it was said to, whatever the browser does with its cookies', async () => {
    const { admin } = await impersonating();
    const before = started.stack.clock.now();
    admin.browser.cookies.delete('tessera.dont_remember');
    started.stack.clock.advance(3_599);
    expect((await admin.client.getSession()).data).not.toBeNull();
    started.stack.clock.advance(1);
    expect((await admin.client.getSession({ query: { disableCookieCache: true } })).data).toBeNull();
    started.stack.clock.set(before);
  });

  it('refuses someone unknown', async () => {
    const admin = await signUpAs(started, 'admin');
    const { error } = await admin.client.admin.impersonateUser({ userId: 'unknown' });
    expect(error).toMatchObject({ status: 404, code: 'USER_NOT_FOUND', message: 'User not found' });
  });

  it('lasts as long as configured', async () => {
    const { base } = await started.withOptions({ admin: { impersonationSessionDuration: 60 } });
    const admin = await signUpAs(started, 'admin', base);
    const ada = await signUp(base);
    const { data } = await admin.client.admin.impersonateUser({ userId: ada.id });
    expect(data?.session.expiresAt).toEqual(new Date(started.stack.clock.now().getTime() + 60_000));
  });
});

describe('stop-impersonating', () => {
  it('gives the administrator their own session back and ends the other', async () => {
    const { admin, token } = await impersonating();
    const { data } = await admin.client.admin.stopImpersonating();
    expect(data).toMatchObject({ session: { token: admin.token }, user: { id: admin.id } });
    expect(admin.names().slice(0, 2)).toEqual(['tessera.session_token', 'tessera.session_data']);
    expect(admin.last.setCookie[0]).toContain('Max-Age=604800');
    expect(await countSessions(started, token)).toBe(0);
    expect((await admin.client.getSession()).data?.user.id).toBe(admin.id);
  });

  it('is for those who are someone else', async () => {
    const ada = await signUp(started.base);
    expect((await ada.client.admin.stopImpersonating()).error).toMatchObject({
      status: 400,
      code: 'YOU_ARE_NOT_IMPERSONATING_ANYONE',
    });
    const nobody = await createClient(started.base).client.admin.stopImpersonating();
    expect(nobody.error).toEqual({ status: 401, statusText: 'Unauthorized' });
  });

  it('believes no kept session that is forged, gone or another’s (ASVS 7.2.1)', async () => {
    const { admin, ada } = await impersonating();
    const kept = admin.browser.cookies.get('admin_session') ?? '';
    const stop = async (cookie: string) => {
      admin.browser.cookies.set('admin_session', cookie);
      return (await admin.client.admin.stopImpersonating()).error;
    };
    const failed = {
      status: 500,
      code: 'FAILED_TO_FIND_ADMIN_SESSION',
      message: 'Failed to find admin session',
    };
    expect(await stop(kept.replace(admin.token, ada.token))).toMatchObject(failed);
    expect(await stop(ada.browser.cookies.get('tessera.session_token') ?? '')).toMatchObject(failed);
    await started.stack.db.query('DELETE FROM sessions WHERE token = $1', [admin.token]);
    await started.identity.sessionCache.write(admin.token, null, 0);
    expect(await stop(kept)).toMatchObject(failed);
  });
});

describe('an impersonated session ends with what its administrator had', () => {
  const ends: [string, (boss: SignedUp, admin: SignedUp) => Promise<{ error: unknown }>][] = [
    ['a ban', (boss, { id }) => boss.client.admin.banUser({ userId: id })],
    ['a deletion', (boss, { id }) => boss.client.admin.removeUser({ userId: id })],
    ['the loss of the role', (boss, { id }) => boss.client.admin.setRole({ userId: id, role: 'user' })],
    ['an end of all sessions', (boss, { id }) => boss.client.admin.revokeUserSessions({ userId: id })],
  ];

  it.each(ends)('%s', async (_what, end) => {
    const { admin, ada, token } = await impersonating();
    const boss = await signUpAs(started, 'admin');
    expect((await end(boss, admin)).error).toBeNull();
    expect(await countSessions(started, token)).toBe(0);
    expect((await admin.browser.send('GET', '/list-accounts')).status).toBe(401);
    expect((await ada.client.getSession()).data?.user.id).toBe(ada.id);
  });

  it('when they end all their sessions but one', async () => {
    const { admin, token } = await impersonating();
    const { client } = createClient(started.base);
    await client.signIn.email({ email: admin.email, password: admin.password });
    expect((await client.revokeOtherSessions()).error).toBeNull();
    expect(await countSessions(started, token)).toBe(0);
    expect((await client.getSession()).data?.user.id).toBe(admin.id);
  });

  it('but not with another role that may be someone else, too', async () => {
    const { admin, token } = await impersonating();
    const boss = await signUpAs(started, 'admin');
    await boss.client.admin.setRole({ userId: admin.id, role: ['user', 'admin'] });
    expect(await countSessions(started, token)).toBe(1);
  });

  it('nor is one opened for whoever was banned meanwhile', async () => {
    const [admin, ada] = [await signUpAs(started, 'admin'), await signUp(started.base)];
    const record = await findRecord(started.identity, admin.token);
    const boss = await signUpAs(started, 'admin');
    await boss.client.admin.banUser({ userId: admin.id });
    if (!record) throw new Error('no session');
    const cookies = started.identity.cookies.read(undefined);
    const client = { ipAddress: '', userAgent: '', address: '' };
    await expect(
      impersonate(started.identity, { caller: record, userId: ada.id }, { cookies, client }),
    ).rejects.toMatchObject({ status: 401 });
  });
});
