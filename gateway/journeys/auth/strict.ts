/** Where addresses have to be proven, and cookies are for HTTPS (contracts/auth.md, sections 4, 8 and 9). */
import { good, refusal, shortUser } from './expect.ts';
import { describeFields } from './fields.ts';
import { type Lab, newcomer, password } from './lab.ts';

const rest = (sameSite: string) => `Domain=example.com; Path=/; HttpOnly; Secure; SameSite=${sameSite}`;
const session = `__Secure-sid=…; Max-Age=604800; ${rest('Strict')}`;
const cache = `__Secure-shop.session_data=…; Max-Age=60; ${rest('Lax')}`;
const device = `__Secure-sid_multi-…=…; Max-Age=604800; ${rest('Strict')}`;
const cleared = [
  `__Secure-sid=; Max-Age=0; ${rest('Strict')}`,
  `__Secure-shop.session_data=; Max-Age=0; ${rest('Lax')}`,
  `__Secure-shop.dont_remember=; Max-Age=0; ${rest('Lax')}`,
];

export const describeStrict = (lab: () => Lab): void => {
  let count = 0;
  /** Someone who has followed the link of the mail, and is signed in by that. */
  const proven = async (own: object = {}) => {
    count += 1;
    const ada = await lab().someone({ username: `proven.${count}`, ...own });
    await ada.ask((await lab().mailTo(ada.email, 'verification')).url);
    return ada;
  };
  describeFields(lab, proven);

  describe('someone who has not proven their address', () => {
    /** Mails are sent concurrently: the next one is the second only after the first has arrived. */
    const arrived = ({ email }: { email: string }) => lab().mailTo(email, 'verification');

    it('is signed up without a session, and sent a mail', async () => {
      const ada = lab().browser();
      const who = newcomer();
      const data = await good(ada.client.signUp.email({ ...who, callbackURL: '/welcome' }));
      expect(data).toEqual({ token: null, user: shortUser({ email: who.email, name: who.name }) });
      expect(ada.cookies()).toEqual([]);
      const { url } = await lab().mailTo(who.email, 'verification');
      expect(new URL(url).searchParams.get('callbackURL')).toBe('/welcome');
    });

    it('is not signed in, and sent the mail again', async () => {
      const ada = await lab().someone();
      await arrived(ada);
      const { client } = lab().browser();
      const refused = await client.signIn.email({ email: ada.email, password, callbackURL: '/in' });
      expect(refused.error).toEqual(refusal(403, 'Email not verified'));
      const { url } = await lab().mailTo(ada.email, 'verification', 1);
      expect(new URL(url).searchParams.get('callbackURL')).toBe('/in');
    });

    // Upstream tells whoever types a username that it is unverified, and mails its owner (section 16, item 7).
    it('is told so by username only with the right password', async () => {
      const username = `unproven.${Date.now()}`;
      const ada = await lab().someone({ username });
      await arrived(ada);
      const { client } = lab().browser();
      const wrong = await client.signIn.username({ username, password: 'not this one' });
      expect(wrong.error).toEqual(refusal(401, 'invalid username or password'));
      const right = await client.signIn.username({ username, password });
      expect(right.error).toEqual(refusal(403, 'email not verified'));
      const { url } = await lab().mailTo(ada.email, 'verification', 1);
      expect(new URL(url).searchParams.get('callbackURL')).toBe('/');
    });
  });

  describe('someone who proves their address', () => {
    it('is signed in by that, with the cookies of these options', async () => {
      const ada = await lab().someone();
      const { url, token } = await lab().mailTo(ada.email, 'verification');
      expect((await ada.ask(url)).location).toBe('/');
      expect(ada.cookies()).toEqual([session, cache, device]);
      const { user, session: own } = await good(ada.client.getSession());
      expect(user.emailVerified).toBe(true);
      await good(ada.client.verifyEmail({ query: { token } }));
      expect(ada.cookies()).toEqual([session, cache]);
      expect((await good(ada.client.getSession())).session.token).toBe(own.token);
    });

    it('is told to drop a stale session cache in a way that browsers heed for such a name', async () => {
      const ada = await proven();
      await lab().at(61, () => good(ada.client.getSession()));
      expect(ada.cookies()).toEqual(['__Secure-shop.session_data=; Max-Age=0; Secure', cache]);
    });

    it('keeps an address that may not be given up by mail', async () => {
      const ada = await proven();
      const refused = await ada.client.changeEmail({ newEmail: 'other@example.com' });
      expect(refused.error).toEqual(refusal(400, "Verification email isn't enabled"));
    });

    // Upstream lower-cases the name of the cookie that it means to empty: `__secure-…` is another (section 16).
    it('signs out of all accounts of the browser', async () => {
      const ada = await proven();
      await good(ada.client.signOut());
      expect(ada.cookies()).toEqual([...cleared, `__Secure-sid_multi-…=; Max-Age=0; ${rest('Strict')}`]);
      expect(ada.jar.names()).toEqual([]);
    });
  });

  describe('an administrator who is someone else for a while', () => {
    // Upstream names the cookie admin_session even so; with the prefix no page without HTTPS can plant one.
    it('keeps their own session in a cookie for HTTPS, and shuts out whoever they ban', async () => {
      const boss = await proven({ email: 'boss@example.com' });
      const ada = await proven();
      await good(boss.client.admin.impersonateUser({ userId: ada.id }));
      expect(boss.cookies()).toEqual([
        ...cleared,
        `__Secure-admin_session=…; Max-Age=604800; ${rest('Lax')}`,
        `__Secure-sid=…; ${rest('Strict')}`,
        `__Secure-shop.dont_remember=…; ${rest('Lax')}`,
        cache,
        device,
      ]);
      const back = await good(boss.client.admin.stopImpersonating());
      expect(back.user.email).toBe('boss@example.com');
      const eve = await lab().someone();
      const { token } = await lab().mailTo(eve.email, 'verification');
      await good(boss.client.admin.banUser({ userId: eve.id }));
      const { error } = await eve.client.verifyEmail({ query: { token } });
      expect(error).toMatchObject({ status: 403, code: 'BANNED_USER' });
      expect(eve.cookies()).toEqual([]);
    });
  });

  describe('a password that was forgotten and reset', () => {
    it('ends all sessions', async () => {
      const ada = await proven();
      const { client } = lab().browser();
      await good(client.forgetPassword({ email: ada.email, redirectTo: '/reset' }));
      const { token } = await lab().mailTo(ada.email, 'reset-password');
      await good(client.resetPassword({ newPassword: 'another password', token }));
      expect(await good(ada.client.getSession())).toBeNull();
    });

    it('is a first one for who has none', async () => {
      const ada = await proven();
      expect(await good(ada.client.unlinkAccount({ providerId: 'credential' }))).toEqual({ status: true });
      expect(await good(ada.client.listAccounts())).toEqual([]);
      const { client } = lab().browser();
      const signIn = () => client.signIn.email({ email: ada.email, password });
      expect((await signIn()).error?.status).toBe(401);
      await good(client.forgetPassword({ email: ada.email, redirectTo: '/reset' }));
      const { token } = await lab().mailTo(ada.email, 'reset-password');
      await good(client.resetPassword({ newPassword: password, token }));
      expect((await signIn()).error).toBeNull();
    });
  });

  describe('someone who wants to go', () => {
    const asked = { success: true, message: 'Verification email sent' };
    const deleted = { success: true, message: 'User deleted' };

    it('is asked by mail, and gone when the link is followed by themselves', async () => {
      const ada = await proven();
      expect(await good(ada.client.deleteUser({ callbackURL: '/bye', password }))).toEqual(asked);
      const { url, token } = await lab().mailTo(ada.email, 'delete-account');
      expect(token).toMatch(/^[0-9a-z]{32}$/);
      expect(new URL(url).searchParams.get('callbackURL')).toBe('/bye');
      expect((await lab().browser().ask(url)).status).toBe(404);
      const eve = await proven();
      expect((await eve.ask(url)).status).toBe(404);
      expect((await eve.client.deleteUser({ token })).error).toEqual(refusal(404, 'invalid token'));
      const { status, location } = await ada.ask(url);
      expect([status, location]).toEqual([302, '/bye']);
      expect(ada.cookies()).toEqual(cleared);
      expect(await good(ada.client.getSession())).toBeNull();
    });

    it('may also give the token to the client, in two ways', async () => {
      for (const way of ['call', 'link']) {
        const ada = await proven();
        await good(ada.client.deleteUser({}));
        const { token } = await lab().mailTo(ada.email, 'delete-account');
        if (way === 'call') {
          expect(await good(ada.client.deleteUser({ token }))).toEqual(deleted);
          expect(ada.cookies()).toEqual([]);
        } else {
          const answer = await ada.ask(`/delete-user/callback?token=${token}`);
          expect([answer.status, JSON.parse(answer.text)]).toEqual([200, deleted]);
        }
        expect(await good(ada.client.getSession())).toBeNull();
      }
    });

    it('has a day to follow the link', async () => {
      const ada = await proven();
      await good(ada.client.deleteUser({}));
      const { url } = await lab().mailTo(ada.email, 'delete-account');
      await lab().at(86_401, async () => expect((await ada.ask(url)).status).toBe(404));
    });
  });

  describe('an organization here', () => {
    it('cannot be deleted, and has no teams', async () => {
      const ada = await proven();
      const shop = { name: 'Shop', slug: `shop-${Date.now()}` };
      const { id } = await good(ada.client.organization.create(shop));
      const deleted = await ada.client.organization.delete({ organizationId: id });
      expect(deleted.error).toEqual(refusal(403, null));
      for (const path of ['create-team', 'update-team', 'remove-team'])
        expect((await ada.post(`/organization/${path}`, {})).error).toEqual(refusal(404, null));
      expect((await ada.ask('/organization/list-teams')).status).toBe(404);
      const member = await good(ada.client.organization.getActiveMember());
      expect(member).not.toHaveProperty('teamId');
    });
  });
};
