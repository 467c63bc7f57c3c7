/** Each row of the provider table, against a provider that checks what it is sent. No database is needed for this. */
import { createHash } from 'node:crypto';
import { type FakeProvider, startFakeProvider } from '../../test/fake-provider.ts';
import type { ProviderCase } from '../../test/provider-case.ts';
import { providerCases } from '../../test/provider-cases.ts';
import { IdentityOptions } from '../options.ts';
import { createProviders, type Provider } from './engine.ts';
import { type ProviderOptions, SocialProviders } from './options.ts';
import { providerTable } from './table.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
beforeEach(() => void fake.sent.splice(0));
afterAll(() => fake.stop());

const now = new Date('2026-01-15T12:00:00.000Z');
const codeVerifier = 'v'.repeat(128);
const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
const redirectUri = 'http://localhost:3000/api/auth/callback/it';

const configure = ({ id, options }: Pick<ProviderCase, 'id' | 'options'>, own: object = {}): Provider => {
  const whole = {
    clientId: 'the-id',
    clientSecret: 'the-secret',
    endpoints: fake.endpoints,
    ...options,
    ...own,
  };
  const parsed = IdentityOptions.parse({ socialProviders: { [id]: whole } });
  const provider = createProviders({ options: parsed, now: () => now }).find(id);
  if (!provider) throw new Error(`${id} is not configured`);
  return provider;
};

const redirect = { state: 'the-state', codeVerifier, redirectUri, loginHint: 'hint' };
const basic = `Basic ${Buffer.from('the-id:the-secret').toString('base64')}`;

const expectedForm = ({ id, exchange = {} }: ProviderCase): [string, string][] => {
  const own = { code_verifier: codeVerifier, client_key: 'the-key', device_id: 'the-device' };
  const extra = (exchange.fields ?? []).map((name): [string, string] => [
    name,
    own[name as keyof typeof own],
  ]);
  return [
    ['grant_type', 'authorization_code'],
    ['code', 'the-code'],
    ...extra,
    ['redirect_uri', redirectUri],
    ...(exchange.basic
      ? []
      : [
          ...(id === 'tiktok' ? [] : [['client_id', 'the-id'] as [string, string]]),
          ['client_secret', 'the-secret'] as [string, string],
        ]),
  ];
};

describe.each(providerCases)('$id', (one) => {
  it('has the endpoints of the contract', () => {
    const [authorization, token, refresh, userInfo] = one.own;
    const parsed = SocialProviders.parse({
      [one.id]: { clientId: 'the-id', clientSecret: 'the-secret', ...one.options },
    })[one.id] as ProviderOptions;
    const endpoints = providerTable[one.id].endpoints(parsed);
    expect(endpoints).toMatchObject({ authorization, token, refresh });
    expect(endpoints.userInfo).toBe(userInfo);
  });

  it('is asked for a code with just these parameters, in this order', () => {
    const [address, query] = configure(one).authorizationUrl(redirect).split('?');
    expect(address).toBe(fake.endpoints.authorization);
    const expected = one.authorize
      .replace('redirect_uri=R', `redirect_uri=${encodeURIComponent(redirectUri)}`)
      .replace('code_challenge=C', `code_challenge=${challenge}`);
    expect(query).toBe(expected);
    expect(query).not.toContain('the-secret');
  });

  it('is given the code in the form and with the headers that it wants', async () => {
    fake.answer('/token', {
      access_token: 'at',
      refresh_token: 'rt',
      expires_in: 3600,
      scope: 'a b',
      token_type: 'bearer',
    });
    const tokens = await configure(one).exchange({
      code: 'the-code',
      codeVerifier,
      redirectUri,
      deviceId: 'the-device',
    });
    const sent = fake.lastToken();
    expect(sent?.method).toBe('POST');
    expect(sent?.form).toEqual(expectedForm(one));
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      accept: one.exchange?.accept ?? 'application/json',
      'user-agent': 'better-auth',
    });
    expect(sent?.headers.authorization).toBe(one.exchange?.basic ? basic : undefined);
    expect(tokens).toEqual({
      accessToken: 'at',
      refreshToken: 'rt',
      idToken: undefined,
      tokenType: 'bearer',
      accessTokenExpiresAt: new Date('2026-01-15T13:00:00.000Z'),
      refreshTokenExpiresAt: undefined,
      scopes: ['a', 'b'],
    });
  });

  it('tells who someone is', async () => {
    for (const [path, reply] of Object.entries(one.replies ?? {})) fake.answer(path, reply);
    const idToken = one.claims && (await fake.sign({ ...one.claims, aud: 'the-id' }));
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const profile = await configure(one).profileOf({ accessToken: 'at', idToken }, user);
    expect(profile).toEqual({ ...one.profile, isEmailProven: expect.any(Boolean) });
    expect(fake.sent.map(({ method, path, query }) => `${method} ${path}${query && `?${query}`}`)).toEqual(
      one.asked ?? [],
    );
    if (one.id === 'vk')
      expect(fake.sent[0]?.form).toEqual([
        ['access_token', 'at'],
        ['client_id', 'the-id'],
      ]);
    else for (const { headers } of fake.sent) expect(headers.authorization).toBe('Bearer at');
  });

  it('refreshes tokens, where it can', async () => {
    fake.answer('/token', { access_token: 'new', expires_in: '60' });
    const { refresh } = configure(one);
    if (one.own[2] === null) return expect(refresh).toBeUndefined();
    expect(await refresh?.('the-refresh-token')).toMatchObject({
      accessToken: 'new',
      refreshToken: undefined,
      accessTokenExpiresAt: new Date('2026-01-15T12:01:00.000Z'),
    });
    const sent = fake.lastToken();
    expect(sent?.form).toEqual([
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'the-refresh-token'],
      ...(one.id === 'tiktok' ? [['client_key', 'the-key']] : []),
      // The secret stands in one place, as RFC 6749 (section 2.3) wants it.
      ...(one.exchange?.basic || one.id === 'tiktok' ? [] : [['client_id', 'the-id']]),
      ...(one.exchange?.basic ? [] : [['client_secret', 'the-secret']]),
    ]);
    expect(sent?.headers['user-agent']).toBeUndefined();
    expect(sent?.headers.authorization).toBe(one.exchange?.basic ? basic : undefined);
  });
});
