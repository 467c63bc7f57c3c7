import { sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { askSetPassword } from '@tessera/proto/api/asks';
import { passwordChanged, passwordResetRequested } from '@tessera/proto/events/identity';
import { createClient, mailTo, pathOf, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ appName: 'The <Shop>', trustedOrigins: ['https://app.example.com'] });
});
afterAll(() => started.stop());

/** Someone who has forgotten their password, and the token of the mail. */
const forgetful = async (redirectTo?: string) => {
  const ada = await signUp(started.base);
  const { data } = await ada.client.forgetPassword({ email: ada.email.toUpperCase(), redirectTo });
  expect(data).toEqual({ status: true });
  return { ...ada, mail: await mailTo(started, ada.email, 'reset-password') };
};

const signInStatus = async (email: string, password: string, base = started.base) =>
  (await createClient(base).client.signIn.email({ email, password })).error?.status ?? 200;

describe('forget-password', () => {
  it('sends a mail whose link survives every character, in the application’s name', async () => {
    const { mail } = await forgetful('/reset?from=mail&x=a+b');
    expect(mail).toMatchObject({ subject: 'Reset your password for The <Shop>', type: 'reset-password' });
    expect(mail.url.pathname).toBe(`/api/auth/reset-password/${mail.token}`);
    expect(mail.url.searchParams.get('callbackURL')).toBe('/reset?from=mail&x=a+b');
    expect(mail.token).toMatch(/^[a-zA-Z0-9]{24}$/);
    expect(mail.html).toContain('The &lt;Shop&gt;');
    expect(mail.text).toContain(mail.url.href);
  });

  it('leads to the web application’s page when no other is named', async () => {
    const { mail, browser } = await forgetful();
    const answer = await browser.send('GET', pathOf(mail.url));
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/reset-password?token=${mail.token}`);
  });

  it('writes in the language that the request asked for', async () => {
    const ada = await signUp(started.base);
    const { error } = await ada.client.forgetPassword(
      { email: ada.email },
      { headers: { 'accept-language': 'fr, de-AT;q=0.8, en;q=0.5' } },
    );
    expect(error).toBeNull();
    const mail = await mailTo(started, ada.email, 'reset-password');
    expect(mail.subject).toBe('Setzen Sie Ihr Passwort für The <Shop> zurück');
    expect(mail.text).toContain('Der Link gilt 1 Stunde.');
    expect(mail.html).toContain('<html lang="de">');
  });

  it('keeps no token that could be read from the database', async () => {
    const { mail } = await forgetful();
    const rows = await started.stack.db.query('SELECT token_hash FROM one_time_tokens');
    expect(rows).toContainEqual({ token_hash: sha256(mail.token) });
    expect(JSON.stringify(rows)).not.toContain(mail.token);
  });

  it('answers the same for nobody, and does the same: only the mail’s consumer looks anyone up (ASVS 6.3.8)', async () => {
    const ada = await signUp(started.base);
    const { client } = createClient(started.base);
    for (const email of [ada.email, person().email]) {
      const { data, error } = await client.forgetPassword({ email, redirectTo: '/reset' });
      expect([data, error]).toEqual([{ status: true }, null]);
      const asked = await started.stack.events.next(passwordResetRequested, (event) => event.email === email);
      expect(asked).toMatchObject({ email, redirectTo: '/reset' });
    }
  });

  it('refuses what is no address, and targets that nobody trusts', async () => {
    const { client } = createClient(started.base);
    expect((await client.forgetPassword({ email: 'ada' })).error?.code).toBe('VALIDATION_ERROR');
    const evil = await client.forgetPassword({
      email: person().email,
      redirectTo: 'https://evil.example.com',
    });
    expect(evil.error).toMatchObject({ status: 403, message: 'Invalid redirectURL' });
  });

  it('can be switched off', async () => {
    const { base } = await started.withOptions({ emailAndPassword: { sendResetPassword: false } });
    const { error } = await createClient(base).client.forgetPassword({ email: person().email });
    expect(error).toMatchObject({ status: 400, message: "Reset password isn't enabled" });
  });
});

describe('the link of such a mail', () => {
  it('leads on with the token, again and again, or says that it is not good', async () => {
    const { browser, mail } = await forgetful('https://app.example.com/reset?a=1');
    for (let visit = 0; visit < 2; visit += 1) {
      const answer = await browser.send('GET', pathOf(mail.url));
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`https://app.example.com/reset?a=1&token=${mail.token}`);
    }
    const wrong = await browser.send('GET', '/reset-password/unknown?callbackURL=/reset');
    expect(wrong.headers.get('location')).toBe('http://localhost:3000/reset?error=INVALID_TOKEN');
    const empty = await browser.send('GET', '/reset-password/unknown?callbackURL=');
    expect(empty.headers.get('location')).toBe('http://localhost:3000/api/auth/error?error=INVALID_TOKEN');
  });

  it('leads nowhere that nobody trusts (ASVS 3.7.2)', async () => {
    const { browser, mail } = await forgetful();
    const targets = [
      'http://localhost:3000.evil.com/',
      '//evil.com',
      String.raw`/\evil.com`,
      'https://evil.com',
    ];
    for (const target of targets) {
      const query = new URLSearchParams({ callbackURL: target }).toString();
      const answer = await browser.send('GET', `/reset-password/${mail.token}?${query}`);
      expect([target, answer.status, answer.body]).toEqual([
        target,
        403,
        { code: 'INVALID_CALLBACKURL', message: 'Invalid callbackURL' },
      ]);
    }
    expect((await browser.send('GET', `/reset-password/${mail.token}`)).body.code).toBe('VALIDATION_ERROR');
  });
});

