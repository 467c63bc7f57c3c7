import { userDeleted, userUpdated } from '@tessera/proto/events/identity';
import { signUpAs } from '../../test/admins.ts';
import { createClient, mailTo, pathOf, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
/** Behind options that allow what is off by default. */
let open: string;
let mailed: string;
beforeAll(async () => {
  started = await startIdentity();
  const user = { changeEmail: { enabled: true }, deleteUser: { enabled: true } };
  open = (await started.withOptions({ user })).base;
  mailed = (
    await started.withOptions({
      emailVerification: { sendVerificationEmail: true },
      user: {
        changeEmail: { enabled: true, sendChangeEmailVerification: true },
        deleteUser: { enabled: true, sendDeleteAccountVerification: true },
      },
    })
  ).base;
});
afterAll(() => started.stop());

const exists = async (id: string): Promise<boolean> =>
  (await started.stack.db.query('SELECT 1 FROM users WHERE id = $1', [id])).length === 1;

const verified = async (base: string) => {
  const ada = await signUp(base);
  await started.stack.db.query('UPDATE users SET email_verified = true WHERE id = $1', [ada.id]);
  await started.stack.db.query('INSERT INTO session_copy_jobs (token) VALUES ($1)', [ada.token]);
  await started.identity.sessionCache.write(ada.token, null, 0);
  return ada;
};

describe('update-user', () => {
  it('changes the profile, tells it, and rewrites session and cache cookie', async () => {
    const ada = await signUp(started.base);
    const { data } = await ada.client.updateUser({ name: 'Countess', image: 'https://example.com/a.png' });
    expect(data).toEqual({ status: true });
    expect(ada.names()).toEqual(['tessera.session_token', 'tessera.session_data']);
    const session = await ada.client.getSession();
    expect(session.data?.user).toMatchObject({ name: 'Countess', image: 'https://example.com/a.png' });
    await ada.client.updateUser({ image: null });
    expect((await ada.client.getSession()).data?.user.image).toBeNull();
    await started.stack.events.next(userUpdated, ({ user }) => user?.id === ada.id);
  });

  it('moves no time of a change, of neither user nor session; a ban and its end do', async () => {
    const ada = await signUp(open, { username: 'unmoved_ada' });
    const admin = await signUpAs(started, 'admin');
    const times = async () => {
      const [row] = await started.stack.db.query(
        `SELECT users.created_at, users.updated_at, sessions.updated_at AS session
         FROM users JOIN sessions ON sessions.user_id = users.id WHERE users.id = $1`,
        [ada.id],
      );
      return row;
    };
    const created = await times();
    expect(created.updated_at).toEqual(created.created_at);
    started.stack.clock.advance(2 * 86_400);
    await ada.client.updateUser({ name: 'Countess', username: 'moved_ada' });
    await ada.client.changeEmail({ newEmail: 'moved-ada@example.com' });
    await admin.client.admin.setRole({ userId: ada.id, role: 'user' });
    await ada.client.getSession({ query: { disableCookieCache: true } });
    expect(await times()).toEqual(created);
    const banned = await admin.client.admin.banUser({ userId: ada.id, banExpiresIn: 1 });
    expect(banned.data?.user.updatedAt).toEqual(started.stack.clock.now());
    started.stack.clock.advance(2);
    const again = await ada.client.signIn.username({ username: 'moved_ada', password: ada.password });
    expect(again.data?.user.updatedAt).toEqual(banned.data?.user.updatedAt);
    const free = await admin.client.admin.unbanUser({ userId: ada.id });
    expect(free.data?.user.updatedAt).toEqual(started.stack.clock.now());
  });

  it('changes nothing when there is nothing to change, or nothing that is the caller’s', async () => {
    const { browser, client } = await signUp(started.base);
    const nothing = await browser.send('POST', '/update-user', { body: {} });
    expect([nothing.body, nothing.setCookie]).toEqual([{ status: true }, []]);
    const body = { role: 'admin', banned: false, emailVerified: true, id: 'x' };
    expect((await browser.send('POST', '/update-user', { body })).body).toEqual({ status: true });
    const { data } = await client.getSession();
    expect(data?.user).toMatchObject({ emailVerified: false });
    expect(data?.user).toHaveProperty('role', 'user');
  });

  it('refuses an address, a bad body and nobody', async () => {
    const { browser } = await signUp(started.base);
    const send = (body: unknown) => browser.send('POST', '/update-user', { body });
    expect((await send({ email: 'x@example.com' })).body).toMatchObject({
      code: 'EMAIL_CAN_NOT_BE_UPDATED',
      message: 'Email can not be updated',
    });
    expect((await send([])).body.code).toBe('VALIDATION_ERROR');
    expect((await send({ name: 5 })).status).toBe(400);
    const { error } = await createClient(started.base).client.updateUser({ name: 'x' });
    expect(error).toEqual({ status: 401, statusText: 'Unauthorized' });
  });
});

describe('change-email', () => {
  it('changes an unverified address at once, and asks the new one to prove itself', async () => {
    const ada = await signUp(mailed);
    const { email: newEmail } = person();
    expect((await ada.client.changeEmail({ newEmail: newEmail.toUpperCase() })).data).toEqual({
      status: true,
    });
    expect(ada.names()[0]).toBe('tessera.session_token');
    expect((await ada.client.getSession()).data?.user).toMatchObject({
      email: newEmail,
      emailVerified: false,
    });
    await mailTo(started, newEmail, 'verification');
  });

  it('gives an address that several want at once to one of them', async () => {
    const wanting = await Promise.all(Array.from({ length: 6 }, () => signUp(mailed)));
    const { email: newEmail } = person();
    const answers = await Promise.all(wanting.map(({ client }) => client.changeEmail({ newEmail })));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const refused = answers.flatMap(({ error }) => error ?? []);
    expect(refused).toEqual(
      Array.from({ length: 5 }, () => ({
        status: 400,
        statusText: 'Bad Request',
        code: 'COULDNT_UPDATE_YOUR_EMAIL',
        message: "Couldn't update your email",
      })),
    );
  });

  it('asks a verified address first, then moves, then asks the new one', async () => {
    const ada = await verified(mailed);
    const { email: newEmail } = person();
    expect((await ada.client.changeEmail({ newEmail, callbackURL: '/done?a=b&c' })).data).toEqual({
      status: true,
    });
    const mail = await mailTo(started, ada.email, 'change-email');
    expect(mail.text).toContain(newEmail);
    expect(mail.url.searchParams.get('callbackURL')).toBe('/done?a=b&c');

    const stranger = await createClient(mailed).browser.send('GET', pathOf(mail.url));
    expect(stranger.headers.get('location')).toBe('/done?a=b&c&error=unauthorized');
    const answer = await ada.browser.send('GET', pathOf(mail.url));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/done?a=b&c']);
    expect((await ada.client.getSession()).data?.user).toMatchObject({
      email: newEmail,
      emailVerified: false,
    });
    await mailTo(started, newEmail, 'verification');
    const again = await ada.browser.send('GET', pathOf(mail.url));
    expect(again.headers.get('location')).toBe('/done?a=b&c&error=user_not_found');
  });

  it('asks an address first that was proved since the session was read', async () => {
    const ada = await signUp(mailed);
    const { email: newEmail } = person();
    // The session's copy does not know yet.
    await started.stack.db.query('UPDATE users SET email_verified = true WHERE id = $1', [ada.id]);
    expect((await ada.client.changeEmail({ newEmail })).data).toEqual({ status: true });
    const [row] = await started.stack.db.query('SELECT email FROM users WHERE id = $1', [ada.id]);
    expect(row).toEqual({ email: ada.email });
    await mailTo(started, ada.email, 'change-email');
  });

  it('refuses in the words of the contract', async () => {
    const ada = await verified(open);
    const other = await signUp(open);
    const change = async (newEmail: string, base = ada.client) =>
      (await base.changeEmail({ newEmail })).error;
    expect(await change('nonsense')).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await change(ada.email)).toMatchObject({ status: 400, message: 'Email is the same' });
    expect(await change(other.email)).toMatchObject({ status: 400, code: 'COULDNT_UPDATE_YOUR_EMAIL' });
    expect(await change(person().email)).toMatchObject({ message: "Verification email isn't enabled" });
    const off = await signUp(started.base);
    expect(await change(person().email, off.client)).toMatchObject({ message: 'Change email is disabled' });
    const nobody = createClient(started.base).client;
    expect(await change(person().email, nobody)).toEqual({ status: 401, statusText: 'Unauthorized' });
  });
});

