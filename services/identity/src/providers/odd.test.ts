/** What is odd about single providers, and what may go wrong on a provider's side. */
import { type FakeProvider, startFakeProvider } from '../../test/fake-provider.ts';
import { IdentityOptions } from '../options.ts';
import { createProviders, type Provider } from './engine.ts';
import { callProvider, ProviderFailure } from './http.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.stop());

const configure = (id: string, own: object = {}): Provider => {
  const credentials = { clientId: 'the-id', clientSecret: 'the-secret', endpoints: fake.endpoints, ...own };
  const options = IdentityOptions.parse({ socialProviders: { [id]: credentials } });
  const provider = createProviders({ options, now: () => new Date() }).find(id);
  if (!provider) throw new Error(`${id} is not configured`);
  return provider;
};

const profileOf = (id: string, json: object, own: object = {}) => {
  fake.answer('/me', json);
  return configure(id, own).profileOf({ accessToken: 'at' });
};

describe('a profile of Discord', () => {
  it.each([
    [{ avatar: 'abc' }, 'avatars/7/abc.png'],
    [{ avatar: 'a_bc' }, 'avatars/7/a_bc.gif'],
    [{ avatar: null, discriminator: '1337' }, 'embed/avatars/2.png'],
    [{ avatar: null, discriminator: '0' }, 'embed/avatars/0.png'],
  ])('with %j has the picture %s', async (own, picture) =>
    expect(await profileOf('discord', { id: '7', username: 'ada', email: 'a@b.co', ...own })).toMatchObject({
      image: `https://cdn.discordapp.com/${picture}`,
    }),
  );
});

describe('a profile without a name', () => {
  it('is named by its address, as the provider spells it', async () =>
    expect(await profileOf('vk', { user: { user_id: 7, email: 'Ada@Example.com' } })).toMatchObject({
      name: 'Ada@Example.com',
      email: 'ada@example.com',
    }));
});

describe('a profile of GitHub', () => {
  it('is verified only if its own address is', async () => {
    fake.answer('/me/emails', [{ email: 'other@b.co', verified: true, primary: true }]);
    expect(await profileOf('github', { id: 7, login: 'ada', email: 'a@b.co' })).toMatchObject({
      email: 'a@b.co',
      emailVerified: false,
    });
  });

  it('is there without the right to read addresses', async () => {
    fake.answer('/me/emails', () => ({ status: 404, json: {} }));
    expect(await profileOf('github', { id: 7, login: 'ada', email: 'a@b.co' })).toMatchObject({
      email: 'a@b.co',
    });
  });
});

describe('a profile of GitLab', () => {
  it.each([[{ state: 'blocked' }], [{ state: 'active', locked: true }], [{}]])(
    'is refused with %j',
    async (own) =>
      expect(await profileOf('gitlab', { id: 7, username: 'ada', email: 'a@b.co', ...own })).toBeNull(),
  );
});

describe('the claims that Twitch is asked for', () => {
  it.each([
    [undefined, ['email', 'email_verified', 'preferred_username', 'picture']],
    [['updated_at'], ['email', 'email_verified', 'updated_at']],
    [
      ['picture', 'email'],
      ['email', 'email_verified', 'picture'],
    ],
  ])('with %j always hold the address', (claims, asked) => {
    const wanted = { state: 's', codeVerifier: 'v', redirectUri: 'http://localhost' };
    const url = new URL(configure('twitch', claims ? { claims } : {}).authorizationUrl(wanted));
    expect(JSON.parse(url.searchParams.get('claims') ?? '')).toEqual({
      id_token: Object.fromEntries(asked.map((claim) => [claim, null])),
    });
  });
});

describe('a profile of VK', () => {
  it('is none without an address', async () =>
    expect(await profileOf('vk', { user: { user_id: 7 } })).toBeNull());
});

describe('a profile of Facebook', () => {
  it('may be what an id token says, without a picture', async () => {
    const idToken = await fake.sign({
      sub: '7',
      name: 'Ada',
      email: 'a@b.co',
      picture: 'https://p.test/a.png',
    });
    expect(await configure('facebook').profileOf({ idToken })).toMatchObject({
      id: '7',
      image: null,
      emailVerified: true,
    });
  });
});

describe('a profile of Microsoft', () => {
  const claims = { sub: '7', name: 'Ada', email: 'a@b.co', picture: 'https://p.test/a.png' };

  it.each([[{ disableProfilePhoto: true }], [{ profilePhotoSize: 96 }]])(
    'with %j keeps the claim',
    async (own) => {
      fake.answer('/me/photos/48x48/$value', () => ({ body: Buffer.from('x') }));
      const idToken = await fake.sign(claims);
      const profile = await configure('microsoft', own).profileOf({ accessToken: 'at', idToken });
      expect(profile).toMatchObject({ image: claims.picture, emailVerified: true, isEmailProven: false });
    },
  );

  it('leaves out a picture that would not fit into a session', async () => {
    fake.answer('/me/photos/48x48/$value', () => ({ body: Buffer.alloc(200_000) }));
    const idToken = await fake.sign(claims);
    expect(await configure('microsoft').profileOf({ accessToken: 'at', idToken })).toMatchObject({
      image: claims.picture,
    });
  });

  it('uses the tenant that is configured', () => {
    const { authorization: _own, ...endpoints } = fake.endpoints;
    const url = configure('microsoft', { tenantId: 'acme', endpoints }).authorizationUrl({
      state: 's',
      codeVerifier: 'v',
      redirectUri: 'http://localhost',
    });
    expect(url).toContain('https://login.microsoftonline.com/acme/oauth2/v2.0/authorize?');
  });
});

