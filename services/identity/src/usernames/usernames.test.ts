import { eventually } from '@tessera/kit/test/eventually';
import { createClient, mailTo, signUp } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

let count = 0;
const freshName = () => {
  count += 1;
  return `Ada_${count}.L`;
};

describe('a username at sign-up', () => {
  it('is kept lower-cased, and shown as it was typed', async () => {
    const username = freshName();
    const { client } = await signUp(started.base, { username });
    const { data } = await client.getSession();
    expect(data?.user).toMatchObject({ username: username.toLowerCase(), displayUsername: username });
  });

  it('may be shown in other words', async () => {
    const { client } = await signUp(started.base, { username: freshName(), displayUsername: 'The Countess' });
    expect((await client.getSession()).data?.user.displayUsername).toBe('The Countess');
  });

  it.each([
    ['', 'username is too short'],
    ['ab', 'username is too short'],
    ['a'.repeat(31), 'username is too long'],
    ['ada lovelace', 'username is invalid'],
    ['ada\r\nset-cookie:x', 'username is invalid'],
  ])('is refused when it is %j', async (username, message) => {
    const { client } = createClient(started.base);
    const { error } = await client.signUp.email({ ...person(), username });
    expect(error).toMatchObject({ status: 422, message, code: message.toUpperCase().replaceAll(' ', '_') });
  });

  it('is refused when someone has it, in any case', async () => {
    const username = freshName();
    await signUp(started.base, { username });
    const { error } = await createClient(started.base).client.signUp.email({
      ...person(),
      username: username.toUpperCase(),
    });
    expect(error).toMatchObject({
      status: 422,
      code: 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
      message: 'username is already taken. please try another.',
    });
  });

  it('belongs to one of several who want it at once', async () => {
    const username = freshName();
    const answers = await Promise.all(
      [1, 2, 3].map(() => createClient(started.base).client.signUp.email({ ...person(), username })),
    );
    expect(answers.map(({ error }) => error?.status ?? 200).toSorted((a, b) => a - b)).toEqual([
      200, 422, 422,
    ]);
  });
});

describe('a username at update-user', () => {
  it('is checked before the session is, and changed with it', async () => {
    const username = freshName();
    const { client } = await signUp(started.base, { username });
    const nobody = createClient(started.base).client;
    expect((await nobody.updateUser({ username })).error).toMatchObject({ status: 422 });
    expect((await nobody.updateUser({ username: freshName() })).error).toMatchObject({ status: 401 });
    const other = freshName();
    expect((await client.updateUser({ username: other })).data).toEqual({ status: true });
    expect((await client.getSession()).data?.user.username).toBe(other.toLowerCase());
    expect((await client.updateUser({ username: other })).error?.status).toBe(422);
  });
});

describe('sign-in with a username', () => {
  it('answers token and user, and signs the browser in', async () => {
    const username = freshName();
    const { password, email } = await signUp(started.base, { username });
    const { client, names } = createClient(started.base);
    const { data } = await client.signIn.username({ username: username.toUpperCase(), password });
    expect(data).toMatchObject({
      token: expect.any(String),
      user: { email, username: username.toLowerCase() },
    });
    expect(names().slice(0, 2)).toEqual(['tessera.session_token', 'tessera.session_data']);
    const token = data?.token;
    expect((await client.getSession()).data?.session.token).toBe(token);
    await client.signIn.username({ username, password, rememberMe: false });
    expect(names()[1]).toBe('tessera.dont_remember');
  });

  it.each([
    ['', 'x', 401, 'invalid username or password'],
    ['ada', '', 401, 'invalid username or password'],
    ['nobody_has_this', 'x', 401, 'invalid username or password'],
    ['ab', 'x', 422, 'username is too short'],
    ['a'.repeat(31), 'x', 422, 'username is too long'],
    ['no spaces', 'x', 422, 'username is invalid'],
  ])('refuses %j', async (username, password, status, message) => {
    const { error } = await createClient(started.base).client.signIn.username({ username, password });
    expect(error).toMatchObject({ status, message });
  });

  it('looks at the password before it tells or sends anything about an unverified address', async () => {
    const { base } = await started.withOptions({ emailAndPassword: { requireEmailVerification: true } });
    const username = freshName();
    const { email, password } = await signUp(base, { username });
    await mailTo(started, email, 'verification');
    const { client } = createClient(base);
    const wrong = await client.signIn.username({ username, password: 'another one' });
    expect(wrong.error).toMatchObject({ status: 401, code: 'INVALID_USERNAME_OR_PASSWORD' });
    const right = await client.signIn.username({ username, password });
    expect(right.error).toMatchObject({
      status: 403,
      code: 'EMAIL_NOT_VERIFIED',
      message: 'email not verified',
    });
    // Mails come in the order of what asked for them: of sign-up and the right password, not of the wrong one.
    await eventually(() => expect(started.mails.filter(({ to }) => to === email)).toHaveLength(2));
  });

  it('says that no mail can be sent, once the password is right', async () => {
    const { base } = await started.withOptions({
      emailAndPassword: { requireEmailVerification: true },
      emailVerification: { sendVerificationEmail: false },
    });
    const username = freshName();
    const { password } = await signUp(base, { username });
    const { client } = createClient(base);
    expect((await client.signIn.username({ username, password })).error).toMatchObject({
      status: 400,
      message: "Verification email isn't enabled",
    });
    expect((await client.signIn.username({ username, password: 'wrong' })).error?.status).toBe(401);
  });

  it('follows the options of the plugin', async () => {
    const { base } = await started.withOptions({
      username: { minUsernameLength: 1, maxUsernameLength: 5, usernameValidator: '[a-z-]+' },
    });
    await signUp(base, { username: 'a-b-c' });
    const { client } = createClient(base);
    const refused = async (username: string) =>
      (await client.signUp.email({ ...person(), username })).error?.message;
    expect(await refused('abcdef')).toBe('username is too long');
    expect(await refused('a.b')).toBe('username is invalid');
  });
});
