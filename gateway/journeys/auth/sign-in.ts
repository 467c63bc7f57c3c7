/** Signing up, in and out (contracts/auth.md, sections 4, 8 and 9). */
import { createHmac } from 'node:crypto';
import { aToken, cookie, good, invalidBody, refusal, refuses, shortUser } from './expect.ts';
import { type Lab, newcomer, password, secret } from './lab.ts';

export const describeSignIn = (lab: () => Lab): void => {
  const client = () => lab().browser().client;

  describe('signUp.email', () => {
    it('answers token and user, and sets session, cache and account cookies in this order', async () => {
      const ada = lab().browser();
      const who = newcomer({ image: 'https://example.com/ada.png' });
      const data = await good(ada.client.signUp.email({ ...who, email: who.email.toUpperCase() }));
      expect(data).toEqual({
        token: aToken,
        user: shortUser({ name: who.name, email: who.email, image: 'https://example.com/ada.png' }),
      });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache, cookie.device]);
      expect(ada.jar.names()[2]).toBe(`tessera.session_token_multi-${data.token.toLowerCase()}`);
      const signature = createHmac('sha256', secret).update(data.token).digest('base64');
      const value = encodeURIComponent(`${data.token}.${signature}`);
      expect(ada.jar.get('tessera.session_token')).toBe(value);
      expect(ada.jar.get(ada.jar.names()[2] ?? '')).toBe(value);
    });

    it('ignores what is not for the user to say', async () => {
      const own = { role: 'admin', banned: true, emailVerified: true, id: 'mine' };
      const { client, id } = await lab().someone(own);
      const { user } = await good(client.getSession());
      expect(user).toMatchObject({ id, role: 'user', banned: null, emailVerified: false });
      expect(id).not.toBe('mine');
    });

    it('stores a username in lower case and shows it as typed, or without one has none', async () => {
      const { username } = newcomer({ username: `Ada.${Date.now()}` }) as unknown as { username: string };
      const { client } = await lab().someone({ username });
      const { user } = await good(client.getSession());
      expect(user).toMatchObject({ username: username.toLowerCase(), displayUsername: username });
      const nobody = await lab().someone({ username: null });
      expect((await good(nobody.client.getSession())).user.username).toBeNull();
    });

    const post = (own: object) => lab().browser().post('/sign-up/email', newcomer(own));
    const taken = async (own: object) => {
      const { email } = await lab()
        .someone({ username: 'taken_one' })
        .catch(() => ({ email: '' }));
      return post({ ...(email && { email: email.toUpperCase() }), ...own });
    };
    refuses([
      ['a body that is none', () => lab().browser().post('/sign-up/email', []), 400, invalidBody],
      ['an address that is none', () => post({ email: 'ada@' }), 400, 'Invalid email'],
      ['an address that is no text', () => post({ email: 5 }), 400, 'Invalid email'],
      ['no address', () => post({ email: undefined }), 400, 'Invalid email'],
      ['a short password', () => post({ password: '1234567' }), 400, 'Password too short'],
      ['a long password', () => post({ password: 'x'.repeat(129) }), 400, 'Password too long'],
      ['a known address, in any case', () => taken({ username: 'another_1' }), 422, 'User already exists'],
      ['a short username', () => post({ username: 'ab' }), 422, 'username is too short'],
      ['an empty username', () => post({ username: '' }), 422, 'username is too short'],
      ['a long username', () => post({ username: 'a'.repeat(31) }), 422, 'username is too long'],
      ['an odd username', () => post({ username: 'a-b-c' }), 422, 'username is invalid'],
      [
        'a taken username, in any case, before all else',
        () => taken({ username: 'TAKEN_ONE', password: '' }),
        422,
        'username is already taken. please try another.',
      ],
      // Upstream: 500, and 422 "Failed to create user" with the words of its database (section 16).
      ['no password', () => post({ password: undefined }), 400, invalidBody],
      ['no name', () => post({ name: undefined }), 400, invalidBody],
    ]);
  });

  describe('signIn.email', () => {
    it('answers token, user and where to go, and sets the cookies', async () => {
      const { name, email } = await lab().someone();
      const ada = lab().browser();
      const data = await good(ada.client.signIn.email({ email: email.toUpperCase(), password }));
      expect(data).toEqual({ redirect: false, token: aToken, user: shortUser({ name, email }) });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache, cookie.device]);
      const back = await good(ada.client.signIn.email({ email, password, callbackURL: '/home' }));
      expect(back).toMatchObject({ redirect: true, url: '/home' });
    });

    it('is forgotten with the browser when asked not to remember', async () => {
      const { email } = await lab().someone();
      const ada = lab().browser();
      await good(ada.client.signIn.email({ email, password, rememberMe: false }));
      expect(ada.cookies()).toEqual([...cookie.forgotten, cookie.cache, cookie.device]);
      const { session } = await good(ada.client.getSession());
      const life = session.expiresAt.getTime() - session.createdAt.getTime();
      expect(Math.round(life / 1000)).toBe(86_400);
    });

    const signIn = (own: object) =>
      lab()
        .browser()
        .post('/sign-in/email', { email: 'nobody@example.com', password, ...own });
    refuses([
      ['no password', () => signIn({ password: undefined }), 400, invalidBody],
      ['null for rememberMe', () => signIn({ rememberMe: null }), 400, invalidBody],
      ['an address that is none', () => signIn({ email: 'nobody' }), 400, 'Invalid email'],
      ['someone unknown', () => signIn({}), 401, 'Invalid email or password'],
      [
        'a wrong password',
        async () => signIn({ email: (await lab().someone()).email, password: 'not this one' }),
        401,
        'Invalid email or password',
      ],
    ]);
  });

  describe('signIn.username', () => {
    let username: string;
    beforeAll(async () => {
      username = `Grace_${Date.now()}`;
      await lab().someone({ username });
    });

    it('answers token and user with the username, in any case', async () => {
      const ada = lab().browser();
      const data = await good(ada.client.signIn.username({ username: username.toUpperCase(), password }));
      expect(data).toEqual({ token: aToken, user: shortUser({ username: username.toLowerCase() }) });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache, cookie.device]);
      await good(ada.client.signIn.username({ username, password, rememberMe: false }));
      expect(ada.cookies()).toEqual([...cookie.forgotten, cookie.cache, cookie.device]);
    });

    const wrong = 'invalid username or password';
    const signIn = (own: object) => client().signIn.username({ username, password, ...own });
    refuses([
      ['no body', () => lab().browser().post('/sign-in/username'), 400, invalidBody],
      ['no username', () => signIn({ username: '' }), 401, wrong],
      ['no password', () => signIn({ password: '' }), 401, wrong],
      ['someone unknown', () => signIn({ username: 'nobody_here' }), 401, wrong],
      ['a wrong password', () => signIn({ password: 'not this one' }), 401, wrong],
      ['a short username', () => signIn({ username: 'ab' }), 422, 'username is too short'],
      ['a long username', () => signIn({ username: 'a'.repeat(31) }), 422, 'username is too long'],
      ['an odd username', () => signIn({ username: 'a-b-c' }), 422, 'username is invalid'],
    ]);
  });

  describe('signOut', () => {
    it('ends the session, and empties its cookies and the account’s', async () => {
      const ada = await lab().someone();
      expect(await good(ada.client.signOut())).toEqual({ success: true });
      expect(ada.cookies()).toEqual([...cookie.cleared, cookie.deviceDropped]);
      expect(ada.jar.names()).toEqual([]);
      expect(await good(ada.client.getSession())).toBeNull();
    });

    it('needs a signed cookie, not a session', async () => {
      const ada = await lab().someone();
      const old = ada.jar.header();
      await good(ada.client.signOut());
      expect((await ada.client.signOut()).error).toEqual(refusal(400, 'Failed to get session'));
      expect(ada.cookies()).toEqual([]);
      expect((await ada.ask('/sign-out', { method: 'POST', cookie: old })).status).toBe(200);
    });
  });
};
