/** Sessions: the one of a request, its cookies, and all of one's own (contracts/auth.md, sections 3, 5 and 8). */
import { eventually } from '@tessera/kit/test/eventually';
import { aSession, cookie, fullUser, good, invalidBody, refusal, refuses } from './expect.ts';
import { type Lab, newcomer, password } from './lab.ts';

const day = 86_400;
const week = 604_800;
const tokenCookie = 'tessera.session_token';
const cacheCookie = 'tessera.session_data';

export const describeSessions = (lab: () => Lab): void => {
  const signIn = async (email: string, own: object = {}) => {
    const browser = lab().browser();
    const { token } = await good(browser.client.signIn.email({ email, password, ...own }));
    return { ...browser, token: token as string };
  };

  describe('getSession', () => {
    it('answers session and user whole, with dates as dates', async () => {
      const { client, id, name, email, token } = await lab().someone();
      const data = await good(client.getSession());
      expect(data).toEqual({ session: aSession({ token, userId: id }), user: fullUser({ id, name, email }) });
      const life = data.session.expiresAt.getTime() - data.session.createdAt.getTime();
      expect(Math.round(life / 1000)).toBe(week);
    });

    it('answers null to nobody, and to a cookie that is missing, unsigned, wrongly signed or of another name', async () => {
      const ada = await lab().someone();
      const value = ada.jar.get(tokenCookie) ?? '';
      expect(await good(lab().browser().client.getSession())).toBeNull();
      for (const sent of [
        `${tokenCookie}=`,
        `${tokenCookie}=${ada.token}`,
        `${tokenCookie}=${ada.token}.${'A'.repeat(43)}%3D`,
        `other.session_token=${value}`,
        `${tokenCookie}=nothing; ${tokenCookie}=${value}`,
      ])
        expect(await ada.ask('/get-session', { cookie: sent })).toMatchObject({ status: 200, text: 'null' });
    });

    it('takes a cookie in quotes, and of two with one name the first', async () => {
      const ada = await lab().someone();
      const value = ada.jar.get(tokenCookie) ?? '';
      for (const sent of [`"${value}"`, decodeURIComponent(value), `${value}; ${tokenCookie}=nothing`]) {
        const { text } = await ada.ask('/get-session', { cookie: `${tokenCookie}=${sent}` });
        expect(JSON.parse(text).user.id).toBe(ada.id);
      }
    });

    it('renews the cache cookie once it is stale, and only then', async () => {
      const ada = await lab().someone();
      await good(ada.client.getSession());
      expect(ada.cookies()).toEqual([]);
      await good(ada.client.getSession({ query: { disableCookieCache: true } }));
      expect(ada.cookies()).toEqual([cookie.cache]);
      // 60 seconds, where the contract has seen 300: the specification says 60 (section 17).
      await lab().at(61, () => good(ada.client.getSession()));
      expect(ada.cookies()).toEqual([cookie.cacheDropped, cookie.cache]);
    });

    it('says that a session cache is forged by dropping it, and takes no notice of one it cannot read', async () => {
      const ada = await lab().someone();
      const cache = JSON.parse(Buffer.from(ada.jar.get(cacheCookie) ?? '', 'base64url').toString());
      expect(Object.keys(cache)).toEqual(['session', 'expiresAt', 'signature']);
      cache.session.user.role = 'admin';
      ada.jar.set(cacheCookie, Buffer.from(JSON.stringify(cache)).toString('base64url'));
      expect(await good(ada.client.getSession())).toBeNull();
      expect(ada.cookies()).toEqual([cookie.cacheDropped]);
      ada.jar.set(cacheCookie, 'unreadable');
      expect((await good(ada.client.getSession())).user).toMatchObject({ id: ada.id, role: 'user' });
      expect(ada.cookies()).toEqual([cookie.cache]);
    });

    // Upstream fails (500) when the cookie would be longer than browsers keep (section 3).
    it('goes without a cache that no cookie would hold, and lets no old one stay', async () => {
      const ada = await lab().someone();
      await good(ada.client.updateUser({ image: `data:image/png;base64,${'A'.repeat(4_000)}` }));
      expect(ada.cookies()).toEqual([cookie.token, cookie.cleared[1]]);
      expect((await good(ada.client.getSession())).user.image).toHaveLength(4_022);
      expect(ada.cookies()).toEqual([cookie.cleared[1]]);
    });

    // Upstream goes on believing the cache of a session that has ended; here what is ended is ended at once.
    it('believes no cache of a session that has ended, and empties the cookies', async () => {
      const ada = await lab().someone();
      const other = await signIn(ada.email);
      await good(other.client.revokeOtherSessions());
      expect(await good(ada.client.getSession())).toBeNull();
      expect(ada.cookies()).toEqual(cookie.cleared);
    });

    it('extends a session a day after its last extension, unless asked not to', async () => {
      const ada = await lab().someone();
      const { session } = await good(ada.client.getSession());
      await lab().at(day + 1, async () => {
        const asked = { query: { disableRefresh: true, disableCookieCache: true } };
        expect((await good(ada.client.getSession(asked))).session.expiresAt).toEqual(session.expiresAt);
        expect(ada.cookies()).toEqual([]);
        const extended = (await good(ada.client.getSession())).session;
        const gained = extended.expiresAt.getTime() - session.expiresAt.getTime();
        expect(gained).toBeGreaterThanOrEqual((day + 1) * 1000);
        expect(extended.updatedAt).toEqual(session.updatedAt);
        expect(ada.cookies().slice(-2)).toEqual([
          expect.stringMatching(/^tessera\.session_token=…; Max-Age=604(800|799); Path/),
          cookie.cache,
        ]);
      });
    });

    it('extends for other routes too, which send no cookies', async () => {
      const ada = await lab().someone();
      await lab().at(day + 1, async () => {
        const [session] = await good(ada.client.listSessions());
        expect(ada.cookies()).toEqual([]);
        expect(session.expiresAt.getTime() - session.createdAt.getTime()).toBeGreaterThan(week * 1000);
      });
    });

    it('ends a session whose time has come', async () => {
      const ada = await lab().someone();
      await lab().at(week + 1, async () => {
        expect(await good(ada.client.getSession())).toBeNull();
        expect(ada.cookies().slice(-3)).toEqual(cookie.cleared);
      });
      expect(await good(ada.client.getSession())).toBeNull();
    });

    it('leaves the session of a browser that forgets at one day', async () => {
      const { email } = await lab().someone();
      const forgetful = await signIn(email, { rememberMe: false });
      await lab().at(day - 60, async () => {
        expect((await good(forgetful.client.getSession())).user.email).toBe(email);
        expect(forgetful.cookies()).toEqual([cookie.cacheDropped]);
      });
      await lab().at(day + 1, async () => expect(await good(forgetful.client.getSession())).toBeNull());
    });
  });

  describe('useSession', () => {
    // The store of the client only takes answers where there is a window.
    beforeAll(() => void Object.assign(globalThis, { window: {} }));
    afterAll(() => void Reflect.deleteProperty(globalThis, 'window'));

    it('follows signing up, a new name and signing out', async () => {
      const ada = lab().browser();
      const states: { data: { user: { name: string } } | null; isPending: boolean }[] = [];
      const leave = ada.client.useSession.subscribe((state) => void states.push(state));
      const settled = (name: string | null) =>
        eventually(() => {
          const { isPending, data } = states.at(-1) ?? {};
          expect([isPending, data?.user.name ?? null]).toEqual([false, name]);
        });
      await settled(null);
      const who = newcomer();
      await good(ada.client.signUp.email(who));
      await settled(who.name);
      await good(ada.client.updateUser({ name: 'Ada L' }));
      await settled('Ada L');
      await good(ada.client.signOut());
      await settled(null);
      leave();
    });
  });

  describe('listSessions', () => {
    it('answers the live ones, the oldest first', async () => {
      const ada = await lab().someone();
      const second = await signIn(ada.email);
      const third = await signIn(ada.email, { rememberMe: false });
      const list = await good(ada.client.listSessions());
      expect(list).toEqual([ada, second, third].map(({ token }) => aSession({ token, userId: ada.id })));
      await lab().at(day + 60, async () =>
        expect(await good(ada.client.listSessions())).toMatchObject([
          { token: ada.token },
          { token: second.token },
        ]),
      );
    });
  });

  describe('revokeSession', () => {
    it('ends the named one, its own too, and clears no cookies', async () => {
      const ada = await lab().someone();
      const other = await signIn(ada.email);
      expect(await good(ada.client.revokeSession({ token: other.token }))).toEqual({ status: true });
      expect(await good(other.client.getSession())).toBeNull();
      await good(ada.client.revokeSession({ token: ada.token }));
      expect(ada.cookies()).toEqual([]);
      expect(await good(ada.client.getSession())).toBeNull();
    });

    const revoke = async (body: object) => (await lab().resident()).post('/revoke-session', body);
    refuses([
      ['no token', () => revoke({}), 400, invalidBody],
      ['an unknown one', () => revoke({ token: 'nobody’s' }), 400, 'Session not found'],
      ['somebody else’s', async () => revoke({ token: (await lab().someone()).token }), 401, null],
    ]);
  });

  describe('revokeOtherSessions and revokeSessions', () => {
    it('end the others, and all', async () => {
      const ada = await lab().someone();
      const other = await signIn(ada.email);
      expect(await good(ada.client.revokeOtherSessions())).toEqual({ status: true });
      expect(await good(other.client.getSession())).toBeNull();
      expect((await good(ada.client.getSession())).user.id).toBe(ada.id);
      expect(await good(ada.client.revokeSessions())).toEqual({ status: true });
      expect(ada.cookies()).toEqual([]);
      expect(await good(ada.client.getSession())).toBeNull();
    });
  });

  describe('a route that needs a session', () => {
    it('answers 401 without a body to nobody, after its validation', async () => {
      const { client, post } = lab().browser();
      expect((await client.listSessions()).error).toEqual(refusal(401, null));
      expect((await client.revokeSession({ token: 'x' })).error).toEqual(refusal(401, null));
      expect((await post('/revoke-session', {})).error).toEqual(refusal(400, invalidBody));
      expect((await client.revokeSessions()).error).toEqual(refusal(401, null));
      expect((await client.revokeOtherSessions()).error).toEqual(refusal(401, null));
    });
  });
};
