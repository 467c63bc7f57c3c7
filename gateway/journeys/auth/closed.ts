/** What is switched off, and says so (contracts/auth.md, sections 1, 2, 7 and 8). */
import { good, invalidBody, refusal, refuses } from './expect.ts';
import { type Lab, newcomer, password } from './lab.ts';
import { profile, visit } from './visit.ts';

export const describeClosed = (lab: () => Lab): void => {
  /** Someone who came from a provider: nobody has a password here. */
  const someone = async (own: object = {}) => {
    const browser = lab().browser();
    await visit(lab(), browser, profile(own));
    return browser;
  };

  describe('what is switched off', () => {
    const client = () => lab().browser().client;
    const who = { name: 'Ada', email: 'ada@example.com', password };
    refuses([
      ['to sign up', () => client().signUp.email(who), 400, 'Email and password sign up is not enabled'],
      ['to sign in', () => client().signIn.email(who), 400, 'Email and password is not enabled'],
      ['to reset a password', () => client().forgetPassword(who), 400, "Reset password isn't enabled"],
      [
        'to prove an address',
        () => client().sendVerificationEmail(who),
        400,
        "Verification email isn't enabled",
      ],
      [
        'to change an address',
        async () => (await someone()).client.changeEmail({ newEmail: 'b@example.com' }),
        400,
        'Change email is disabled',
      ],
      [
        'to found an organization',
        async () => (await someone()).client.organization.create({ name: 'Shop', slug: 'shop' }),
        403,
        'You are not allowed to create a new organization',
      ],
      ['to leave', async () => (await someone()).client.deleteUser({}), 404, null],
    ]);

    it('comes after who calls, and what with', async () => {
      expect((await client().deleteUser({})).error).toEqual(refusal(401, null));
      expect((await client().changeEmail({ newEmail: 'b@example.com' })).error).toEqual(refusal(401, null));
      const nothing = await lab().browser().post('/sign-in/email', {});
      expect(nothing.error).toEqual(refusal(400, invalidBody));
    });

    it('is a link to leave by, too', async () => {
      const { status, headers, text } = await (await someone()).ask('/delete-user/callback?token=x');
      expect([status, headers.get('content-type'), text]).toEqual([404, 'application/json', '']);
    });

    it('is the session cache', async () => {
      const ada = await someone();
      expect(ada.cookies()).toEqual([
        'tessera.session_token=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
        'tessera.session_token_multi-…=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
      ]);
      await good(ada.client.getSession());
      expect(ada.cookies()).toEqual([]);
    });
  });

  describe('a username whose address has to be proven where no mails are sent', () => {
    it('is told that there are none', async () => {
      const boss = await someone({ email: 'boss@example.com' });
      const data = { username: 'made.one' };
      await good(boss.client.admin.createUser({ ...newcomer(), data } as never));
      const { client } = lab().browser();
      const refused = await client.signIn.username({ username: 'made.one', password });
      expect(refused.error).toEqual(refusal(400, "Verification email isn't enabled"));
    });
  });

  describe('a path that the options disable', () => {
    it('is not there, in either spelling', async () => {
      // Upstream answers the one with a slash.
      for (const path of ['/change-password', '/change-password/']) {
        const { status, headers, text } = await lab().browser().ask(path, { method: 'POST' });
        expect([status, text]).toEqual([404, 'Not Found']);
        expect(headers.get('content-type')).toMatch(/^text\/plain\b/);
      }
    });
  });

  describe('the limit of a path', () => {
    it('refuses the third of two in ten seconds, and says how long to wait', async () => {
      const { ask } = lab().browser();
      for (const _time of [1, 2]) expect((await ask('/ok')).status).toBe(200);
      const { status, headers, text } = await ask('/ok');
      expect([status, JSON.parse(text)]).toEqual([
        429,
        { message: 'Too many requests. Please try again later.' },
      ]);
      expect(headers.get('content-type')).toBe('text/plain;charset=UTF-8');
      expect(Number(headers.get('x-retry-after'))).toBeGreaterThan(0);
      await lab().at(11, async () => expect((await ask('/ok')).status).toBe(200));
    });
  });

  describe('a provider that has been taken out of the options', () => {
    it('gives no tokens for the accounts that are left of it', async () => {
      const { client } = await someone();
      await lab().reconfigure({ identity: {} });
      const gone = refusal(400, 'Provider google not found.');
      expect((await client.getAccessToken({ providerId: 'google' })).error).toEqual(gone);
      expect((await client.refreshToken({ providerId: 'google' })).error).toEqual(gone);
    });
  });
};
