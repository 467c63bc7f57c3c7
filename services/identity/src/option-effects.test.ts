/** What options do that no slice's own tests show: each of these fails when its option is ignored. */
import { signUpAs } from '../test/admins.ts';
import { createBrowser } from '../test/browser.ts';
import { createClient, mailTo, pathOf, signUp } from '../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../test/factories.ts';

let started: IdentityStack;
let base: string;
beforeAll(async () => {
  started = await startIdentity({
    trustedOrigins: ['https://shop.example.com', '*.partners.test'],
    emailAndPassword: { minPasswordLength: 12, maxPasswordLength: 24, resetPasswordTokenExpiresIn: 100 },
    emailVerification: { expiresIn: 200, sendVerificationEmail: true },
    user: {
      deleteUser: { enabled: true, sendDeleteAccountVerification: true, deleteTokenExpiresIn: 300 },
    },
    session: { expiresIn: 1_000, updateAge: 1_000, freshAge: 500 },
    advanced: {
      cookies: { session_token: { name: 'shop', attributes: { path: '/shop' } } },
      ipAddress: { ipAddressHeaders: ['x-real-ip', 'cf-connecting-ip'] },
      database: { defaultFindManyLimit: 2 },
    },
  });
  base = started.base;
});
afterAll(() => started.stop());

const password = 'twelve or more';
const join = (own: object = {}) => signUp(base, { password, ...own });

describe('minPasswordLength and maxPasswordLength', () => {
  it('bound every password that is set', async () => {
    const ada = await join();
    const { client } = createClient(base);
    const words: [string, string][] = [
      ['elevenchars', 'Password too short'],
      ['x'.repeat(25), 'Password too long'],
    ];
    for (const [newPassword, message] of words) {
      expect((await client.signUp.email(person({ password: newPassword }))).error?.message).toBe(message);
      const change = { newPassword, currentPassword: password };
      expect((await ada.client.changePassword(change)).error?.message).toBe(message);
      expect((await client.resetPassword({ newPassword, token: 'x' })).error?.message).toBe(message);
    }
  });
});

describe('the lives of links', () => {
  it('resetPasswordTokenExpiresIn: a link that resets a password', async () => {
    const ada = await join();
    const ask = async () => {
      await ada.client.forgetPassword({ email: ada.email, redirectTo: '/' });
      return (await mailTo(started, ada.email, 'reset-password')).url;
    };
    const path = pathOf(await ask());
    started.stack.clock.advance(99);
    expect((await ada.browser.send('GET', path)).headers.get('location')).toContain('token=');
    started.stack.clock.advance(2);
    expect((await ada.browser.send('GET', path)).headers.get('location')).toContain('INVALID_TOKEN');
  });

  it('emailVerification.expiresIn: a link that proves an address', async () => {
    const ada = await join();
    await ada.client.sendVerificationEmail({ email: ada.email });
    const path = pathOf((await mailTo(started, ada.email, 'verification')).url);
    started.stack.clock.advance(201);
    expect((await ada.browser.send('GET', path)).headers.get('location')).toBe('/?error=token_expired');
  });

  it('deleteTokenExpiresIn: a link that deletes an account', async () => {
    const ada = await join();
    await ada.client.deleteUser({ callbackURL: '/gone' });
    const path = pathOf((await mailTo(started, ada.email, 'delete-account')).url);
    started.stack.clock.advance(301);
    expect(await ada.browser.send('GET', path)).toMatchObject({
      status: 404,
      body: { message: 'invalid token' },
    });
  });
});

describe('the times of a session', () => {
  it('expiresIn and freshAge: how long it lasts, and how long it may do what needs someone present', async () => {
    const ada = await join();
    expect(ada.last.setCookie[0]).toMatch(/^shop=.*; Max-Age=1000; Path=\/shop;/);
    started.stack.clock.advance(499);
    expect((await ada.client.unlinkAccount({ providerId: 'github' })).error?.message).not.toMatch(/fresh/);
    started.stack.clock.advance(2);
    expect((await ada.client.unlinkAccount({ providerId: 'github' })).error).toMatchObject({
      status: 403,
      message: 'Session is not fresh',
    });
    const eve = await join();
    started.stack.clock.advance(1_001);
    expect((await eve.client.listSessions()).error?.status).toBe(401);
  });

  it('freshAge 0 asks for nobody present', async () => {
    const { base } = await started.withOptions({ session: { freshAge: 0 } });
    const ada = await signUp(base);
    started.stack.clock.advance(500_000);
    expect((await ada.client.unlinkAccount({ providerId: 'github' })).error?.message).not.toMatch(/fresh/);
  });
});

