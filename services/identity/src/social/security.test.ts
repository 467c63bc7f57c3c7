/** The weaknesses of contracts/auth.md section 16 that concern other providers, and their OWASP ASVS 5.0.0 requirements. */
import { type Browser, createBrowser } from '../../test/browser.ts';
import { person } from '../../test/factories.ts';
import { reset } from '../../test/mails.ts';
import { locationOf, type Social, startSocial, stranger } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const own = 'http://localhost:3000/api/auth/error';
const notLinked = `${own}?error=account_not_linked`;
const restart = `${own}?error=please_restart_the_process`;
const ownerOf = async (providerId: string, accountId: string) =>
  (
    await social.stack.db.query(
      `SELECT users.id, email, email_verified FROM accounts JOIN users ON users.id = user_id
       WHERE provider_id = $1 AND account_id = $2`,
      [providerId, accountId],
    )
  )[0];

/** Links an account of somebody new at a provider. Answers them. */
const link = async (browser: Browser, provider: string) => {
  const someone = stranger();
  await social.be(someone);
  const { body } = await browser.send('POST', '/link-social', { body: { provider, callbackURL: '/home' } });
  const state = new URL(body.url).searchParams.get('state');
  const back = await browser.send('GET', `/callback/${provider}?code=the-code&state=${state}`);
  expect(locationOf(back)).toBe('/home');
  return someone;
};

/** Signs in with a password. Answers the providers of all accounts, in the order of the alphabet. */
const providersOf = async (browser: Browser, body: { email: string; password: string }) => {
  expect((await browser.send('POST', '/sign-in/email', { body })).status).toBe(200);
  const accounts = (await browser.send('GET', '/list-accounts')).body as { provider: string }[];
  return accounts.map(({ provider }) => provider).toSorted();
};

