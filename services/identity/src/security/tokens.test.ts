/** Tokens of mails, used again, late or for something else. ASVS: OWASP ASVS 5.0.0. */
import { createBrowser } from '../../test/browser.ts';
import { mailTo, pathOf, type SignedUp, signUp } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({
    emailVerification: { sendVerificationEmail: true, autoSignInAfterVerification: true },
    user: {
      changeEmail: { enabled: true, sendChangeEmailVerification: true },
      deleteUser: { enabled: true, sendDeleteAccountVerification: true },
    },
  });
});
afterAll(() => started.stop());

const resetMail = async ({ client, email }: SignedUp) => {
  await client.forgetPassword({ email, redirectTo: '/reset' });
  return mailTo(started, email, 'reset-password');
};
const invalid = { status: 400, code: 'INVALID_TOKEN' };

describe('a token that resets a password (ASVS 6.4.3)', () => {
  it('is good once, though its link may be looked at before', async () => {
    const ada = await signUp(started.base);
    const { token, url } = await resetMail(ada);
    for (let visit = 0; visit < 2; visit += 1)
      expect((await ada.browser.send('GET', pathOf(url))).headers.get('location')).toContain(token);
    expect((await ada.client.resetPassword({ newPassword: 'first choice', token })).error).toBeNull();
    const again = await ada.client.resetPassword({ newPassword: 'second choice', token });
    expect(again.error).toMatchObject(invalid);
    const { email } = ada;
    expect((await ada.client.signIn.email({ email, password: 'first choice' })).error).toBeNull();
  });

  it('ends with the password, and with every other token that was out', async () => {
    const ada = await signUp(started.base);
    const { token } = await resetMail(ada);
    await ada.client.changePassword({ currentPassword: ada.password, newPassword: 'a new password' });
    expect((await ada.client.resetPassword({ newPassword: 'someone else’s', token })).error).toMatchObject(
      invalid,
    );
  });

  it('ends with the address that it was sent to', async () => {
    const ada = await signUp(started.base);
    const { token } = await resetMail(ada);
    await ada.client.changeEmail({ newEmail: person().email });
    expect((await ada.client.resetPassword({ newPassword: 'the old owner’s', token })).error).toMatchObject(
      invalid,
    );
  });

  it('lies nowhere in clear (ASVS 6.5.2)', async () => {
    const ada = await signUp(started.base);
    const { token } = await resetMail(ada);
    for (const table of ['one_time_tokens', 'outbox'])
      expect(JSON.stringify(await started.stack.db.query(`SELECT * FROM ${table}`))).not.toContain(token);
    expect(JSON.stringify(started.stack.log.lines())).not.toContain(token);
  });
});

describe('a token that deletes an account (ASVS 6.5.1)', () => {
  const ask = async (ada: SignedUp) => {
    await ada.client.deleteUser({ callbackURL: '/gone' });
    return (await mailTo(started, ada.email, 'delete-account')).token;
  };

  it('is worth nothing in another’s hands, and is left to its owner', async () => {
    const ada = await signUp(started.base);
    const eve = await signUp(started.base);
    const token = await ask(ada);
    expect((await eve.client.deleteUser({ token })).error).toMatchObject({ message: 'invalid token' });
    expect((await ada.client.deleteUser({ token })).data).toEqual({ success: true, message: 'User deleted' });
    const back = await signUp(started.base, { email: ada.email });
    expect((await back.client.deleteUser({ token })).error).toMatchObject({ message: 'invalid token' });
  });
});

describe('a token that proves an address (ASVS 6.4.1)', () => {
  it('opens one session: whoever finds the link later gets in nowhere', async () => {
    const ada = await signUp(started.base);
    await ada.client.sendVerificationEmail({ email: ada.email });
    const path = pathOf((await mailTo(started, ada.email, 'verification')).url);
    const [first, second] = [createBrowser(started.base), createBrowser(started.base)];
    await first.send('GET', path);
    expect((await first.send('GET', '/get-session')).body.user.id).toBe(ada.id);
    expect((await second.send('GET', path)).setCookie).toEqual([]);
    expect((await second.send('GET', '/get-session')).body).toBeNull();
  });

  it('that changes an address changes it once, and only for whoever is signed in to it', async () => {
    const ada = await signUp(started.base);
    await started.stack.db.query('UPDATE users SET email_verified = true WHERE id = $1', [ada.id]);
    await started.identity.sessionCache.write(ada.token, null, 0);
    const newEmail = person().email;
    await ada.client.changeEmail({ newEmail });
    const path = pathOf((await mailTo(started, ada.email, 'change-email')).url);
    const eve = await signUp(started.base);
    expect((await eve.browser.send('GET', path)).headers.get('location')).toBe('/?error=unauthorized');
    expect((await ada.browser.send('GET', path)).headers.get('location')).toBe('/');
    expect((await ada.client.getSession()).data?.user.email).toBe(newEmail);
    expect((await ada.browser.send('GET', path)).headers.get('location')).toBe('/?error=user_not_found');
  });
});

describe('a token of one kind (ASVS 9.2.2)', () => {
  it('is none of another', async () => {
    const ada = await signUp(started.base);
    const { token } = await resetMail(ada);
    expect((await ada.client.deleteUser({ token })).error).toMatchObject({ message: 'invalid token' });
    const query = new URLSearchParams({ token, callbackURL: '/' }).toString();
    const answer = await ada.browser.send('GET', `/verify-email?${query}`);
    expect(answer.headers.get('location')).toBe('/?error=invalid_token');
    await ada.client.deleteUser({ callbackURL: '/gone' });
    const deletion = (await mailTo(started, ada.email, 'delete-account')).token;
    const reset = await ada.client.resetPassword({ newPassword: 'by a wrong token', token: deletion });
    expect(reset.error).toMatchObject(invalid);
    const browser = createBrowser(started.base);
    browser.cookies.set('tessera.session_token', `${ada.token}.${token}`);
    expect((await browser.send('GET', '/list-sessions')).status).toBe(401);
  });
});