describe('a profile', () => {
  it.each([
    ['nothing', {}],
    ['a list', []],
    ['an empty id', { id: '' }],
    ['an id of another kind', { id: { a: 1 } }],
  ])('is none when the provider answers %s', async (_what, json) =>
    expect(await profileOf('spotify', json)).toBeNull(),
  );

  it('is what the id token says when nothing may be fetched', async () => {
    const idToken = await fake.sign({ id: '7', email: 'a@b.co', aud: 'the-id' });
    const provider = configure('spotify', { getUserInfo: false });
    expect(await provider.profileOf({ idToken })).toMatchObject({ id: '7', email: 'a@b.co' });
    expect(await provider.profileOf({ accessToken: 'at' })).toBeNull();
  });
});

describe('options of a provider', () => {
  const urlOf = (id: string, own: object) =>
    new URL(
      configure(id, own).authorizationUrl({
        state: 's',
        codeVerifier: 'v',
        redirectUri: 'http://here',
        scopes: ['asked'],
      }),
    ).searchParams;

  it('decide the scopes', () => {
    expect(urlOf('google', { scope: ['more'] }).get('scope')).toBe('email profile openid more asked');
    expect(urlOf('google', { scope: ['more'], disableDefaultScope: true }).get('scope')).toBe('more asked');
    expect(urlOf('discord', { scope: ['more'] }).get('scope')).toBe('identify email asked more');
    expect(urlOf('microsoft', {}).get('scope')).toBe('openid profile email User.Read asked');
    expect(urlOf('tiktok', { clientKey: 'k', scope: ['more'] }).get('scope')).toBe(
      'user.info.profile,more,asked',
    );
    expect(urlOf('zoom', {}).get('scope')).toBeNull();
  });

  it('decide where people come back to, and how', () => {
    expect(urlOf('github', { redirectURI: 'https://app.example.com/cb' }).get('redirect_uri')).toBe(
      'https://app.example.com/cb',
    );
    expect(urlOf('google', { responseMode: 'form_post' }).get('response_mode')).toBe('form_post');
    expect(urlOf('github', { prompt: 'login+consent' }).get('prompt')).toBe('login consent');
    expect(urlOf('vk', { scheme: 'dark' }).get('scheme')).toBe('dark');
  });

  it('may name a GitLab of one’s own', () => {
    const own = configure('gitlab', { issuer: 'https://git.example.com/', endpoints: {} });
    const url = own.authorizationUrl({ state: 's', codeVerifier: 'v', redirectUri: 'http://here' });
    expect(url).toMatch(/^https:\/\/git\.example\.com\/oauth\/authorize\?/);
  });

  it('may leave out PKCE for Zoom', async () => {
    expect(urlOf('zoom', { pkce: false }).has('code_challenge')).toBe(false);
    fake.answer('/token', { access_token: 'at' });
    await configure('zoom', { pkce: false }).exchange({
      code: 'c',
      codeVerifier: 'v',
      redirectUri: 'http://here',
    });
    expect(fake.lastToken()?.body).not.toContain('code_verifier');
  });

  it('may turn a provider, or refreshing, off', () => {
    expect(configure('google', { refreshAccessToken: false }).refresh).toBeUndefined();
    expect(() => configure('google', { enabled: false })).toThrow('google is not configured');
  });

  it.each([
    [{ google: { clientId: 'a' } }, ['socialProviders', 'google', 'clientSecret']],
    [{ google: { clientId: 'a', clientSecret: 'b', tenantId: 'c' } }, ['socialProviders', 'google']],
    [{ myspace: { clientId: 'a', clientSecret: 'b' } }, ['socialProviders']],
    [{ tiktok: { clientId: 'a', clientSecret: 'b' } }, ['socialProviders', 'tiktok', 'clientKey']],
    [
      { github: { clientId: 'a', clientSecret: 'b', scope: ['a b'] } },
      ['socialProviders', 'github', 'scope', 0],
    ],
    [
      { github: { clientId: 'a', clientSecret: 'b', endpoints: { token: 'file:///x' } } },
      ['socialProviders', 'github', 'endpoints', 'token'],
    ],
  ])('refuse %j and name the key', (socialProviders, path) =>
    expect(IdentityOptions.safeParse({ socialProviders }).error?.issues[0]?.path).toEqual(path),
  );
});

describe('a call to a provider', () => {
  it('follows no redirect', async () => {
    fake.answer('/moved', () => ({ status: 302, location: `${fake.url}/me` }));
    await expect(callProvider(`${fake.url}/moved`)).rejects.toMatchObject({
      name: 'ProviderFailure',
      status: 302,
    });
  });

  it('reads no answer without end', async () => {
    fake.answer('/large', () => ({ body: Buffer.alloc(1_048_577) }));
    await expect(callProvider(`${fake.url}/large`)).rejects.toThrow('too large');
  });

  it('fails as expected when nobody is there', async () =>
    expect(callProvider('http://127.0.0.1:1/')).rejects.toBeInstanceOf(ProviderFailure));
});