describe('reset-password', () => {
  it('sets the password once, tells it, and ends every session', async () => {
    const { client, email, token, mail, id, password } = await forgetful();
    const newPassword = 'a new password';
    const { data } = await client.resetPassword({ newPassword, token: mail.token });
    expect(data).toEqual({ status: true });
    expect(await signInStatus(email, newPassword)).toBe(200);
    expect(await signInStatus(email, password)).toBe(401);
    expect(await countSessions(started, token)).toBe(0);
    const emitted = await started.stack.events.next(passwordChanged, ({ userId }) => userId === id);
    expect(Object.keys(emitted).filter((key) => !key.startsWith('$'))).toEqual(['userId', 'language']);
    const told = await eventually(() => {
      const notice = started.mails.find(({ type, to }) => type === 'password-changed' && to === email);
      if (!notice) throw new Error(`no notice to ${email}`);
      return notice;
    });
    expect(told.text).toContain('http://localhost:3000/forgot-password');
    expect(told.text).toContain('If this was not you');

    const again = await client.resetPassword({ newPassword: 'a third password', token: mail.token });
    expect(again.error).toMatchObject({ status: 400, code: 'INVALID_TOKEN', message: 'invalid token' });
    expect(await signInStatus(email, newPassword)).toBe(200);
  });

  it('takes the token from the query, and keeps it when the password is refused', async () => {
    const { browser, mail } = await forgetful();
    const reset = (newPassword: string, own: { token?: string } = {}) =>
      browser.send('POST', `/reset-password?token=${mail.token}`, { body: { newPassword, ...own } });
    expect((await reset('short')).body).toEqual({
      code: 'PASSWORD_TOO_SHORT',
      message: 'Password too short',
    });
    expect((await reset('x'.repeat(129))).body.message).toBe('Password too long');
    expect((await reset('long enough', { token: 'another' })).body.message).toBe('invalid token');
    expect((await reset('long enough', { token: '' })).body).toEqual({ status: true });
  });

  it('refuses a token that is absent or has expired', async () => {
    const { client, mail } = await forgetful();
    expect((await client.resetPassword({ newPassword: 'x' })).error?.message).toBe('invalid token');
    const before = started.stack.clock.now();
    started.stack.clock.advance(3_600);
    const late = await client.resetPassword({ newPassword: 'long enough', token: mail.token });
    expect(late.error).toMatchObject({ status: 400, message: 'invalid token' });
    started.stack.clock.set(before);
  });

  it('is good once, also for two at the same time (ASVS 6.4.3, 15.4.2)', async () => {
    const { client, mail } = await forgetful();
    const answers = await Promise.all(
      ['one password', 'two password'].map((newPassword) =>
        client.resetPassword({ newPassword, token: mail.token }),
      ),
    );
    expect(answers.map(({ error }) => error?.status ?? 200).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('ends every session, unless configured otherwise', async () => {
    const reset = async (base: string) => {
      const { mail, token } = await forgetful();
      await createClient(base).client.resetPassword({ newPassword: 'a new password', token: mail.token });
      return countSessions(started, token);
    };
    expect(await reset(started.base)).toBe(0);
    const emailAndPassword = { revokeSessionsOnPasswordReset: false };
    expect(await reset((await started.withOptions({ emailAndPassword })).base)).toBe(1);
  });
});

describe('change-password', () => {
  it('changes it and leaves the other sessions and the times of the account alone', async () => {
    const ada = await signUp(started.base);
    const accounts = (await ada.client.listAccounts()).data;
    started.stack.clock.advance(1);
    const { data } = await ada.client.changePassword({
      currentPassword: ada.password,
      newPassword: 'a new password',
    });
    expect(data).toMatchObject({ token: null, user: { id: ada.id } });
    expect(ada.last.setCookie).toEqual([]);
    expect(await signInStatus(ada.email, 'a new password')).toBe(200);
    expect(await countSessions(started, ada.token)).toBe(1);
    expect((await ada.client.listAccounts()).data).toEqual(accounts);
  });

  it('ends the other sessions and gives the browser a new one', async () => {
    const ada = await signUp(started.base);
    const { data } = await ada.client.changePassword({
      currentPassword: ada.password,
      newPassword: 'a new password',
      revokeOtherSessions: true,
    });
    expect(data?.token).toEqual(expect.any(String));
    expect(await countSessions(started, ada.token)).toBe(0);
    expect((await ada.client.getSession()).data?.session.token).toBe(data?.token);
  });

  it('refuses lengths first, then a wrong password', async () => {
    const { client, password } = await signUp(started.base);
    const change = async (currentPassword: string, newPassword: string) =>
      (await client.changePassword({ currentPassword, newPassword })).error;
    expect(await change('wrong', 'short')).toMatchObject({ status: 400, message: 'Password too short' });
    expect(await change('wrong', 'x'.repeat(129))).toMatchObject({
      status: 400,
      message: 'Password too long',
    });
    expect(await change('wrong', 'long enough')).toMatchObject({ status: 400, code: 'INVALID_PASSWORD' });
    expect(await change(password, 'long enough')).toBeNull();
    const nobody = await createClient(started.base).client.changePassword({
      currentPassword: 'x',
      newPassword: 'x',
    });
    expect(nobody.error).toEqual({ status: 401, statusText: 'Unauthorized' });
  });

  it('refuses someone who has no password', async () => {
    const { client, id, token } = await signUp(started.base);
    await started.stack.db.query('DELETE FROM accounts WHERE user_id = $1', [id]);
    const { error } = await client.changePassword({ currentPassword: 'x', newPassword: 'long enough' });
    expect(error).toMatchObject({ status: 400, code: 'CREDENTIAL_ACCOUNT_NOT_FOUND' });

    const ask = (newPassword: string) => started.stack.bus.ask(askSetPassword, { token, newPassword });
    await expect(ask('short')).rejects.toMatchObject({ status: 400, message: 'Password too short' });
    expect(await ask('a first password')).toEqual({ status: true });
    await expect(ask('a second password')).rejects.toMatchObject({ message: 'user already has a password' });
    const unknown = started.stack.bus.ask(askSetPassword, { token: 'unknown', newPassword: 'long enough' });
    await expect(unknown).rejects.toMatchObject({ status: 401 });
  });
});

describe('set-password', () => {
  it('is no route', async () => {
    const { browser } = await signUp(started.base);
    const answer = await browser.send('POST', '/set-password', { body: { newPassword: 'long enough' } });
    expect([answer.status, answer.text]).toEqual([404, '']);
  });
});
