/** Every way in which coming back can fail (contracts/auth.md, section 13.2; OWASP ASVS 5.0: 10.2.2 for mix-ups). */
import { createBrowser } from '../../test/browser.ts';
import { locationOf, type Social, startSocial, stranger } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const own = 'http://localhost:3000/api/auth/error';

const comeBack = async (query: string, { provider = 'google', body = {} } = {}) => {
  const browser = createBrowser(social.base);
  const state = await social.leave(browser, { provider: 'google', callbackURL: '/home', ...body });
  return browser.send('GET', `/callback/${provider}?${query.replace('STATE', state)}`);
};

const sad = { body: { errorCallbackURL: '/sad?from=google' } };

describe('a callback that fails', () => {
  beforeEach(() => social.be(stranger()));

  it.each([
    ['a repeated code, of which the last counts', 'code=a&code=b', 'state_not_found'],
    ['an oversized code', `code=${'a'.repeat(8_193)}&state=s`, 'invalid_callback_request'],
    ['a refusal', 'error=access_denied', 'access_denied&error_description=undefined'],
    ['a refusal with words', 'error=x&error_description=not+today', 'x&error_description=not%20today'],
    ['no state', 'code=a', 'state_not_found'],
    ['an unknown state', 'code=a&state=nobody', 'please_restart_the_process'],
  ])('with %s ends on our own page', async (_what, query, error) =>
    expect(locationOf(await comeBack(query, sad))).toBe(`${own}?error=${error}`),
  );

  it('goes to the page of the options before anything is known of the flow', async () => {
    const errorURL = 'https://app.example.com/oops?a=1';
    const { base } = await social.withOptions(social.optionsWith({}, { onAPIError: { errorURL } }));
    const answer = await createBrowser(base).send('GET', '/callback/google?code=a');
    expect(locationOf(answer)).toBe(`${errorURL}&error=state_not_found`);
  });

  it('goes to a page of the product where the options name its path', async () => {
    const options = social.optionsWith({}, { onAPIError: { errorURL: '/sign-in' } });
    const { base } = await social.withOptions(options);
    const answer = await createBrowser(base).send('GET', '/callback/google?error=access_denied');
    expect(locationOf(answer)).toMatch(/^\/sign-in\?error=access_denied&/);
  });

  it.each([
    ['no code', 'state=STATE', 'google', 'no_code'],
    ['a provider that is not configured', 'code=a&state=STATE', 'spotify', 'oauth_provider_not_found'],
    ['a provider that does not exist', 'code=a&state=STATE', 'myspace', 'oauth_provider_not_found'],
    [
      'another provider than the one that was left for',
      'code=a&state=STATE',
      'github',
      'please_restart_the_process',
    ],
  ])('with %s ends where the caller wanted', async (_what, query, provider, error) =>
    expect(locationOf(await comeBack(query, { ...sad, provider }))).toBe(`/sad?from=google&error=${error}`),
  );

  it.each([
    ['refuses', { status: 400, json: { error: 'invalid_grant' } }],
    ['refuses with a good status', { status: 200, json: { error: 'bad_verification_code' } }],
    ['answers nonsense', { status: 200, body: Buffer.from('<html>') }],
    ['sends us elsewhere', { status: 302, location: 'http://127.0.0.1:1/' }],
    ['answers without end', { status: 200, body: Buffer.alloc(1_100_000, 32) }],
  ])('when the token endpoint %s is an invalid code, and wakes nobody', async (_what, reply) => {
    social.fake.answer('/token', () => reply);
    expect(locationOf(await comeBack('code=a&state=STATE'))).toBe(`${own}?error=invalid_code`);
    expect(social.stack.log.lines().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('tells a missing profile from a missing address', async () => {
    social.fake.answer('/token', { access_token: 'at' });
    expect(locationOf(await comeBack('code=a&state=STATE', sad))).toBe(
      '/sad?from=google&error=unable_to_get_user_info',
    );
    await social.be({ ...stranger(), aud: 'another-app' });
    expect(locationOf(await comeBack('code=a&state=STATE'))).toBe(`${own}?error=unable_to_get_user_info`);
    await social.be({ sub: '7', name: 'Nobody' });
    expect(locationOf(await comeBack('code=a&state=STATE'))).toBe(`${own}?error=email_not_found`);
    await social.be({ sub: '7', name: 'Nobody', email: 'not an address' });
    expect(locationOf(await comeBack('code=a&state=STATE'))).toBe(`${own}?error=email_not_found`);
  });

  it.each([
    ['users', 'unable_to_create_user'],
    ['accounts', 'unable_to_create_user'],
    ['sessions', 'unable_to_create_session'],
  ])('names the step when %s cannot be written, and leaves nothing half done', async (table, error) => {
    const grace = stranger();
    await social.be(grace);
    await refuseInserts(table, async () =>
      expect(locationOf(await comeBack('code=a&state=STATE', sad))).toBe(`/sad?from=google&error=${error}`),
    );
    expect(
      await social.stack.db.query('SELECT 1 FROM users WHERE email = $1', [grace.email.toLowerCase()]),
    ).toEqual([]);
  });

  it('says so when the database is away', async () => {
    const browser = createBrowser(social.base);
    const state = await social.leave(browser, { provider: 'google' });
    await social.stack.db.query('ALTER TABLE oauth_states RENAME TO oauth_states_away');
    const answer = await browser.send('GET', `/callback/google?code=a&state=${state}`);
    await social.stack.db.query('ALTER TABLE oauth_states_away RENAME TO oauth_states');
    expect(locationOf(answer)).toBe(`${own}?error=internal_server_error`);
  });
});

const refuseInserts = async (table: string, during: () => Promise<void>) => {
  const { db } = social.stack;
  await db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'`);
  await db.query(`CREATE TRIGGER refuse BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse()`);
  try {
    await during();
  } finally {
    await db.query('DROP FUNCTION refuse() CASCADE');
  }
};
