/** Cookies that were planted, changed or kept. ASVS: OWASP ASVS 5.0.0. */
import { signUpAs } from '../../test/admins.ts';
import { createBrowser } from '../../test/browser.ts';
import { createClient, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const nowhere = `${'A'.repeat(43)}%3D`;

describe('a session token (fixation, ASVS 7.2.4)', () => {
  it('is new at every way of signing in, whatever cookie came with it', async () => {
    const ada = await signUp(started.base, { username: 'fixed_ada' });
    const { email, password } = ada;
    const planted = ada.browser.cookies.get('tessera.session_token') ?? '';
    const enter = async (path: string, body: object) => {
      const browser = createBrowser(started.base);
      browser.cookies.set('tessera.session_token', planted);
      const answer = await browser.send('POST', path, { body });
      expect(browser.cookies.get('tessera.session_token')).not.toBe(planted);
      return answer.body.token as string;
    };
    const tokens = [
      ada.token,
      await enter('/sign-up/email', person()),
      await enter('/sign-in/email', { email, password }),
      await enter('/sign-in/username', { username: 'fixed_ada', password }),
    ];
    expect(new Set(tokens).size).toBe(4);
  });

  it('is new when the password changes and the other sessions end', async () => {
    const ada = await signUp(started.base);
    const { data } = await ada.client.changePassword({
      currentPassword: ada.password,
      newPassword: 'another password',
      revokeOtherSessions: true,
    });
    expect(data?.token).not.toBe(ada.token);
    expect(await countSessions(started, ada.token)).toBe(0);
  });

  it('cannot be guessed: 32 characters of 62, none twice (ASVS 7.2.3)', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(started.base)));
    expect(new Set(people.map(({ token }) => token)).size).toBe(5);
    for (const { token } of people) expect(token).toMatch(/^[a-zA-Z0-9]{32}$/);
  });
});

describe('a cookie that was changed', () => {
  it('opens no session (ASVS 7.2.1)', async () => {
    const ada = await signUp(started.base);
    const other = await signUp(started.base);
    const cookie = ada.browser.cookies.get('tessera.session_token') ?? '';
    const forgeries = [
      cookie.replace(ada.token, other.token),
      cookie.slice(0, -4),
      ada.token,
      `${ada.token}.`,
      `${ada.token}.${nowhere}`,
      `${cookie}x`,
      '%',
      '',
    ];
    for (const forged of forgeries) {
      const browser = createBrowser(started.base);
      browser.cookies.set('tessera.session_token', forged);
      expect([forged, (await browser.send('GET', '/list-sessions')).status]).toEqual([forged, 401]);
    }
  });

  it.each([
    ['a role', ({ session }: CacheText) => void (session.user['role'] = 'admin')],
    ['an address', ({ session }: CacheText) => void (session.user['emailVerified'] = true)],
    ['its end', (cache: CacheText) => void (cache.expiresAt += 1)],
    ['the session’s end', ({ session }: CacheText) => void (session.session['expiresAt'] = '2099-01-01')],
  ])('gives nobody %s by the session’s copy (ASVS 9.1.1)', async (_what, change) => {
    const ada = await signUp(started.base);
    const cache = readCache(ada.browser.cookies.get('tessera.session_data'));
    change(cache);
    const forged = Buffer.from(JSON.stringify(cache)).toString('base64url');
    ada.browser.cookies.set('tessera.session_data', forged);
    expect((await ada.browser.send('GET', '/admin/list-users')).status).toBe(401);
    expect((await ada.browser.send('GET', '/get-session')).body).toBeNull();
  });

  it('of another’s copy shows nobody else’s session (ASVS 9.1.1)', async () => {
    const ada = await signUp(started.base);
    const eve = await signUp(started.base);
    eve.browser.cookies.set('tessera.session_data', ada.browser.cookies.get('tessera.session_data') ?? '');
    expect((await eve.client.getSession()).data?.user.id).toBe(eve.id);
  });

  it('does not say that a session is to be forgotten, or kept (ASVS 7.2.1)', async () => {
    const ada = await signUp(started.base);
    for (const forged of ['true', `true.${nowhere}`]) {
      ada.browser.cookies.set('tessera.dont_remember', forged);
      const { setCookie } = await ada.browser.send('POST', '/update-user', { body: { name: 'Ada' } });
      expect(setCookie[0]).toContain('Max-Age=604800');
    }
  });

  it('switches to nobody else’s account (ASVS 7.2.1)', async () => {
    const ada = await signUp(started.base);
    const victim = await signUp(started.base);
    const name = `tessera.session_token_multi-${victim.token.toLowerCase()}`;
    for (const forged of [victim.token, `${victim.token}.${nowhere}`]) {
      ada.browser.cookies.set(name, forged);
      const sessionToken = victim.token;
      expect((await ada.client.multiSession.setActive({ sessionToken })).error?.status).toBe(401);
      expect((await ada.client.multiSession.revoke({ sessionToken })).error?.status).toBe(401);
    }
    expect((await ada.client.multiSession.listDeviceSessions()).data).toHaveLength(1);
  });

  it('makes nobody an administrator who was somebody else for a while (ASVS 7.2.1)', async () => {
    const admin = await signUpAs(started, 'admin');
    const other = await signUpAs(started, 'admin');
    const victim = await signUp(started.base);
    await admin.client.admin.impersonateUser({ userId: victim.id });
    for (const forged of [`${other.token}:`, `${other.token}:.${nowhere}`]) {
      admin.browser.cookies.set('admin_session', forged);
      expect((await admin.client.admin.stopImpersonating()).error).toMatchObject({ status: 500 });
    }
  });
});

