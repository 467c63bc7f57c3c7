import { askProviderToken, askRefreshedProviderToken } from '@tessera/proto/api/asks';
import { accountUnlinked } from '@tessera/proto/events/identity';
import { createBrowser } from '../../test/browser.ts';
import { createClient } from '../../test/client.ts';
import { person } from '../../test/factories.ts';
import { type Social, startSocial, stranger } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const signedUp = async (base = social.base) => {
  const { browser, client } = createClient(base);
  const { body } = await browser.send('POST', '/sign-up/email', { body: person() });
  return { browser, client, userId: body.user.id as string };
};

const viaGoogle = async (tokens: object = {}, provider: 'google' | 'kick' = 'google') => {
  const { browser, client } = createClient(social.base);
  const someone = stranger();
  const kick = { data: [{ ...someone, user_id: someone.id }] };
  await social.visit(provider === 'kick' ? kick : someone, { browser, tokens, provider });
  const { user } = (await browser.send('GET', '/get-session')).body;
  return { browser, client, userId: user.id as string };
};

describe('linking with the unmodified client', () => {
  it('links, lists and unlinks', async () => {
    const { browser, client } = await signedUp();
    const { data } = await client.linkSocial({
      provider: 'github',
      callbackURL: '/settings',
      scopes: ['repo'],
    });
    expect(data).toEqual({ url: expect.any(String), redirect: true });
    const url = new URL(data?.url ?? '');
    expect(url.searchParams.get('scope')).toBe('read:user user:email repo');
    const someone = { id: 7001, login: 'ada', email: 'another@example.com' };
    await social.be(someone, { scope: 'repo' });
    const back = await browser.send('GET', `/callback/github?code=c&state=${url.searchParams.get('state')}`);
    expect([back.status, back.headers.get('location'), back.setCookie]).toEqual([302, '/settings', []]);

    const accounts = await client.listAccounts();
    expect(accounts.data).toEqual([
      expect.objectContaining({ provider: 'credential', scopes: [] }),
      {
        id: expect.any(String),
        provider: 'github',
        accountId: '7001',
        scopes: ['repo'],
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      },
    ]);
    expect((await client.unlinkAccount({ providerId: 'github', accountId: 'other' })).error?.code).toBe(
      'ACCOUNT_NOT_FOUND',
    );
    expect((await client.unlinkAccount({ providerId: 'github', accountId: '7001' })).data).toEqual({
      status: true,
    });
    const gone = await social.stack.events.next(accountUnlinked, (one) => one.providerAccountId === '7001');
    expect(gone.providerId).toBe('github');
    expect((await client.unlinkAccount({ providerId: 'credential' })).error).toMatchObject({
      status: 400,
      code: 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT',
      message: "You can't unlink your last account",
    });
  });

  it('lets the last one go when the options say so', async () => {
    const account = { accountLinking: { allowUnlinkingAll: true } };
    const { base } = await social.withOptions(social.optionsWith({}, { account }));
    const { client } = await signedUp(base);
    expect((await client.unlinkAccount({ providerId: 'credential' })).data).toEqual({ status: true });
  });

  it('never takes the last two at once', async () => {
    const { browser, userId } = await signedUp();
    await social.stack.db.query(
      `INSERT INTO accounts (id, user_id, provider_id, account_id, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 'github', $2, now(), now())`,
      [userId, userId],
    );
    const unlink = (providerId: string) => browser.send('POST', '/unlink-account', { body: { providerId } });
    const answers = await Promise.all([unlink('credential'), unlink('github')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('wants a fresh session for unlinking', async () => {
    const { client } = await signedUp();
    social.stack.clock.advance(86_400);
    expect((await client.unlinkAccount({ providerId: 'github' })).error).toMatchObject({
      status: 403,
      code: 'SESSION_IS_NOT_FRESH',
    });
  });

  it.each([
    ['GET', '/list-accounts', undefined],
    ['POST', '/link-social', { provider: 'google' }],
    ['POST', '/unlink-account', { providerId: 'google' }],
    ['POST', '/get-access-token', { providerId: 'google', userId: 'someone' }],
    ['POST', '/refresh-token', { providerId: 'google', userId: 'someone' }],
  ])('%s %s wants a session', async (method, path, body) =>
    expect(await createBrowser(social.base).send(method, path, { body })).toMatchObject({
      status: 401,
      text: '',
    }),
  );

  it('links only with what is configured', async () => {
    const { client, browser } = await signedUp();
    expect((await client.linkSocial({ provider: 'spotify' })).error).toMatchObject({
      status: 404,
      code: 'PROVIDER_NOT_FOUND',
    });
    const body = { provider: 'google', callbackURL: 'https://evil.com/' };
    expect((await browser.send('POST', '/link-social', { body })).status).toBe(403);
  });
});

describe('POST /get-access-token', () => {
  it('answers the stored token while it is good, then a new one, which it keeps', async () => {
    const { client, userId } = await viaGoogle({ access_token: 'first', refresh_token: 'rt-1' });
    const get = async () =>
      (await client.getAccessToken({ providerId: 'google' })).data as { accessToken: string };
    expect(await get()).toEqual({
      accessToken: 'first',
      accessTokenExpiresAt: expect.any(Date),
      scopes: ['a', 'b'],
      idToken: expect.any(String),
    });
    social.fake.answer('/token', { access_token: 'second', refresh_token: 'rt-2', expires_in: 60 });
    social.stack.clock.advance(3_594);
    expect((await get()).accessToken).toBe('first');
    social.stack.clock.advance(2);
    expect((await get()).accessToken).toBe('second');
    expect(social.fake.lastToken()?.form.slice(0, 2)).toEqual([
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'rt-1'],
    ]);
    // As with the original: what moves is only the tokens' expiry.
    const [account] = (await client.listAccounts()).data ?? [];
    expect(account?.updatedAt).toEqual(account?.createdAt);
    const asked = await social.stack.bus.ask(askProviderToken, { providerId: 'google', userId });
    expect(asked).toMatchObject({ accessToken: 'second', accessTokenExpiresAt: expect.any(Date) });
  });

  it('asks the provider once for many who ask at once', async () => {
    const { client } = await viaGoogle({ refresh_token: 'rt', expires_in: 1 });
    const before = social.fake.sent.length;
    social.fake.answer('/token', { access_token: 'shared', expires_in: 60 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.getAccessToken({ providerId: 'google' })),
    );
    expect(new Set(answers.map(({ data }) => data?.accessToken))).toEqual(new Set(['shared']));
    expect(social.fake.sent.length - before).toBeLessThan(5);
  });

  it('answers a token that never expires as it is', async () => {
    const { browser, client } = createClient(social.base);
    await social.visit(stranger(), { browser, provider: 'github', tokens: { expires_in: undefined } });
    const { data } = await client.getAccessToken({ providerId: 'github' });
    expect(data?.accessToken).toBe('at');
  });

  it('says what the provider said when it refuses', async () => {
    const { client } = await viaGoogle({ refresh_token: 'rt', expires_in: 1 });
    const said = { error: 'invalid_grant', error_description: 'Token has been revoked.' };
    social.fake.answer('/token', () => ({ status: 400, json: said }));
    const cause = { status: 400, statusText: 'Bad Request', ...said };
    expect((await client.getAccessToken({ providerId: 'google' })).error).toMatchObject({
      status: 400,
      code: 'FAILED_TO_GET_A_VALID_ACCESS_TOKEN',
      cause,
    });
    expect((await client.refreshToken({ providerId: 'google' })).error).toMatchObject({
      status: 400,
      code: 'FAILED_TO_REFRESH_ACCESS_TOKEN',
      cause,
    });
  });

  it('refuses what it cannot do, in the words of the contract', async () => {
    const { browser } = await viaGoogle({}, 'kick');
    const ask = async (body: object) => (await browser.send('POST', '/get-access-token', { body })).body;
    expect(await ask({ providerId: 'myspace' })).toEqual({
      code: 'PROVIDER_MYSPACE_IS_NOT_SUPPORTED',
      message: 'Provider myspace is not supported.',
    });
    expect((await ask({ providerId: 'google' })).code).toBe('ACCOUNT_NOT_FOUND');
    expect((await ask({ providerId: 'kick', accountId: 'other' })).code).toBe('ACCOUNT_NOT_FOUND');
    expect((await ask({ providerId: 'kick' })).code).toBe('PROVIDER_KICK_DOES_NOT_SUPPORT_TOKEN_REFRESHING');
    const without = await social.withOptions({});
    browser.cookies.delete('tessera.session_data');
    const other = createBrowser(without.base);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    const { body } = await other.send('POST', '/get-access-token', { body: { providerId: 'kick' } });
    expect(body).toEqual({ code: 'PROVIDER_KICK_NOT_FOUND', message: 'Provider kick not found.' });
  });

  it('takes an empty account id as none, as forms send it, wherever one can be named', async () => {
    const { client } = await viaGoogle({ access_token: 'mine', refresh_token: 'rt' });
    const google = { providerId: 'google', accountId: '' };
    expect((await client.getAccessToken(google)).data?.accessToken).toBe('mine');
    social.fake.answer('/token', { access_token: 'fresh', expires_in: 60 });
    expect((await client.refreshToken(google)).error).toBeNull();
    const allowed = { account: { accountLinking: { allowUnlinkingAll: true } } };
    const { base } = await social.withOptions(social.optionsWith({}, allowed));
    const other = await signedUp(base);
    const credential = { providerId: 'credential', accountId: '' };
    expect((await other.client.unlinkAccount(credential)).data).toEqual({ status: true });
  });

  it('ignores whom a caller names', async () => {
    const { userId: other } = await viaGoogle();
    const { browser } = await signedUp();
    const body = { providerId: 'google', userId: other };
    expect((await browser.send('POST', '/get-access-token', { body })).body.code).toBe('ACCOUNT_NOT_FOUND');
  });
});

describe('POST /refresh-token', () => {
  it('always refreshes, and keeps what the answer does not repeat', async () => {
    const { client, userId } = await viaGoogle({ refresh_token: 'rt' });
    social.fake.answer('/token', { access_token: 'fresh', expires_in: 60, token_type: 'Bearer' });
    expect((await client.refreshToken({ providerId: 'google' })).data).toEqual({
      accessToken: 'fresh',
      refreshToken: 'rt',
      tokenType: 'Bearer',
      accessTokenExpiresAt: expect.any(Date),
      scopes: ['a', 'b'],
    });
    const asked = await social.stack.bus.ask(askRefreshedProviderToken, { providerId: 'google', userId });
    expect(asked).toMatchObject({ accessToken: 'fresh', refreshToken: 'rt' });
  });

  it('cannot without a refresh token', async () => {
    const { client } = await viaGoogle();
    expect((await client.refreshToken({ providerId: 'google' })).error?.code).toBe(
      'FAILED_TO_REFRESH_ACCESS_TOKEN',
    );
  });

  it('asked by another service, wants to know of whom', async () => {
    const asked = (userId?: string) =>
      social.stack.bus.ask(askProviderToken, { providerId: 'google', userId });
    await expect(asked()).rejects.toThrow('Either userId or session is required');
    await expect(asked('nobody')).rejects.toThrow('Account not found');
  });
});
