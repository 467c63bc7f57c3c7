/** Several accounts in one browser (contracts/auth.md, section 12). */
import type { Browser } from './browser.ts';
import { aSession, cookie, fullUser, good, invalidBody, refusal, refuses } from './expect.ts';
import { type Lab, newcomer, type Person } from './lab.ts';

export const describeDevices = (lab: () => Lab): void => {
  /** Another account in a browser that has one. */
  const join = async (browser: Browser) => {
    const who = newcomer();
    const { token } = await good(browser.client.signUp.email(who));
    return { email: who.email, token: token as string };
  };
  const emails = async ({ client }: Browser) =>
    ((await good(client.multiSession.listDeviceSessions())) as { user: { email: string } }[]).map(
      ({ user }) => user.email,
    );
  const deviceCookie = ({ token }: { token: string }) => `tessera.session_token_multi-${token.toLowerCase()}`;

  describe('listDeviceSessions', () => {
    it('answers one session for each account, and nothing to nobody', async () => {
      expect(await good(lab().browser().client.multiSession.listDeviceSessions())).toEqual([]);
      const ada = await lab().someone();
      const eve = await join(ada);
      expect(ada.cookies().at(-1)).toBe(cookie.device);
      await good(ada.client.signIn.email({ email: ada.email, password: ada.password }));
      const list = await good(ada.client.multiSession.listDeviceSessions());
      expect(list).toEqual([
        { session: aSession(), user: fullUser({ email: ada.email, name: ada.name }) },
        { session: aSession(), user: fullUser({ email: eve.email, name: expect.any(String) }) },
      ]);
    });

    it('keeps four accounts of a browser, and never lets one go for another', async () => {
      const ada = await lab().someone();
      const others = [await join(ada), await join(ada), await join(ada)];
      await join(ada);
      expect(ada.cookies()).not.toContain(cookie.device);
      expect(await emails(ada)).toEqual([ada.email, ...others.map(({ email }) => email)]);
    });

    it('believes signed cookies only', async () => {
      const ada = await lab().someone();
      ada.jar.set(deviceCookie(ada), `${ada.token}.${'A'.repeat(43)}%3D`);
      expect(await emails(ada)).toEqual([]);
      const switched = await ada.client.multiSession.setActive({ sessionToken: ada.token });
      expect(switched.error).toEqual(refusal(401, 'Invalid session token'));
    });
  });

  describe('setActive', () => {
    it('makes another account the browser’s own', async () => {
      const ada = await lab().someone();
      await join(ada);
      const data = await good(ada.client.multiSession.setActive({ sessionToken: ada.token }));
      expect(data).toMatchObject({ session: { token: ada.token }, user: { email: ada.email } });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache]);
      expect((await good(ada.client.getSession())).user.email).toBe(ada.email);
    });

    it('refuses one that has ended', async () => {
      const ada = await lab().someone();
      const eve = await join(ada);
      await good(ada.client.revokeSession({ token: eve.token }));
      await good(ada.client.signIn.email({ email: ada.email, password: ada.password }));
      const ended = await ada.client.multiSession.setActive({ sessionToken: eve.token });
      expect(ended.error).toEqual(refusal(401, 'Invalid session token'));
    });
  });

  describe('revoke', () => {
    it('leaves one account, and the active one for the next or for none', async () => {
      const ada = await lab().someone();
      const eve = await join(ada);
      const bob = await join(ada);
      expect(await good(ada.client.multiSession.revoke({ sessionToken: ada.token }))).toEqual({
        status: true,
      });
      expect(ada.cookies()).toEqual([cookie.deviceDropped]);
      await good(ada.client.multiSession.revoke({ sessionToken: bob.token }));
      expect(ada.cookies()).toEqual([cookie.deviceDropped, cookie.token, cookie.cache]);
      expect((await good(ada.client.getSession())).user.email).toBe(eve.email);
      await good(ada.client.multiSession.revoke({ sessionToken: eve.token }));
      expect(ada.cookies()).toEqual([cookie.deviceDropped, ...cookie.cleared]);
      expect(await good(ada.client.getSession())).toBeNull();
    });
  });

  describe('signOut', () => {
    it('leaves all accounts of the browser', async () => {
      const ada = await lab().someone();
      await join(ada);
      await good(ada.client.signOut());
      expect(ada.cookies()).toEqual([...cookie.cleared, cookie.deviceDropped, cookie.deviceDropped]);
      expect(await emails(ada)).toEqual([]);
    });

    // Upstream ends whatever session an unsigned cookie names (section 16, item 5).
    it('ends no session that an unsigned cookie names', async () => {
      const ada = await lab().someone();
      const eve = await lab().someone();
      eve.jar.set(deviceCookie(ada), `${ada.token}.unsigned`);
      await good(eve.client.signOut());
      expect((await good(ada.client.getSession())).user.id).toBe(ada.id);
    });
  });

  describe('the methods of one browser', () => {
    const ask = async (path: string, body: object, who?: Person) =>
      (who ?? (await lab().resident())).post(`/multi-session/${path}`, body);
    const other = async () => ({ sessionToken: (await lab().someone()).token });
    for (const path of ['set-active', 'revoke'])
      refuses([
        [
          `nobody at ${path}`,
          () => lab().browser().post(`/multi-session/${path}`, { sessionToken: 'x' }),
          401,
          null,
        ],
        [`no token at ${path}`, () => ask(path, {}), 400, invalidBody],
        [`another browser’s at ${path}`, async () => ask(path, await other()), 401, 'Invalid session token'],
      ]);
  });
};
