/** One's own profile, and leaving (contracts/auth.md, sections 8 and 9). */
import { cookie, good, invalidBody, invalidQuery, refusal, refuses } from './expect.ts';
import { type Lab, password } from './lab.ts';

export const describeProfile = (lab: () => Lab): void => {
  describe('updateUser', () => {
    it('changes what it is given, and writes the session’s cookies anew', async () => {
      const ada = await lab().someone();
      const username = `Lady.${Date.now()}`;
      const image = 'https://example.com/ada.png';
      const answer = await good(ada.client.updateUser({ name: 'Ada L', image, username }));
      expect(answer).toEqual({ status: true });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache]);
      const { user } = await good(ada.client.getSession());
      expect(user).toMatchObject({
        name: 'Ada L',
        image,
        username: username.toLowerCase(),
        displayUsername: username,
      });
    });

    it('takes the picture away with null, and the username too', async () => {
      const ada = await lab().someone({ image: 'https://example.com/a.png', username: `u.${Date.now()}` });
      // Upstream fails at null for a username (500); one can be given back here.
      await good(ada.post('/update-user', { image: null, username: null }));
      expect((await good(ada.client.getSession())).user).toMatchObject({ image: null, username: null });
    });

    it('says that there was nothing to change, without cookies', async () => {
      const ada = await lab().someone();
      // Upstream: 500 for all but the first, whose statement has nothing to set (section 16).
      for (const body of [{}, { foo: 1 }, { role: 'admin' }, { email: '' }]) {
        expect(await good(ada.post('/update-user', body))).toEqual({ status: true });
        expect(ada.cookies()).toEqual([]);
      }
      expect((await good(ada.client.getSession())).user.role).toBe('user');
    });

    it('stays forgotten where it was to be', async () => {
      const { email } = await lab().someone();
      const ada = lab().browser();
      await good(ada.client.signIn.email({ email, password, rememberMe: false }));
      await good(ada.client.updateUser({ name: 'Ada F' }));
      expect(ada.cookies()).toEqual([...cookie.forgotten, cookie.cache]);
    });

    const own = `own_${Date.now()}`;
    const update = async (body: object) => (await lab().resident()).post('/update-user', body);
    const taken = 'username is already taken. please try another.';
    refuses([
      ['nobody', () => lab().browser().client.updateUser({ name: 'X' }), 401, null],
      [
        'a body that is none',
        async () => (await lab().resident()).post('/update-user', []),
        400,
        invalidBody,
      ],
      ['another address', () => update({ email: 'x@example.com' }), 400, 'Email can not be updated'],
      ['a short username', () => update({ username: 'ab' }), 422, 'username is too short'],
      ['a long username', () => update({ username: 'a'.repeat(31) }), 422, 'username is too long'],
      ['an odd username', () => update({ username: 'a-b-c' }), 422, 'username is invalid'],
      [
        'the own username',
        async () => (await lab().someone({ username: own })).client.updateUser({ username: own }),
        422,
        taken,
      ],
      [
        'a taken username of nobody, before asking who it is',
        () => lab().browser().client.updateUser({ username: own }),
        422,
        taken,
      ],
    ]);
  });

  describe('deleteUser', () => {
    it('deletes at once by password, or by a session that is fresh', async () => {
      for (const body of [{ password }, {}]) {
        const ada = await lab().someone();
        const other = lab().browser();
        await good(other.client.signIn.email({ email: ada.email, password }));
        expect(await good(ada.client.deleteUser(body))).toEqual({ success: true, message: 'User deleted' });
        expect(ada.cookies()).toEqual(cookie.cleared);
        expect(await good(other.client.getSession())).toBeNull();
        const again = await lab().browser().client.signIn.email({ email: ada.email, password });
        expect(again.error?.status).toBe(401);
      }
    });

    it('leaves nothing that a member leaves behind in its way', async () => {
      const ada = await lab().someone();
      const slug = `shop-${Date.now()}`;
      await good(ada.client.organization.create({ name: 'Shop', slug }));
      // Upstream fails at the foreign keys of memberships (section 16).
      expect((await ada.client.deleteUser({})).error).toBeNull();
    });

    // Upstream compares milliseconds with seconds, and only where the option is written out (section 16).
    it('asks for the password again once the session is a day old', async () => {
      const ada = await lab().someone();
      await lab().at(86_401, async () => {
        const expired = 'Session expired. Re-authenticate to perform this action.';
        expect((await ada.client.deleteUser({})).error).toEqual(refusal(400, expired));
        expect((await ada.client.deleteUser({ password })).error).toBeNull();
      });
    });

    const leave = async (body?: unknown) => (await lab().resident()).post('/delete-user', body);
    const follow = async (
      query: string,
      browser: { ask: (path: string) => Promise<{ status: number; text: string }> },
    ) => {
      const { status, text } = await browser.ask(`/delete-user/callback?${query}`);
      return { error: { ...refusal(status, JSON.parse(text).message) } };
    };
    refuses([
      ['nobody', () => lab().browser().client.deleteUser({}), 401, null],
      ['no body', () => leave(), 400, invalidBody],
      ['a wrong password', () => leave({ password: 'not this one' }), 400, 'Invalid password'],
      ['an unknown token', () => leave({ token: 'nobody’s' }), 404, 'invalid token'],
      ['a link without a token', () => follow('', lab().browser()), 400, invalidQuery],
      [
        'a link that leads elsewhere',
        () => follow('token=x&callbackURL=https://evil.example', lab().browser()),
        403,
        'Invalid callbackURL',
      ],
      [
        'a link that nobody follows',
        () => follow('token=x', lab().browser()),
        404,
        'Failed to get user info',
      ],
      [
        'a link with an unknown token',
        async () => follow('token=x&callbackURL=/bye', await lab().resident()),
        404,
        'invalid token',
      ],
    ]);
  });
};
