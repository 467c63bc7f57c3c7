/** Passwords, changed and forgotten (contracts/auth.md, section 8). */
import { aToken, cookie, good, invalidBody, invalidQuery, refusal, refuses, shortUser } from './expect.ts';
import { type Lab, type Person, password } from './lab.ts';

const other = 'another good password';

export const describePasswords = (lab: () => Lab): void => {
  const signIn = (email: string, password: string) =>
    lab().browser().client.signIn.email({ email, password });

  describe('changePassword', () => {
    const change = { currentPassword: password, newPassword: other };

    it('changes it, and leaves the sessions alone', async () => {
      const ada = await lab().someone();
      const data = await good(ada.client.changePassword(change));
      expect(data).toEqual({ token: null, user: shortUser({ id: ada.id }) });
      expect(ada.cookies()).toEqual([]);
      expect((await good(ada.client.getSession())).session.token).toBe(ada.token);
      expect((await signIn(ada.email, password)).error?.status).toBe(401);
      expect((await signIn(ada.email, other)).error).toBeNull();
    });

    it('ends all sessions when asked to, and opens a new one that is remembered as the old one was', async () => {
      const ada = await lab().someone();
      const forgetful = lab().browser();
      await good(
        forgetful.client.signIn.email({ email: ada.email, password: ada.password, rememberMe: false }),
      );
      const data = await good(forgetful.client.changePassword({ ...change, revokeOtherSessions: true }));
      expect(data.token).toEqual(aToken);
      expect(forgetful.cookies()).toEqual([...cookie.forgotten, cookie.cache, cookie.device]);
      expect((await good(forgetful.client.getSession())).session.token).toBe(data.token);
      expect(await good(ada.client.getSession())).toBeNull();
    });

    const refused = async (own: object) =>
      (await lab().resident()).post('/change-password', { ...change, ...own });
    refuses([
      ['nobody', () => lab().browser().client.changePassword(change), 401, null],
      ['no present password', () => refused({ currentPassword: undefined }), 400, invalidBody],
      ['a short one', () => refused({ newPassword: 'short' }), 400, 'Password too short'],
      ['a long one', () => refused({ newPassword: 'x'.repeat(129) }), 400, 'Password too long'],
      ['a wrong present password', () => refused({ currentPassword: other }), 400, 'Invalid password'],
    ]);
  });

  describe('forgetPassword', () => {
    it('answers the same whether anyone has the address or not', async () => {
      const { email } = await lab().someone();
      const { client } = lab().browser();
      for (const asked of [email.toUpperCase(), 'nobody@example.com'])
        expect(await good(client.forgetPassword({ email: asked, redirectTo: '/reset' }))).toEqual({
          status: true,
        });
      expect((await lab().mailTo(email, 'reset-password')).token).toMatch(/^[a-zA-Z0-9]{24}$/);
    });

    it.each([
      // Upstream leaves it unencoded: a query in it would be torn apart (section 16).
      ['/reset?from=mail&x=1', '/reset?from=mail&x=1'],
      // Upstream writes the word "undefined", a link that answers 403; here it is the page of the product.
      [undefined, '/reset-password'],
    ])('with redirectTo %s sends a link whose callbackURL is %s', async (redirectTo, callbackUrl) => {
      const { email } = await lab().someone();
      await good(
        lab()
          .browser()
          .client.forgetPassword({ email, ...(redirectTo && { redirectTo }) }),
      );
      const { url, token } = await lab().mailTo(email, 'reset-password');
      const { pathname, searchParams } = new URL(url);
      expect(pathname).toBe(`/api/auth/reset-password/${token}`);
      expect([...searchParams]).toEqual([['callbackURL', callbackUrl]]);
    });

    const ask = (own: object) =>
      lab()
        .browser()
        .post('/forget-password', { email: 'a@example.com', ...own });
    refuses([
      ['an address that is none', () => ask({ email: 'a@' }), 400, invalidBody],
      ['to lead elsewhere', () => ask({ redirectTo: 'https://evil.example' }), 403, 'Invalid redirectURL'],
    ]);
  });

  describe('a link that resets a password, and resetPassword', () => {
    let ada: Person;
    let token: string;
    beforeEach(async () => {
      ada = await lab().someone();
      await good(lab().browser().client.forgetPassword({ email: ada.email, redirectTo: '/reset' }));
      ({ token } = await lab().mailTo(ada.email, 'reset-password'));
    });
    const follow = (path: string) => lab().browser().ask(`/reset-password/${path}`);
    const reset = (own: object) =>
      lab()
        .browser()
        .post('/reset-password', { newPassword: other, ...own });

    it('leads to the page with the token, as often as it is followed, until it is used', async () => {
      for (const target of ['/reset', 'https://app.example.com/reset?a=1']) {
        const { status, location } = await follow(`${token}?callbackURL=${encodeURIComponent(target)}`);
        const expected = new URL(target, lab().url);
        expected.searchParams.set('token', token);
        expect([status, location]).toEqual([302, expected.href]);
      }
      expect(await good(reset({ token }))).toEqual({ status: true });
      expect((await follow(`${token}?callbackURL=/reset`)).location).toBe(
        `${lab().url}/reset?error=INVALID_TOKEN`,
      );
      expect((await reset({ token })).error).toEqual(refusal(400, 'invalid token'));
    });

    it('sets the password, signs nobody in and ends every session', async () => {
      expect(await good(lab().browser().client.resetPassword({ newPassword: other, token }))).toEqual({
        status: true,
      });
      expect((await signIn(ada.email, other)).error).toBeNull();
      expect((await signIn(ada.email, password)).error?.status).toBe(401);
      // Upstream leaves them, unless told otherwise (section 19).
      expect(await good(ada.client.getSession())).toBeNull();
    });

    it('takes the token of the query, and the body’s before that', async () => {
      const both = await lab().browser().post(`/reset-password?token=${token}`, {
        newPassword: other,
        token: 'wrong',
      });
      expect(both.error).toEqual(refusal(400, 'invalid token'));
      const answer = await lab().browser().post(`/reset-password?token=${token}`, { newPassword: other });
      expect(answer).toEqual({ data: { status: true }, error: null });
    });

    it('is worth nothing after an hour', () =>
      lab().at(3_601, async () => {
        expect((await follow(`${token}?callbackURL=/reset`)).location).toBe(
          `${lab().url}/reset?error=INVALID_TOKEN`,
        );
        expect((await reset({ token })).error).toEqual(refusal(400, 'invalid token'));
      }));

    it('leads nowhere but to where we trust', async () => {
      const evil = await follow(`${token}?callbackURL=https://evil.example`);
      expect([evil.status, JSON.parse(evil.text).message]).toEqual([403, 'Invalid callbackURL']);
      // Upstream compares the beginning only, so that this one passes (section 16, item 2).
      const longer = await follow(`${token}?callbackURL=https://app.example.com.evil.example`);
      expect(longer.status).toBe(403);
      const missing = await follow(token);
      expect([missing.status, JSON.parse(missing.text).message]).toEqual([400, invalidQuery]);
      expect((await follow(`${token}?callbackURL=`)).location).toBe(
        `${lab().url}/api/auth/error?error=INVALID_TOKEN`,
      );
    });

    refuses([
      ['no token', () => reset({}), 400, 'invalid token'],
      ['an unknown token', () => reset({ token: 'nobody’s' }), 400, 'invalid token'],
      ['no password', () => reset({ newPassword: undefined }), 400, invalidBody],
      ['a short password', () => reset({ newPassword: 'short', token }), 400, 'Password too short'],
      ['a long password', () => reset({ newPassword: 'x'.repeat(129), token }), 400, 'Password too long'],
    ]);
  });
};
