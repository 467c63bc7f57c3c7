import { createHmac } from 'node:crypto';
import { eventually } from '@tessera/kit/test/eventually';
import { sessionCreated, userUpdated } from '@tessera/proto/events/identity';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, secret, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({
    appName: 'The <Shop>',
    emailVerification: { sendOnSignUp: true },
    trustedOrigins: ['https://app.example.com'],
  });
});
afterAll(() => started.stop());

const signUp = async (own: Record<string, unknown> = {}, base = started.base) => {
  const body = person(own);
  const browser = createBrowser(base);
  const reply = await browser.send('POST', '/sign-up/email', { body });
  return { ...body, browser, userId: reply.body.user.id as string };
};

const mailTo = (email: string) =>
  eventually(() => {
    const mail = started.mails.find(({ to }) => to === email);
    if (!mail) throw new Error(`no mail to ${email}`);
    return mail;
  });

const verify = (query: Record<string, string>, base = started.base, browser = createBrowser(base)) =>
  browser.send('GET', `/verify-email?${new URLSearchParams(query).toString()}`);

const sign = (header: object, claims: object, key = secret) => {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};
const seconds = () => Math.floor(started.stack.clock.now().getTime() / 1000);
const tokenFor = (email: string, claims: object = {}) =>
  sign({ alg: 'HS256' }, { email, iat: seconds(), exp: seconds() + 3600, ...claims });

const isVerified = async (email: string): Promise<boolean> => {
  const [row] = await started.stack.db.query('SELECT email_verified FROM users WHERE email = $1', [email]);
  return row.email_verified;
};

describe('the verification mail', () => {
  it('is sent on sign-up, with a token as the contract has it and a link that survives every character', async () => {
    const { email } = await signUp({ name: '<b>Ada</b>', callbackURL: '/welcome?from=mail&x=a+b' });
    const mail = await mailTo(email);
    expect(mail).toMatchObject({ type: 'verification', subject: 'Verify your email address for The <Shop>' });
    const url = new URL(mail.url ?? '');
    expect(url.origin + url.pathname).toBe('http://localhost:3000/api/auth/verify-email');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      token: mail.token,
      callbackURL: '/welcome?from=mail&x=a+b',
    });
    expect(mail.token).toBe(tokenFor(email));
    expect(mail.text).toContain(url.href);
    expect(mail.text).toContain('1 hour');
    expect(mail.html).toContain(url.href.replaceAll('&', '&amp;'));
    expect(mail.html).toContain('&lt;b&gt;Ada');
    expect(mail.html).not.toContain('<b>');
  });

  it('is not sent when nothing asks for it', async () => {
    const { base } = await started.withOptions({});
    const silent = await signUp({}, base);
    const { email } = await signUp();
    await mailTo(email);
    expect(started.mails.filter(({ to }) => to === silent.email)).toEqual([]);
  });
});

