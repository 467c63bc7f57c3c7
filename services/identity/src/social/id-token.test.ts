/** Id tokens that an app brings: signature, audience, issuer, age and nonce (OWASP ASVS 5.0: 6.8.2, 10.5.1, 10.5.4). */
import type { JWTPayload } from 'jose';
import { createBrowser } from '../../test/browser.ts';
import { type Social, startSocial, stranger } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const issuers = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
} as const;
type Verified = keyof typeof issuers;

const seconds = (offset = 0) => Math.floor(social.stack.clock.now().getTime() / 1000) + offset;
const genuine = (provider: Verified, own: JWTPayload = {}): JWTPayload => ({
  ...stranger(),
  iss: issuers[provider],
  aud: 'the-id',
  iat: seconds(),
  exp: seconds(300),
  ...own,
});

const signIn = (provider: string, idToken: object, { base = social.base, ...body }: { base?: string } = {}) =>
  createBrowser(base).send('POST', '/sign-in/social', { body: { provider, idToken, ...body } });

const invalid = { status: 401, body: { code: 'INVALID_TOKEN', message: 'invalid token' }, setCookie: [] };

describe.each(['google', 'apple', 'facebook'] as const)(
  'POST /sign-in/social with an id token of %s',
  (provider) => {
    it('lists an account that was asked for no scopes', async () => {
      const browser = createBrowser(social.base);
      const token = await social.fake.sign(genuine(provider));
      await browser.send('POST', '/sign-in/social', { body: { provider, idToken: { token } } });
      expect((await browser.send('GET', '/list-accounts')).body).toEqual([
        expect.objectContaining({ provider, scopes: [] }),
      ]);
    });

    it('opens a session and keeps only the access token, sealed', async () => {
      const claims = genuine(provider, { nonce: 'n' });
      const token = await social.fake.sign(claims);
      const answer = await signIn(provider, { token, nonce: 'n', accessToken: 'at', refreshToken: 'rt' });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          redirect: false,
          token: expect.any(String),
          user: { email: String(claims['email']).toLowerCase() },
        },
      });
      expect(answer.body).not.toHaveProperty('url');
      expect(answer.setCookie[0]).toMatch(/^tessera\.session_token=/);
      const [row] = await social.stack.db.query(
        'SELECT access_token, refresh_token, id_token FROM accounts WHERE account_id = $1',
        [claims.sub],
      );
      expect(row).toEqual({
        access_token: expect.stringMatching(/^first\./),
        refresh_token: null,
        id_token: null,
      });
    });

    it.each([
      ['has run out', { exp: 0 }],
      ['is for another application', { aud: 'another' }],
      ['is of another issuer', { iss: 'https://evil.example.com' }],
      ['has another nonce', { nonce: 'other' }],
      ['has no nonce although one is shown', { nonce: undefined }],
    ])('refuses one that %s', async (_what, own) => {
      const token = await social.fake.sign(genuine(provider, { nonce: 'n', ...own }));
      expect(await signIn(provider, { token, nonce: 'n' })).toMatchObject(invalid);
    });

    it('refuses one with a nonce to whoever does not know it', async () => {
      const token = await social.fake.sign(genuine(provider, { nonce: 'n' }));
      expect(await signIn(provider, { token })).toMatchObject(invalid);
      expect((await signIn(provider, { token, nonce: 'n' })).status).toBe(200);
    });

    it('takes one once, however it is spelt', async () => {
      const token = await social.fake.sign(genuine(provider));
      expect((await signIn(provider, { token })).status).toBe(200);
      expect(await signIn(provider, { token })).toMatchObject(invalid);
      // The last character has bits that no byte of the signature uses.
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const next = alphabet[alphabet.indexOf(token.slice(-1)) + 1];
      expect(await signIn(provider, { token: token.slice(0, -1) + next })).toMatchObject(invalid);
    });

    it('lets one of many in that bring the same at once', async () => {
      const token = await social.fake.sign(genuine(provider));
      const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(provider, { token })));
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, 401, 401, 401, 401, 401]);
    });

    it('refuses forged, unsigned and opaque ones', async () => {
      const [header, payload, signature] = (await social.fake.sign(genuine(provider))).split('.');
      const other = Buffer.from(JSON.stringify(genuine(provider))).toString('base64url');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      const forged = [`${header}.${other}.${signature}`, `${none}.${payload}.`, 'opaque', '..'];
      for (const token of forged) expect(await signIn(provider, { token })).toMatchObject(invalid);
      const stranger = await social.fake.sign(genuine(provider), { kid: 'unknown' });
      expect(await signIn(provider, { token: stranger })).toMatchObject(invalid);
    });

    it.each([[{ disableIdTokenSignIn: true }], [{ verifyIdToken: false }]])(
      'takes none with %j',
      async (own) => {
        const { base } = await social.withOptions(social.optionsWith({ [provider]: own }));
        const token = await social.fake.sign(genuine(provider));
        expect(await signIn(provider, { token }, { base })).toMatchObject(invalid);
      },
    );
  },
);