describe('a cookie that was kept', () => {
  it('does nothing once its session has ended (ASVS 7.4.1)', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    await admin.client.admin.revokeUserSessions({ userId: ada.id });
    expect((await ada.client.updateUser({ name: 'Eve' })).error?.status).toBe(401);
    expect((await ada.client.getSession()).data).toBeNull();
    const body = { currentPassword: ada.password, newPassword: 'eve’s word' };
    expect((await ada.client.changePassword(body)).error).toMatchObject({ status: 401 });
  });

  it.each(['ban-user', 'remove-user'])('does nothing after %s (ASVS 7.4.2)', async (act) => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    await admin.browser.send('POST', `/admin/${act}`, { body: { userId: ada.id } });
    expect((await ada.client.listSessions()).error?.status).toBe(401);
  });

  it('does not bring back a role that was taken (ASVS 8.3.2)', async () => {
    const boss = await signUpAs(started, 'admin');
    const admin = await signUpAs(started, 'admin');
    expect((await admin.client.admin.listUsers({ query: {} })).error).toBeNull();
    await boss.client.admin.setRole({ userId: admin.id, role: 'user' });
    expect((await admin.client.admin.listUsers({ query: {} })).error?.status).toBe(403);
  });

  it('is no cookie of a script, and fits into a browser (ASVS 3.3.4, 3.3.5, 3.3.2)', async () => {
    const { client, last } = createClient(started.base);
    await client.signUp.email({ ...person(), image: `https://example.com/${'x'.repeat(5_000)}` });
    expect(last.setCookie.length).toBeGreaterThan(1);
    for (const line of last.setCookie.filter((line) => !line.includes('Max-Age=0'))) {
      expect(line).toMatch(/; HttpOnly; SameSite=Lax$/);
      expect(line.split(';')[0]?.length).toBeLessThanOrEqual(4_096);
    }
  });
});

type CacheText = {
  session: { session: Record<string, unknown>; user: Record<string, unknown> };
  expiresAt: number;
};
const readCache = (cookie = ''): CacheText =>
  JSON.parse(Buffer.from(cookie, 'base64url').toString()) as CacheText;