describe('GET /verify-email', () => {
  it('verifies the address and tells the others, and every session of the user knows it', async () => {
    const { email, browser, userId } = await signUp();
    const { token = '' } = await mailTo(email);
    expect(await verify({ token })).toMatchObject({
      status: 200,
      body: { status: true, user: null },
      setCookie: [],
    });
    expect(await isVerified(email)).toBe(true);
    const emitted = await started.stack.events.next(userUpdated, ({ user }) => user?.id === userId);
    expect(emitted.user?.emailVerified).toBe(true);
    browser.cookies.delete('tessera.session_data');
    expect((await browser.send('GET', '/get-session')).body.user.emailVerified).toBe(true);
    expect((await verify({ token })).status).toBe(200);
  });

  it('leads on to the callback as it was given', async () => {
    const { email } = await signUp();
    for (const callbackURL of ['/welcome?a=b', 'https://app.example.com/done']) {
      const answer = await verify({ token: tokenFor(email), callbackURL });
      expect(answer).toMatchObject({ status: 302, text: '' });
      expect(answer.headers.get('location')).toBe(callbackURL);
      expect(answer.headers.get('content-type')).toBe('application/json');
    }
  });

  it.each([
    ['expired', () => tokenFor('a@example.com', { exp: seconds() }), 'token_expired'],
    [
      'signed by another',
      () => sign({ alg: 'HS256' }, { email: 'a@example.com' }, 'another'),
      'invalid_token',
    ],
    [
      'unsigned',
      () => sign({ alg: 'none' }, { email: 'a@example.com' }).replace(/[^.]+$/, ''),
      'invalid_token',
    ],
    [
      'to change an address that nobody has',
      () => tokenFor('nobody-at-all@example.com', { updateTo: 'b@example.com' }),
      'user_not_found',
    ],
    ['nonsense', () => 'nonsense', 'invalid_token'],
    ['of nobody', () => tokenFor('nobody-at-all@example.com'), 'user_not_found'],
  ])('refuses a token that is %s', async (_what, token, error) => {
    expect(await verify({ token: token() })).toMatchObject({
      status: 401,
      body: { code: error.toUpperCase(), message: error },
    });
    const plain = await verify({ token: token(), callbackURL: '/here' });
    const joined = await verify({ token: token(), callbackURL: '/here?a=b' });
    expect([plain.status, plain.headers.get('location')]).toEqual([302, `/here?error=${error}`]);
    expect([joined.status, joined.headers.get('location')]).toEqual([302, `/here?a=b&error=${error}`]);
  });

  it('leads to no foreign place, and needs a token', async () => {
    for (const callbackURL of ['//evil.com', 'https://app.example.com.evil.com/'])
      expect(await verify({ token: 'x', callbackURL })).toMatchObject({
        status: 403,
        body: { message: 'Invalid callbackURL' },
      });
    expect(await verify({})).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', message: 'Invalid query parameters' },
    });
  });

  it('finds the address whatever its case in the token', async () => {
    const { email } = await signUp();
    const { status, body } = await verify({ token: tokenFor(email.toUpperCase()) });
    expect([status, body]).toEqual([200, { status: true, user: null }]);
    expect(await isVerified(email)).toBe(true);
  });

  it('signs in when the options say so, and keeps a session that is there', async () => {
    const options = { emailVerification: { sendOnSignUp: true, autoSignInAfterVerification: true } };
    const { base } = await started.withOptions(options);
    const { email, userId, browser } = await signUp({}, base);
    const present = (await browser.send('GET', '/get-session')).body.session.token;
    const stranger = createBrowser(base);
    await verify({ token: tokenFor(email) }, base, stranger);
    const opened = (await stranger.send('GET', '/get-session')).body;
    expect(opened).toMatchObject({ user: { id: userId, emailVerified: true } });
    expect(opened.session.token).not.toBe(present);
    await started.stack.events.next(sessionCreated, ({ sessionId }) => sessionId === opened.session.id);
    const kept = await verify({ token: tokenFor(email), callbackURL: '/' }, base, browser);
    expect(kept.setCookie[0]).toContain('Max-Age=604800');
    expect((await browser.send('GET', '/get-session')).body).toMatchObject({
      session: { token: present },
      user: { emailVerified: true },
    });
  });

  it('refuses to sign in who is banned, with or without a callback, but has verified them', async () => {
    const options = { emailVerification: { autoSignInAfterVerification: true } };
    const { base } = await started.withOptions(options);
    const targets: Record<string, string>[] = [{}, { callbackURL: '/welcome' }];
    for (const target of targets) {
      const { email, userId } = await signUp({}, base);
      await started.stack.db.query('UPDATE users SET banned = true WHERE id = $1', [userId]);
      const refused = await verify({ token: tokenFor(email), ...target }, base);
      expect(refused).toMatchObject({ status: 403, setCookie: [], body: { code: 'BANNED_USER' } });
      expect(await isVerified(email)).toBe(true);
    }
  });

  it('lets in where an instance asks for it', async () => {
    const { base } = await started.withOptions({ emailAndPassword: { requireEmailVerification: true } });
    const { email, password } = await signUp({}, base);
    const { token = '' } = await mailTo(email);
    const signIn = () => createBrowser(base).send('POST', '/sign-in/email', { body: { email, password } });
    expect((await signIn()).status).toBe(403);
    await verify({ token }, base);
    expect((await signIn()).status).toBe(200);
  });
});