describe('1: taking over an account by its address (ASVS 10.5.2, 6.8.1)', () => {
  it('does not let a second account of the provider in because it claims the address of the first', async () => {
    const victim = stranger({ email_verified: false });
    await social.visit(victim);
    const thief = stranger({ email: victim.email, email_verified: false });
    const answer = await social.visit(thief);
    expect(locationOf(answer)).toBe(notLinked);
    expect(answer.setCookie).toEqual([]);
    expect(await ownerOf('google', thief.id)).toBeUndefined();
  });

  it('leaves whoever opened an account with another’s address without a way in once its owner comes', async () => {
    const owner = stranger();
    const squatter = createBrowser(social.base);
    const { email, password } = person({ email: owner.email.toLowerCase() });
    await squatter.send('POST', '/sign-up/email', { body: { name: 'Eve', email, password } });
    const own = stranger();
    await social.be(own);
    const { body } = await squatter.send('POST', '/link-social', {
      body: { provider: 'github', callbackURL: '/home' },
    });
    const state = new URL(body.url).searchParams.get('state');
    await squatter.send('GET', `/callback/github?code=the-code&state=${state}`);
    const ada = createBrowser(social.base);
    expect(locationOf(await social.visit(owner, { browser: ada }))).toBe('/home');
    expect((await ada.send('GET', '/get-session')).body.user).toMatchObject({ email, emailVerified: true });
    expect((await ada.send('GET', '/list-accounts')).body).toMatchObject([{ provider: 'google' }]);
    expect((await squatter.send('GET', '/get-session')).text).toBe('null');
    const again = { body: { email, password } };
    expect((await squatter.send('POST', '/sign-in/email', again)).status).toBe(401);
    await social.visit(own, { browser: squatter, provider: 'github' });
    const { user } = (await squatter.send('GET', '/get-session')).body;
    expect(user.email).not.toBe(email);
  });

  it('leaves them none either once its owner resets the password, who keeps what they linked themselves', async () => {
    const [squatter, ada] = [createBrowser(social.base), createBrowser(social.base)];
    const { email, password } = person();
    await squatter.send('POST', '/sign-up/email', { body: { name: 'Eve', email, password } });
    const planted = await link(squatter, 'github');
    await reset(social, email, 'the owner’s own');
    expect(await providersOf(ada, { email, password: 'the owner’s own' })).toEqual(['credential']);
    await social.visit(planted, { browser: squatter, provider: 'github' });
    expect((await squatter.send('GET', '/get-session')).body?.user.email).not.toBe(email);

    await link(ada, 'google');
    await social.stack.db.query('UPDATE users SET email_verified = true WHERE email = $1', [email]);
    await reset(social, email, 'another of their own');
    const own = { email, password: 'another of their own' };
    expect(await providersOf(ada, own)).toEqual(['credential', 'google']);
  });

  it('takes nothing from whoever came through a provider and sets a first password by a mail', async () => {
    const grace = stranger();
    await social.visit(grace, { provider: 'apple' });
    const email = grace.email.toLowerCase();
    await reset(social, email, 'a first password');
    const own = { email, password: 'a first password' };
    expect(await providersOf(createBrowser(social.base), own)).toEqual(['apple', 'credential']);
  });

  it('believes no address that Microsoft only passes on', async () => {
    const victim = stranger();
    await social.visit(victim);
    const thief = stranger({ email: victim.email, email_verified: undefined });
    expect(locationOf(await social.visit(thief, { provider: 'microsoft' }))).toBe(notLinked);
    const proven = { ...thief, verified_primary_email: [victim.email] };
    expect(locationOf(await social.visit(proven, { provider: 'microsoft' }))).toBe('/home');
  });

  it('makes nobody an administrator by an address that nobody checked', async () => {
    const boss = stranger({ email_verified: undefined });
    const admin = { firstAdminEmails: [boss.email.toLowerCase()] };
    const { base } = await social.withOptions(social.optionsWith({}, { admin }));
    await social.visit(boss, { provider: 'microsoft', base });
    const [row] = await social.stack.db.query('SELECT role FROM users WHERE email = $1', [
      boss.email.toLowerCase(),
    ]);
    expect(row.role).toBe('user');
  });

  it('gives each account of a provider without addresses a user of its own', async () => {
    const ids = [];
    for (const id of ['t2_one', 't2_two']) {
      const redditor = { id, name: id, oauth_client_id: 'the-id', has_verified_email: true };
      expect(locationOf(await social.visit(redditor, { provider: 'reddit' }))).toBe('/home');
      const owner = await ownerOf('reddit', id);
      expect(owner).toMatchObject({
        email: expect.stringMatching(/^[0-9a-f]{32}@reddit\.invalid$/),
        email_verified: false,
      });
      ids.push(owner.id);
    }
    expect(new Set(ids).size).toBe(2);
  });

  it('lets nobody in by claiming a made up address', async () => {
    await social.visit({ id: 't2_three', name: 'three' }, { provider: 'reddit' });
    const { email } = await ownerOf('reddit', 't2_three');
    expect(locationOf(await social.visit(stranger({ email })))).toBe(notLinked);
  });
});

describe('4: linking what belongs to someone else (ASVS 6.8.1)', () => {
  const linkAs = async (account: object, provider: 'google' | 'gitlab') => {
    const browser = createBrowser(social.base);
    const { body } = await browser.send('POST', '/sign-up/email', { body: person() });
    await social.be(account);
    const { body: reply } = await browser.send('POST', '/link-social', {
      body: { provider, callbackURL: '/settings' },
    });
    const state = new URL(reply.url).searchParams.get('state');
    const answer = await browser.send('GET', `/callback/${provider}?code=c&state=${state}`);
    return { userId: body.user.id as string, location: locationOf(answer) };
  };

  it('tells accounts of two providers with one id apart', async () => {
    const grace = stranger();
    await social.visit(grace);
    const gitlab = { id: grace.id, name: 'Linus', email: 'linus@example.com', state: 'active' };
    const { userId, location } = await linkAs(gitlab, 'gitlab');
    expect(location).toBe('/settings');
    expect((await ownerOf('gitlab', grace.id)).id).toBe(userId);
    expect((await ownerOf('google', grace.id)).id).not.toBe(userId);
  });

  it('never moves an account from one user to another', async () => {
    const grace = stranger();
    await social.visit(grace);
    const before = await ownerOf('google', grace.id);
    const { location } = await linkAs(grace, 'google');
    expect(location).toBe(`${own}?error=account_already_linked_to_different_user`);
    expect(await ownerOf('google', grace.id)).toEqual(before);
  });
});

