/** Linking (contracts/auth.md, section 13.3), and what two at once come to. */
import { type Browser, createBrowser } from '../../test/browser.ts';
import { person } from '../../test/factories.ts';
import { locationOf, type Social, startSocial, stranger } from '../../test/social.ts';
import { saveFlow } from './flow.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const own = 'http://localhost:3000/api/auth/error';
const query = (sql: string, ...values: unknown[]) => social.stack.db.query(sql, values);

const { password } = person();

const signedUp = async () => {
  const browser = createBrowser(social.base);
  const { body } = await browser.send('POST', '/sign-up/email', { body: person({ password }) });
  return { browser, userId: body.user.id as string };
};

const leaveToLink = async (browser: Browser) => {
  const body = { provider: 'google', callbackURL: '/settings', errorCallbackURL: '/sad' };
  const { body: reply } = await browser.send('POST', '/link-social', { body });
  return `/callback/google?code=c&state=${new URL(reply.url).searchParams.get('state')}`;
};

const accountsOf = (userId: string) =>
  query(`SELECT id, access_token FROM accounts WHERE user_id = $1 AND provider_id = 'google'`, userId);

describe('the end of a link', () => {
  it('needs no session, opens none, and wants no like address', async () => {
    const { browser, userId } = await signedUp();
    await social.be(stranger());
    const answer = await createBrowser(social.base).send('GET', await leaveToLink(browser));
    expect([locationOf(answer), answer.setCookie]).toEqual(['/settings', []]);
    expect(await accountsOf(userId)).toHaveLength(1);
  });

  it('renews the tokens of what is linked already', async () => {
    const { browser, userId } = await signedUp();
    const grace = stranger();
    await social.be(grace);
    await browser.send('GET', await leaveToLink(browser));
    const [before] = await accountsOf(userId);
    await social.be(grace, { access_token: 'renewed' });
    expect(locationOf(await browser.send('GET', await leaveToLink(browser)))).toBe('/settings');
    const [after, ...others] = await accountsOf(userId);
    expect([after.id, others]).toEqual([before.id, []]);
    expect(after.access_token).not.toBe(before.access_token);
  });

  it('makes one account of two links at once', async () => {
    const { browser, userId } = await signedUp();
    await social.be(stranger());
    const paths = [await leaveToLink(browser), await leaveToLink(browser)];
    const answers = await Promise.all(paths.map((path) => browser.send('GET', path)));
    expect(answers.map(locationOf)).toEqual(['/settings', '/settings']);
    expect(await accountsOf(userId)).toHaveLength(1);
  });

  it.each([
    [
      '/change-password',
      { currentPassword: password, newPassword: 'another one', revokeOtherSessions: true },
    ],
    ['/revoke-sessions', {}],
    ['/sign-out', {}],
  ])('comes to nothing after %s: it was begun in a session that has ended', async (path, body) => {
    const { browser, userId } = await signedUp();
    await social.be(stranger());
    const back = await leaveToLink(browser);
    expect((await browser.send('POST', path, { body })).status).toBe(200);
    expect(locationOf(await createBrowser(social.base).send('GET', back))).toBe(
      `${own}?error=unable_to_link_account`,
    );
    expect(await accountsOf(userId)).toEqual([]);
  });

  it('is a failure of ours when it cannot be written, or the user has gone', async () => {
    const { browser, userId } = await signedUp();
    await social.be(stranger());
    await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`);
    await query('CREATE TRIGGER refuse BEFORE INSERT ON accounts EXECUTE FUNCTION refuse()');
    const refused = await browser.send('GET', await leaveToLink(browser));
    await query('DROP FUNCTION refuse() CASCADE');
    expect(locationOf(refused)).toBe(`${own}?error=unable_to_link_account`);

    const path = await leaveToLink(browser);
    for (const table of ['sessions', 'accounts'])
      await query(`DELETE FROM ${table} WHERE user_id = $1`, userId);
    await query('DELETE FROM users WHERE id = $1', userId);
    expect(locationOf(await createBrowser(social.base).send('GET', path))).toBe(
      `${own}?error=unable_to_link_account`,
    );
  });
});

describe('a callback', () => {
  it('makes one user of two arrivals at once', async () => {
    const grace = stranger();
    await social.be(grace);
    const browsers = [createBrowser(social.base), createBrowser(social.base)];
    const answers = await Promise.all(
      browsers.map(async (browser) => {
        const state = await social.leave(browser, { provider: 'google', callbackURL: '/home' });
        return browser.send('GET', `/callback/google?code=c&state=${state}`);
      }),
    );
    expect(answers.map(locationOf)).toEqual(['/home', '/home']);
    expect(await query('SELECT 1 FROM users WHERE email = $1', grace.email.toLowerCase())).toHaveLength(1);
  });

  it('needs to know where to go', async () => {
    await social.be(stranger());
    const { state } = await saveFlow(social.identity, { provider: 'google', callbackURL: '' }, null);
    const answer = await createBrowser(social.base).send('GET', `/callback/google?code=c&state=${state}`);
    expect(locationOf(answer)).toBe(`${own}?error=no_callback_url`);
  });
});