describe('trustedOrigins', () => {
  const callback = (callbackURL: string) =>
    createBrowser(base).send('POST', '/sign-in/email', { body: { email: 'a@b.co', password, callbackURL } });

  it.each(['https://shop.example.com/welcome', 'https://a.partners.test/', 'http://localhost:3000/'])(
    'let a caller be sent to %s',
    async (target) => expect((await callback(target)).body.message).toBe('Invalid email or password'),
  );

  it.each(['https://partners.test/', 'https://shop.example.com.evil.com/', 'https://example.com/'])(
    'do not let a caller be sent to %s',
    async (target) => expect((await callback(target)).body.message).toBe('Invalid callbackURL'),
  );

  it('may call with cookies', async () => {
    const ada = await join();
    const post = async (origin: string) =>
      (await ada.browser.send('POST', '/revoke-other-sessions', { headers: { origin } })).status;
    expect(await post('https://x.partners.test')).toBe(200);
    expect(await post('https://other.example.com')).toBe(403);
  });
});

describe('advanced', () => {
  it('disableCSRFCheck lets pages of any origin call', async () => {
    const { base } = await started.withOptions({ advanced: { disableCSRFCheck: true } });
    const ada = await signUp(base);
    const headers = { origin: 'https://evil.example.com' };
    expect((await ada.browser.send('POST', '/revoke-other-sessions', { headers })).status).toBe(200);
  });

  const addressOf = async (at: string, headers: Record<string, string>): Promise<string> => {
    const { body } = await createBrowser(at).send('POST', '/sign-up/email', {
      body: person({ password }),
      headers,
    });
    const [row] = await started.stack.db.query('SELECT ip_address FROM sessions WHERE token = $1', [
      body.token,
    ]);
    return row.ip_address;
  };

  it('ipAddressHeaders name where a caller’s address stands, in their order', async () => {
    const forwarded = { 'x-forwarded-for': '1.1.1.1' };
    expect(await addressOf(base, { ...forwarded, 'cf-connecting-ip': '2.2.2.2' })).toBe('2.2.2.2');
    const both = { 'cf-connecting-ip': '2.2.2.2', 'x-real-ip': '3.3.3.3' };
    expect(await addressOf(base, both)).toBe('3.3.3.3');
    expect(await addressOf(base, forwarded)).toBe('');
  });

  it('disableIpTracking keeps no address', async () => {
    const { base } = await started.withOptions({ advanced: { ipAddress: { disableIpTracking: true } } });
    expect(await addressOf(base, { 'x-forwarded-for': '1.1.1.1' })).toBe('');
  });

  it('defaultFindManyLimit caps lists', async () => {
    const ada = await join();
    await ada.client.signIn.email({ email: ada.email, password });
    await ada.client.signIn.email({ email: ada.email, password });
    for (const providerId of ['github', 'google'])
      await started.stack.db.query(
        `INSERT INTO accounts (id, user_id, provider_id, account_id, created_at, updated_at)
         VALUES (gen_random_uuid(), $1::uuid, $2, $1::text, now(), now())`,
        [ada.id, providerId],
      );
    expect((await ada.client.listSessions()).data).toHaveLength(2);
    expect((await ada.client.listAccounts()).data).toHaveLength(2);
    const unlimited = (await started.withOptions({})).base;
    for (const [at, most] of [
      [base, 2],
      [unlimited, 3],
    ] as const) {
      const admin = await signUpAs(started, 'admin', at);
      const { data } = await admin.client.admin.listUserSessions({ userId: ada.id });
      expect(data?.sessions).toHaveLength(most);
    }
  });
});

describe('admin.adminRoles', () => {
  it('may do everything, in place of `admin`, and the first is what first administrators get', async () => {
    const boss = person();
    const admin = { adminRoles: ['boss', 'deputy'], firstAdminEmails: [boss.email] };
    const emailVerification = { sendVerificationEmail: true };
    const { base } = await started.withOptions({ admin, emailVerification });
    for (const [role, status] of [
      ['boss', 200],
      ['deputy', 200],
      ['admin', 403],
      ['user', 403],
    ] as const) {
      const { browser } = await signUpAs(started, role, base);
      expect([role, (await browser.send('GET', '/admin/list-users')).status]).toEqual([role, status]);
    }
    const { id, client } = await signUp(base, boss);
    await client.sendVerificationEmail({ email: boss.email });
    await createClient(base).browser.send(
      'GET',
      pathOf((await mailTo(started, boss.email, 'verification')).url),
    );
    expect(await started.stack.db.query('SELECT role FROM users WHERE id = $1', [id])).toEqual([
      { role: 'boss' },
    ]);
  });
});
