/** Other people's sessions, and being someone else for a while (contracts/auth.md, section 11). */
import type { Browser } from './browser.ts';
import { aSession, cookie, fullUser, good, refusal } from './expect.ts';
import { type Lab, password } from './lab.ts';

const rest = 'Path=/; HttpOnly; SameSite=Lax';

export const describeImpersonation = (lab: () => Lab): void => {
  let boss: Browser;
  beforeAll(async () => {
    boss = await lab().boss();
  });

  describe('listUserSessions, revokeUserSession and revokeUserSessions', () => {
    it('show and end the sessions of someone', async () => {
      const ada = await lab().someone();
      const list = () => good(boss.client.admin.listUserSessions({ userId: ada.id }));
      expect(await list()).toEqual({ sessions: [aSession({ userId: ada.id, token: ada.token })] });
      const end = { sessionToken: ada.token };
      for (const _time of [1, 2])
        expect(await good(boss.client.admin.revokeUserSession(end))).toEqual({ success: true });
      expect(await good(ada.client.getSession())).toBeNull();
      const phone = lab().browser();
      await good(phone.client.signIn.email({ email: ada.email, password }));
      expect(await good(boss.client.admin.revokeUserSessions({ userId: ada.id }))).toEqual({ success: true });
      expect(await good(phone.client.getSession())).toBeNull();
      expect(await list()).toEqual({ sessions: [] });
      expect(await good(boss.client.admin.listUserSessions({ userId: 'no id' }))).toEqual({ sessions: [] });
    });
  });

  describe('impersonateUser and stopImpersonating', () => {
    it('lend a browser someone’s session for an hour, and give its own back', async () => {
      const browser = await lab().boss();
      const own = await good(browser.client.getSession());
      const ada = await lab().someone();
      const lent = await good(browser.client.admin.impersonateUser({ userId: ada.id }));
      const session = aSession({ userId: ada.id, impersonatedBy: own.user.id });
      const user = fullUser({ id: ada.id, name: ada.name, email: ada.email });
      expect(lent).toEqual({ session, user });
      const life = lent.session.expiresAt.getTime() - lent.session.createdAt.getTime();
      expect(Math.round(life / 1000)).toBe(3_600);
      expect(browser.cookies()).toEqual([
        ...cookie.cleared,
        `admin_session=…; Max-Age=604800; ${rest}`,
        ...cookie.forgotten,
        cookie.cache,
        cookie.device,
      ]);
      expect((await good(browser.client.getSession())).user.id).toBe(ada.id);
      expect(await good(ada.client.listSessions())).toMatchObject([{ token: ada.token }]);
      const back = await good(browser.client.admin.stopImpersonating());
      expect(back).toMatchObject({ session: { token: own.session.token }, user: { role: 'admin' } });
      expect(browser.cookies()).toEqual([cookie.token, cookie.cache]);
      expect((await good(browser.client.getSession())).user.id).toBe(own.user.id);
      expect(await good(boss.client.admin.listUserSessions({ userId: ada.id }))).toMatchObject({
        sessions: [{ token: ada.token }],
      });
    });

    it('end with the hour', async () => {
      const browser = await lab().boss();
      await good(browser.client.admin.impersonateUser({ userId: (await lab().someone()).id }));
      await lab().at(3_601, async () => expect(await good(browser.client.getSession())).toBeNull());
    });

    it('are refused where there is nobody to be, and nothing to end', async () => {
      const unknown = await boss.client.admin.impersonateUser({ userId: 'no id' });
      expect(unknown.error).toEqual(refusal(404, 'User not found'));
      const nothing = await boss.client.admin.stopImpersonating();
      expect(nothing.error).toEqual(refusal(400, 'You are not impersonating anyone'));
      expect((await lab().browser().client.admin.stopImpersonating()).error).toEqual(refusal(401, null));
    });

    it('cannot end in a session that is gone, and end with a user who is', async () => {
      const ada = await lab().someone();
      const admin = async () => {
        const person = await lab().someone();
        await good(boss.client.admin.setRole({ userId: person.id, role: 'admin' }));
        await good(person.client.admin.impersonateUser({ userId: ada.id }));
        return person;
      };
      const shut = await admin();
      await good(boss.client.admin.revokeUserSession({ sessionToken: shut.token }));
      const noSession = await shut.client.admin.stopImpersonating();
      expect(noSession.error).toEqual(refusal(500, 'Failed to find admin session'));
      const gone = await admin();
      await good(boss.client.admin.removeUser({ userId: gone.id }));
      expect((await gone.client.admin.stopImpersonating()).error).toEqual(refusal(401, null));
      expect(await good(gone.client.getSession())).toBeNull();
    });
  });
};