describe('send-verification-email', () => {
  it('sends the mail, or says why not', async () => {
    const ada = await signUp(mailed);
    const { client } = createClient(mailed);
    expect((await client.sendVerificationEmail({ email: ada.email, callbackURL: '/x' })).data).toEqual({
      status: true,
    });
    await mailTo(started, ada.email, 'verification');
    const unknown = await client.sendVerificationEmail({ email: person().email });
    expect(unknown.error).toMatchObject({ status: 400, code: 'USER_NOT_FOUND' });
    const off = await createClient(started.base).client.sendVerificationEmail({ email: ada.email });
    expect(off.error).toMatchObject({ status: 400, message: "Verification email isn't enabled" });
  });
});

describe('delete-user', () => {
  it('is not there unless it is enabled', async () => {
    const { client, browser } = await signUp(started.base);
    expect((await client.deleteUser()).error).toEqual({ status: 404, statusText: 'Not Found' });
    const callback = await browser.send('GET', '/delete-user/callback?token=x');
    expect([callback.status, callback.text]).toEqual([404, '']);
    const nobody = await createClient(open).client.deleteUser();
    expect(nobody.error?.status).toBe(401);
  });

  it('takes a password, and leaves nothing', async () => {
    const ada = await signUp(open);
    const second = createClient(open);
    const other = await second.client.signIn.email({ email: ada.email, password: ada.password });
    const wrong = await ada.client.deleteUser({ password: 'wrong' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'INVALID_PASSWORD' });
    const { data } = await ada.client.deleteUser({ password: ada.password });
    expect(data).toEqual({ success: true, message: 'User deleted' });
    expect(ada.last.setCookie.map((line) => line.split('=')[0])).toEqual([
      'tessera.session_token',
      'tessera.session_data',
      'tessera.dont_remember',
    ]);
    expect(await exists(ada.id)).toBe(false);
    expect(await countSessions(started, other.data?.token ?? '')).toBe(0);
    expect(await started.identity.sessionCache.find(ada.token)).toBeNull();
    expect((await second.client.listSessions()).error?.status).toBe(401);
    const emitted = await started.stack.events.next(userDeleted, ({ userId }) => userId === ada.id);
    expect(emitted).toMatchObject({ email: ada.email });
  });

  it('takes a request that says nothing for no request', async () => {
    const ada = await signUp(open);
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await ada.browser.send('POST', '/delete-user', { body: '', headers });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await exists(ada.id)).toBe(true);
  });

  it('takes a fresh session instead, and only a fresh one', async () => {
    const ada = await signUp(open);
    const before = started.stack.clock.now();
    started.stack.clock.advance(86_400);
    const { error } = await ada.client.deleteUser();
    expect(error).toMatchObject({
      status: 400,
      code: 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
    });
    started.stack.clock.set(before);
    expect((await ada.client.deleteUser()).data).toMatchObject({ message: 'User deleted' });
    expect(await exists(ada.id)).toBe(false);
  });

  it('refuses someone without a password who gives one', async () => {
    const { client, id } = await signUp(open);
    await started.stack.db.query('DELETE FROM accounts WHERE user_id = $1', [id]);
    const { error } = await client.deleteUser({ password: 'x' });
    expect(error).toMatchObject({ status: 400, code: 'CREDENTIAL_ACCOUNT_NOT_FOUND' });
  });

  it('asks by mail, and completes by its link, for the owner only', async () => {
    const ada = await signUp(mailed);
    const { data } = await ada.client.deleteUser({ callbackURL: '/bye?a=b&c=d' });
    expect(data).toEqual({ success: true, message: 'Verification email sent' });
    const mail = await mailTo(started, ada.email, 'delete-account');
    expect(mail.token).toMatch(/^[0-9a-z]{32}$/);

    const other = await signUp(mailed);
    const foreign = await other.browser.send('GET', pathOf(mail.url));
    expect([foreign.status, foreign.body]).toEqual([
      404,
      { code: 'INVALID_TOKEN', message: 'invalid token' },
    ]);
    const nobody = await createClient(mailed).browser.send('GET', pathOf(mail.url));
    expect([nobody.status, nobody.body.message]).toEqual([404, 'Failed to get user info']);
    // Who follows the link by hand finds a page instead, after signing in if need be.
    const page = `/account/delete?token=${mail.token}`;
    const byHand = { headers: { 'sec-fetch-dest': 'document' } };
    const led = async (agent: Pick<typeof other, 'browser'>) =>
      (await agent.browser.send('GET', pathOf(mail.url), byHand)).headers.get('location');
    expect(await led(createClient(mailed))).toBe(page);
    expect(await led(other)).toBe(`${page}&error=INVALID_TOKEN`);
    const evil = await ada.browser.send('GET', `/delete-user/callback?token=x&callbackURL=//evil.com`);
    expect([evil.status, evil.body.message]).toEqual([403, 'Invalid callbackURL']);

    const answer = await ada.browser.send('GET', pathOf(mail.url));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/bye?a=b&c=d']);
    expect(answer.setCookie).toHaveLength(3);
    expect(await exists(ada.id)).toBe(false);
  });

  it('takes the token of the mail, without clearing cookies, and not for longer than configured', async () => {
    const ada = await signUp(mailed);
    await ada.client.deleteUser();
    const { token } = await mailTo(started, ada.email, 'delete-account');
    const before = started.stack.clock.now();
    started.stack.clock.advance(86_400);
    const late = await ada.client.deleteUser({ password: ada.password, token });
    expect(late.error).toMatchObject({ status: 404, message: 'invalid token' });
    started.stack.clock.set(before);
    const { data } = await ada.client.deleteUser({ token });
    expect(data).toEqual({ success: true, message: 'User deleted' });
    expect(ada.last.setCookie).toEqual([]);
    expect(await exists(ada.id)).toBe(false);
  });
});
