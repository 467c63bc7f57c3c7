/** E-mail addresses, proven and changed (contracts/auth.md, sections 3 and 8). */
import { createHmac } from 'node:crypto';
import { cookie, good, invalidBody, invalidQuery, refusal, refuses, shortUser } from './expect.ts';
import { type Lab, type Person, secret } from './lab.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A verification token as section 3 describes it, signed with the system's own secret. */
const sign = (claims: object, header: object = { alg: 'HS256' }) => {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};
const soon = () => Math.floor(Date.now() / 1000) + 3_600;

export const describeAddresses = (lab: () => Lab): void => {
  const anyone = () => lab().browser();
  const verify = (browser: Pick<Person, 'ask'>, query: object) =>
    browser.ask(`/verify-email?${new URLSearchParams({ ...query })}`);
  const follow = (browser: Pick<Person, 'ask'>, link: string) => browser.ask(link);

  describe('sendVerificationEmail and verifyEmail', () => {
    it('prove an address by a link that says all, as often as it is followed', async () => {
      const ada = await lab().someone();
      const asked = { email: ada.email, callbackURL: '/in?x=1' };
      expect(await good(anyone().client.sendVerificationEmail(asked))).toEqual({ status: true });
      const { url, token } = await lab().mailTo(ada.email, 'verification');
      const [header = '', claims = ''] = token.split('.');
      expect(Buffer.from(header, 'base64url').toString()).toBe('{"alg":"HS256"}');
      const { email, exp, iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      expect([email, exp - iat]).toEqual([ada.email, 3_600]);
      const link = new URL(url);
      expect(link.pathname).toBe('/api/auth/verify-email');
      expect([...link.searchParams]).toEqual([
        ['token', token],
        ['callbackURL', '/in?x=1'],
      ]);
      for (const _time of [1, 2]) {
        const phone = anyone();
        expect(await follow(phone, url)).toMatchObject({ status: 302, location: '/in?x=1' });
        expect(phone.cookies()).toEqual([]);
      }
      const answer = await good(anyone().client.verifyEmail({ query: { token } }));
      expect(answer).toEqual({ status: true, user: null });
      const { user } = await good(ada.client.getSession());
      expect(user.emailVerified).toBe(true);
    });

    it('send someone on with what is wrong, or say it', async () => {
      const ada = await lab().someone();
      const nobody = sign({ email: 'nobody@example.com', exp: soon() });
      const expired = sign({ email: ada.email, exp: 1 });
      const change = sign({ email: ada.email, updateTo: 'new@example.com', exp: soon() });
      const { client } = anyone();
      for (const [token, error] of [
        ['nonsense', 'invalid_token'],
        ['', 'invalid_token'],
        [sign({ email: ada.email, exp: soon() }, { alg: 'HS512' }), 'invalid_token'],
        [expired, 'token_expired'],
        [nobody, 'user_not_found'],
        [change, 'unauthorized'],
      ] as const) {
        expect((await client.verifyEmail({ query: { token } })).error).toEqual(refusal(401, error));
        // Upstream joins the last one by "?" though there is one already (section 16).
        const { location } = await verify(anyone(), { token, callbackURL: '/in?x=1' });
        expect(location).toBe(`/in?x=1&error=${error}`);
      }
    });

    it('lead nowhere but to where we trust', async () => {
      const token = sign({ email: 'nobody@example.com', exp: soon() });
      const evil = await verify(anyone(), { token, callbackURL: 'https://evil.example' });
      expect([evil.status, JSON.parse(evil.text).code]).toEqual([403, 'INVALID_CALLBACKURL']);
      const missing = await verify(anyone(), {});
      expect([missing.status, JSON.parse(missing.text).message]).toEqual([400, invalidQuery]);
      const known = await verify(anyone(), { token, callbackURL: 'https://app.example.com/in' });
      expect(known.location).toBe('https://app.example.com/in?error=user_not_found');
    });

    const ask = (body: object) => anyone().post('/send-verification-email', body);
    refuses([
      ['an address that is none', () => ask({ email: 'a' }), 400, invalidBody],
      ['an unknown address', () => ask({ email: 'nobody@example.com' }), 400, 'User not found'],
    ]);
  });

  describe('changeEmail', () => {
    it('replaces an unproven address at once, and asks the new one to prove itself', async () => {
      const ada = await lab().someone();
      const newEmail = `New-${ada.email}`;
      expect(await good(ada.client.changeEmail({ newEmail, callbackURL: '/in' }))).toEqual({ status: true });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache]);
      const { user } = await good(ada.client.getSession());
      expect(user).toMatchObject({ email: newEmail.toLowerCase(), emailVerified: false });
      const { url } = await lab().mailTo(newEmail.toLowerCase(), 'verification');
      expect((await follow(ada, url)).location).toBe('/in');
    });

    // At once: upstream would believe the session cache, which knows nothing of the proof, for another minute.
    it('asks the owner of a proven address first', async () => {
      const ada = await lab().someone();
      await good(ada.client.sendVerificationEmail({ email: ada.email }));
      await follow(ada, (await lab().mailTo(ada.email, 'verification')).url);
      const newEmail = `new-${ada.email}`;
      expect(await good(ada.client.changeEmail({ newEmail, callbackURL: '/in' }))).toEqual({ status: true });
      expect(ada.cookies()).toEqual([]);
      const { url, token } = await lab().mailTo(ada.email, 'change-email');
      const stranger = await lab().someone();
      expect((await follow(stranger, url)).location).toBe('/in?error=unauthorized');
      const { data } = await ada.client.verifyEmail({ query: { token } });
      expect(data).toEqual({ status: true, user: shortUser({ id: ada.id, email: newEmail }) });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache]);
      expect((await good(ada.client.getSession())).user).toMatchObject({
        email: newEmail,
        emailVerified: false,
      });
      expect((await lab().mailTo(newEmail, 'verification')).url).toContain('callbackURL=%2F');
    });

    const change = async (own: (ada: Person) => object | Promise<object>) => {
      const ada = await lab().resident();
      return ada.post('/change-email', { newEmail: 'free@example.com', ...(await own(ada)) });
    };
    refuses([
      ['nobody', () => anyone().client.changeEmail({ newEmail: 'a@example.com' }), 401, null],
      ['an address that is none', () => change(() => ({ newEmail: 'a' })), 400, invalidBody],
      [
        'the same address, in any case',
        () => change(({ email }) => ({ newEmail: email.toUpperCase() })),
        400,
        'Email is the same',
      ],
      [
        'somebody else’s address',
        () => change(async () => ({ newEmail: (await lab().someone()).email })),
        400,
        "Couldn't update your email",
      ],
    ]);
  });
};