describe('6: secrets in addresses and logs (ASVS 14.2.1, 16.2.5)', () => {
  it('keeps every secret out of every address that a browser or a log may see', async () => {
    const { lines } = social.stack.log;
    await social.visit(stranger());
    const addresses = social.fake.sent.map(({ path, query }) => `${path}?${query}`).join(' ');
    expect(addresses).not.toContain('the-secret');
    const logged = JSON.stringify(lines());
    expect(logged).not.toContain('the-secret');
    expect(logged).not.toContain('the-code');
  });

  it('stores what providers entrust to us sealed', async () => {
    const grace = stranger();
    await social.visit(grace, { tokens: { access_token: 'plain-access', refresh_token: 'plain-refresh' } });
    const rows = JSON.stringify(
      await social.stack.db.query('SELECT * FROM accounts WHERE account_id = $1', [grace.id]),
    );
    expect(rows).not.toContain('plain-');
    expect(rows.match(/"first\.[\w-]+\.[\w-]+\.[\w-]+"/g)).toHaveLength(3);
  });
});

describe('8: coming back in another browser (ASVS 10.1.2, 10.2.1)', () => {
  const leave = async () => {
    const browser = createBrowser(social.base);
    await social.be(stranger());
    const state = await social.leave(browser, { provider: 'google', callbackURL: '/home' });
    return { browser, path: `/callback/google?code=c&state=${state}` };
  };
  const asBrowser = { headers: { 'sec-fetch-dest': 'document' } };

  it('turns a victim away that is sent to the end of somebody else’s sign-in', async () => {
    const { path } = await leave();
    const victim = createBrowser(social.base);
    const answer = await victim.send('GET', path, asBrowser);
    expect(locationOf(answer)).toBe(restart);
    expect(answer.setCookie).toEqual([]);
    const { path: another } = await leave();
    const { browser: busy } = await leave();
    expect(locationOf(await busy.send('GET', another))).toBe(restart);
  });

  it.each([
    ['what the visit is for', { 'sec-fetch-dest': 'document' }],
    [
      'what it is',
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    ],
    ['that it wants a page', { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }],
  ])('knows a browser by its saying %s', async (_what, headers) => {
    const { path: foreign } = await leave();
    const answer = await createBrowser(social.base).send('GET', foreign, { headers });
    expect([locationOf(answer), answer.setCookie]).toEqual([restart, []]);
    const { browser, path } = await leave();
    expect(locationOf(await browser.send('GET', path, { headers }))).toBe('/home');
  });

  it('lets a browser come back to what it started, also from a second tab', async () => {
    const { browser, path } = await leave();
    await social.leave(browser, { provider: 'google' });
    expect(locationOf(await browser.send('GET', path, asBrowser))).toBe('/home');
  });

  it('lets a program without cookies come back, as the contract has it', async () => {
    const { path } = await leave();
    expect(locationOf(await createBrowser(social.base).send('GET', path))).toBe('/home');
  });

  it('asks again for a posted form, which comes without cookies', async () => {
    const { browser, path } = await leave();
    const body = new URLSearchParams(path.split('?')[1]);
    const posted = await createBrowser(social.base).send('POST', '/callback/google', { ...asBrowser, body });
    expect(locationOf(posted)).toBe(`http://localhost:3000/api/auth${path}`);
    expect(locationOf(await browser.send('GET', path, asBrowser))).toBe('/home');
  });

  it('asks again whatever the names of the fields are', async () => {
    const body = new URLSearchParams({ '\u20ac\r\na&b': 'c d', state: 's' });
    const posted = await createBrowser(social.base).send('POST', '/callback/google', { ...asBrowser, body });
    expect(posted.status).toBe(302);
    expect(locationOf(posted)).toBe(
      'http://localhost:3000/api/auth/callback/google?%E2%82%AC%0D%0Aa%26b=c%20d&state=s',
    );
  });

  it('believes no cookie that it did not sign', async () => {
    const { browser, path } = await leave();
    browser.cookies.set('tessera.oauth_state', 'forged.AAAA');
    expect(locationOf(await browser.send('GET', path, asBrowser))).toBe(restart);
  });

  it('takes a state once', async () => {
    const { browser, path } = await leave();
    const answers = await Promise.all([browser.send('GET', path), browser.send('GET', path)]);
    expect(answers.map(locationOf).toSorted()).toEqual(['/home', restart]);
  });
});
