import { accountLinked, userCreated, verificationRequested } from '@tessera/proto/events/identity';
import { createBrowser } from '../../test/browser.ts';
import { person } from '../../test/factories.ts';
import { locationOf, type Social, startSocial, stranger } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const base = 'http://localhost:3000/api/auth';
const browse = (to = social.base) => createBrowser(to);
const query = (sql: string, ...values: unknown[]) => social.stack.db.query(sql, values);

describe('POST /sign-in/social', () => {
  it('answers where to go, asks for more scopes, and names the browser', async () => {
    const { status, body, setCookie } = await browse().send('POST', '/sign-in/social', {
      body: { provider: 'google', scopes: ['calendar'], loginHint: 'ada' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ url: expect.any(String), redirect: true });
    const parameters = new URL(body.url).searchParams;
    expect(parameters.get('scope')).toBe('email profile openid calendar');
    expect(parameters.get('redirect_uri')).toBe(`${base}/callback/google`);
    expect(parameters.get('login_hint')).toBe('ada');
    expect(parameters.get('state')).toMatch(/^[\w-]{32}$/);
    expect(setCookie).toEqual([
      expect.stringMatching(/^tessera\.oauth_state=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it.each([
    [{ provider: 'google', disableRedirect: true }, 200, { redirect: false }],
    [{ provider: 'spotify' }, 404, { code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' }],
    [{ provider: 'myspace' }, 400, { code: 'VALIDATION_ERROR' }],
    [{}, 400, { code: 'VALIDATION_ERROR' }],
    [{ provider: 'google', scopes: 'calendar' }, 400, { code: 'VALIDATION_ERROR' }],
    [{ provider: 'google', callbackURL: '//evil.com' }, 403, { code: 'INVALID_CALLBACKURL' }],
    [{ provider: 'google', errorCallbackURL: 'https://evil.com' }, 403, { code: 'INVALID_ERRORCALLBACKURL' }],
    [
      { provider: 'google', newUserCallbackURL: 'https://evil.com' },
      403,
      { code: 'INVALID_NEWUSERCALLBACKURL' },
    ],
  ])('for %j answers %i', async (body, status, reply) =>
    expect(await browse().send('POST', '/sign-in/social', { body })).toMatchObject({ status, body: reply }),
  );
});

describe('GET /callback/:id', () => {
  it('keeps a browser signed in no longer than its last sign-in asked for (section 4)', async () => {
    const browser = browse();
    const { email, password } = person();
    await browser.send('POST', '/sign-up/email', { body: { name: 'Ada', email, password } });
    await browser.send('POST', '/sign-in/email', { body: { email, password, rememberMe: false } });
    const { setCookie } = await social.visit(stranger(), { browser });
    expect(setCookie.slice(0, 2)).toEqual([
      expect.stringMatching(/^tessera\.session_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^tessera\.dont_remember=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('signs someone new up, then in, and says so', async () => {
    const grace = stranger();
    const browser = browse();
    const first = await social.visit(grace, { browser, body: { newUserCallbackURL: '/welcome' } });
    expect(first.status).toBe(302);
    expect(locationOf(first)).toBe('/welcome');
    const { user, session } = (await browser.send('GET', '/get-session')).body;
    expect(user).toMatchObject({
      name: 'Grace Hopper',
      email: grace.email.toLowerCase(),
      emailVerified: true,
      image: 'https://p.test/g.png',
      role: 'user',
    });
    const mine = (message: { user?: { id: string } }) => message.user?.id === user.id;
    expect(await social.stack.events.next(userCreated, mine)).toMatchObject({ user: { email: user.email } });
    expect(await social.stack.events.next(accountLinked, ({ userId }) => userId === user.id)).toMatchObject({
      providerId: 'google',
      providerAccountId: grace.sub,
    });

    const again = browse();
    const second = await social.visit(grace, { browser: again, body: { newUserCallbackURL: '/welcome' } });
    expect(locationOf(second)).toBe('/home');
    const signedIn = (await again.send('GET', '/get-session')).body;
    expect(signedIn.user.id).toBe(user.id);
    expect(signedIn.session.token).not.toBe(session.token);
  });

  it('sends the code with what the state kept, and the secret only there', async () => {
    await social.visit(stranger());
    expect(Object.fromEntries(social.fake.lastToken()?.form ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      code_verifier: expect.stringMatching(/^[\w-]{128}$/),
      redirect_uri: `${base}/callback/google`,
      client_id: 'the-id',
      client_secret: 'the-secret',
    });
  });

  it('keeps no state in clear, and none that has run out', async () => {
    const browser = browse();
    const state = await social.leave(browser, { provider: 'google' });
    const rows = JSON.stringify(await query('SELECT * FROM oauth_states'));
    expect(rows).not.toContain(state);
    expect(rows).not.toContain('callbackURL');
    social.stack.clock.advance(600);
    const late = await browser.send('GET', `/callback/google?code=c&state=${state}`);
    expect(locationOf(late)).toBe(`${base}/error?error=please_restart_the_process`);
    await social.leave(browser, { provider: 'google' });
    expect(
      await query('SELECT 1 FROM oauth_states WHERE expires_at <= $1', social.stack.clock.now()),
    ).toEqual([]);
  });

  it('takes a form that Apple posts, with the name beside the code', async () => {
    const browser = browse();
    const ada = stranger();
    await social.be(ada);
    const state = await social.leave(browser, { provider: 'apple', callbackURL: '/home' });
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const form = new URLSearchParams({ code: 'c', state, user });
    const answer = await createBrowser(social.base).send('POST', '/callback/apple', { body: form });
    expect(locationOf(answer)).toBe('/home');
    const [row] = await query('SELECT name FROM users WHERE email = $1', ada.email.toLowerCase());
    expect(row.name).toBe('Ada Lovelace');
  });

  it('asks a new address to prove itself when the options say so, unless the provider has seen to it', async () => {
    const { base: strict } = await social.withOptions(
      social.optionsWith({}, { emailVerification: { sendOnSignUp: true } }),
    );
    const unverified = stranger({ email_verified: false });
    await social.visit(unverified, { base: strict });
    await social.visit(stranger(), { base: strict });
    const asked = await social.stack.events.next(
      verificationRequested,
      ({ email }) => email === unverified.email.toLowerCase(),
    );
    expect(asked.callbackUrl).toBe('/home');
    expect(social.stack.events.all(verificationRequested)).toHaveLength(1);
  });

  it('turns away who is banned, with the words of the options', async () => {
    const grace = stranger();
    await social.visit(grace);
    await query('UPDATE users SET banned = true WHERE email = $1', grace.email.toLowerCase());
    const answer = await social.visit(grace, { body: { errorCallbackURL: '/sad' } });
    expect(locationOf(answer)).toMatch(
      /^http:\/\/localhost:3000\/api\/auth\/error\?error=banned&error_description=You%20have%20been%20banned/,
    );
    expect(answer.setCookie).toEqual([]);
  });
});

describe('options of a provider', () => {
  const withGoogle = async (google: object, others: object = {}) =>
    (await social.withOptions(social.optionsWith({ google }, others))).base;

  it.each([
    [{ disableSignUp: true }, { requestSignUp: true }, 'signup_disabled'],
    [{ disableImplicitSignUp: true }, {}, 'signup_disabled'],
    [{ disableImplicitSignUp: true }, { requestSignUp: true }, null],
  ])('%j with %j ends in %s', async (google, body, error) => {
    const answer = await social.visit(stranger(), { base: await withGoogle(google), body });
    expect(locationOf(answer)).toBe(error ? `${base}/error?error=${error}` : '/home');
  });

  it('may take other fields of the profile for a user', async () => {
    const mapProfileToUser = { name: ['nick', 'given_name'], image: 'pictures.0' };
    const grace = stranger({ given_name: 'Amazing Grace', pictures: ['https://p.test/2.png'] });
    await social.visit(grace, { base: await withGoogle({ mapProfileToUser }) });
    const [row] = await query('SELECT name, image FROM users WHERE email = $1', grace.email.toLowerCase());
    expect(row).toEqual({ name: 'Amazing Grace', image: 'https://p.test/2.png' });
  });

  it('may take fields of the configuration from the profile, as far as they fit', async () => {
    const additionalFields = {
      department: { type: 'string' },
      level: { type: 'number' },
      groups: { type: 'string[]' },
      plan: { type: 'string', input: false, defaultValue: 'free' },
    };
    const mapProfileToUser = { department: ['unit', 'org.unit'], level: 'org.level', groups: 'groups' };
    const to = await withGoogle(
      { mapProfileToUser, overrideUserInfoOnSignIn: true },
      { user: { additionalFields } },
    );
    const grace = stranger({ org: { unit: 7, level: 'high' }, groups: ['navy'] });
    const browser = createBrowser(to);
    await social.visit(grace, { base: to, browser });
    const userNow = async () => (await browser.send('GET', '/get-session')).body.user;
    expect(await userNow()).toMatchObject({ department: '7', level: null, groups: ['navy'], plan: 'free' });
    await social.visit({ ...grace, org: { level: 3 }, groups: 'none' }, { base: to });
    expect(await userNow()).toMatchObject({ department: '7', level: 3, groups: ['navy'], plan: 'free' });
  });

  it('may give everyone the same, whatever the profile says', async () => {
    const additionalFields = { plan: { type: 'string', input: false }, seats: { type: 'number' } };
    const mapProfileToUser = {
      name: { value: 'A sailor' },
      emailVerified: { value: false },
      plan: { value: 'free' },
      seats: { value: 3 },
    };
    const to = await withGoogle({ mapProfileToUser }, { user: { additionalFields } });
    const browser = createBrowser(to);
    await social.visit(stranger({ plan: 'gold', name: 'Grace' }), { base: to, browser });
    const { user } = (await browser.send('GET', '/get-session')).body;
    expect(user).toMatchObject({ name: 'A sailor', emailVerified: false, plan: 'free', seats: 3 });
  });

  it('may replace what is known of someone at each sign-in, also in open sessions', async () => {
    const to = await withGoogle({ overrideUserInfoOnSignIn: true });
    const grace = stranger();
    const browser = createBrowser(to);
    await social.visit(grace, { base: to, browser });
    const other = stranger();
    await social.visit({ ...grace, name: 'Rear Admiral', email: other.email }, { base: to });
    const { user } = (await browser.send('GET', '/get-session?disableCookieCache=true')).body;
    expect(user).toMatchObject({ name: 'Rear Admiral', email: other.email.toLowerCase() });
  });

  it('leaves stored tokens alone when told so', async () => {
    const to = await withGoogle({}, { account: { updateAccountOnSignIn: false } });
    const grace = stranger();
    await social.visit(grace, { base: to, tokens: { access_token: 'first' } });
    const stored = () => query('SELECT access_token FROM accounts WHERE account_id = $1', grace.sub);
    const before = await stored();
    await social.visit(grace, { base: to, tokens: { access_token: 'second' } });
    expect(await stored()).toEqual(before);
    await social.visit(grace, { tokens: { access_token: 'second' } });
    expect(await stored()).not.toEqual(before);
  });
});

describe('linking by address', () => {
  const signUp = async () => {
    const body = person();
    const { body: reply } = await browse().send('POST', '/sign-up/email', { body });
    return { email: body.email, userId: reply.user.id as string };
  };
  const accountsOf = (userId: string) => query('SELECT provider_id FROM accounts WHERE user_id = $1', userId);

  it.each([
    ['a verified address', { email_verified: true }, {}, true],
    ['an unverified one', { email_verified: false }, {}, false],
    ['a verified one when linking is off', { email_verified: true }, { enabled: false }, false],
  ])('for %s', async (_what, claims, accountLinking, isLinked) => {
    const { email, userId } = await signUp();
    const { base: to } = await social.withOptions(social.optionsWith({}, { account: { accountLinking } }));
    await query('UPDATE users SET email_verified = $2 WHERE id = $1', userId, claims.email_verified);
    const answer = await social.visit(stranger({ ...claims, email }), { base: to });
    expect(locationOf(answer)).toBe(isLinked ? '/home' : `${base}/error?error=account_not_linked`);
    expect(await accountsOf(userId)).toHaveLength(isLinked ? 2 : 1);
    const [row] = await query('SELECT email_verified FROM users WHERE id = $1', userId);
    expect(row.email_verified).toBe(claims.email_verified);
  });

  it.each([
    ['keeps what a proven one had', true, ['credential', 'google']],
    ['takes an unproven one from whoever opened the account with it', false, ['google']],
  ])('for an unverified address of a trusted provider, which %s', async (_what, isProven, left) => {
    const { email, userId } = await signUp();
    const accountLinking = { trustedProviders: ['google'] };
    const { base: to } = await social.withOptions(social.optionsWith({}, { account: { accountLinking } }));
    await query('UPDATE users SET email_verified = $2 WHERE id = $1', userId, isProven);
    const answer = await social.visit(stranger({ email_verified: false, email }), { base: to });
    expect(locationOf(answer)).toBe('/home');
    const providers = (await accountsOf(userId)).map((row: { provider_id: string }) => row.provider_id);
    expect(providers.toSorted()).toEqual(left);
    const [row] = await query('SELECT email_verified FROM users WHERE id = $1', userId);
    expect(row.email_verified).toBe(true);
  });
});