describe('POST /sign-in/social with an id token', () => {
  it('takes no old one of Apple', async () => {
    const token = await social.fake.sign(genuine('apple', { iat: seconds(-3_700), exp: seconds(300) }));
    expect(await signIn('apple', { token })).toMatchObject(invalid);
  });

  it('takes those of more audiences when configured', async () => {
    const google = { verifyIdToken: { audience: ['the-id', 'the-app'] } };
    const { base } = await social.withOptions(social.optionsWith({ google }));
    const token = await social.fake.sign(genuine('google', { aud: 'the-app' }));
    expect((await signIn('google', { token })).status).toBe(401);
    expect((await signIn('google', { token }, { base })).status).toBe(200);
    const own = await social.fake.sign(genuine('google'));
    expect((await signIn('google', { token: own }, { base })).status).toBe(200);
  });

  it('takes those of an app of Apple’s when its bundle is configured', async () => {
    const apple = { appBundleIdentifier: 'com.example.app' };
    const { base } = await social.withOptions(social.optionsWith({ apple }));
    const token = await social.fake.sign(genuine('apple', { aud: 'com.example.app' }));
    expect((await signIn('apple', { token })).status).toBe(401);
    expect((await signIn('apple', { token }, { base })).status).toBe(200);
  });

  it('may ask Google what a token says', async () => {
    const { jwks: _none, ...endpoints } = {
      ...social.fake.endpoints,
      userInfo: `${social.fake.url}/tokeninfo`,
    };
    const { base } = await social.withOptions(social.optionsWith({ google: { endpoints } }));
    const claims = genuine('google');
    const token = await social.fake.sign(claims);
    social.fake.answer('/tokeninfo', { ...claims, exp: String(claims.exp) });
    expect((await signIn('google', { token }, { base })).status).toBe(200);
    expect(social.fake.sent.at(-1)?.query).toBe(`id_token=${token}`);
    social.fake.answer('/tokeninfo', { ...claims, aud: 'another' });
    expect(await signIn('google', { token }, { base })).toMatchObject(invalid);
    social.fake.answer('/tokeninfo', () => ({ status: 400, json: { error: 'invalid_token' } }));
    expect(await signIn('google', { token }, { base })).toMatchObject(invalid);
  });

  it.each([
    ['github', {}, 404, 'ID_TOKEN_NOT_SUPPORTED'],
    ['spotify', {}, 404, 'PROVIDER_NOT_FOUND'],
    ['google', { email: undefined }, 401, 'USER_EMAIL_NOT_FOUND'],
    ['google', { email: 'nobody' }, 401, 'USER_EMAIL_NOT_FOUND'],
  ])('of %s with %j answers %i %s', async (provider, own, status, code) => {
    const token = await social.fake.sign(genuine('google', own));
    expect(await signIn(provider, { token })).toMatchObject({ status, body: { code } });
  });

  it('leaves a token good that did not get anybody in', async () => {
    const claims = genuine('google');
    const email = String(claims['email']).toLowerCase();
    const closed = await social.withOptions(social.optionsWith({ google: { disableSignUp: true } }));
    const token = await social.fake.sign(claims);
    expect((await signIn('google', { token }, { base: closed.base })).body.message).toBe('signup disabled');
    expect((await signIn('google', { token })).body.user.email).toBe(email);
  });

  it('remembers tokens no longer than they are good', async () => {
    const count = async () =>
      (await social.stack.db.query('SELECT count(*)::int AS count FROM used_id_tokens'))[0].count as number;
    await signIn('google', { token: await social.fake.sign(genuine('google')) });
    expect(await count()).toBeGreaterThan(0);
    const before = social.stack.clock.now();
    social.stack.clock.advance(3_600);
    await signIn('google', { token: await social.fake.sign(genuine('google')) });
    expect(await count()).toBe(1);
    social.stack.clock.set(before);
  });

  it('says why someone does not get in', async () => {
    const { base } = await social.withOptions(social.optionsWith({ google: { disableSignUp: true } }));
    const claims = genuine('google', { email_verified: false });
    const token = await social.fake.sign(claims);
    expect(await signIn('google', { token }, { base })).toMatchObject({
      status: 401,
      body: { code: 'SIGNUP_DISABLED', message: 'signup disabled' },
    });
    await social.visit({ ...claims, sub: 'someone-else' });
    expect(await signIn('google', { token })).toMatchObject({
      status: 401,
      body: { code: 'ACCOUNT_NOT_LINKED', message: 'account not linked' },
    });
    await social.stack.db.query('UPDATE users SET banned = true WHERE email = $1', [
      String(claims['email']).toLowerCase(),
    ]);
    const own = await social.fake.sign({ ...claims, sub: 'someone-else' });
    expect(await signIn('google', { token: own })).toMatchObject({
      status: 403,
      body: { code: 'BANNED_USER' },
    });
  });
});
