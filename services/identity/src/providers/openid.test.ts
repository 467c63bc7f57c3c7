/** Google and Microsoft, in front of a certified OpenID provider. */
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../../test/openid-provider.ts';

const client = { clientId: 'the-id', clientSecret: 'the secret, with & and +' };
const grace = {
  sub: 'grace',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  email_verified: true,
  picture: 'https://p.test/g.png',
};

let openId: OpenIdProvider;
let started: IdentityStack;
beforeAll(async () => {
  const redirectUris = ['google', 'microsoft'].map((id) => `http://localhost:3000/api/auth/callback/${id}`);
  openId = await startOpenIdProvider({ ...client, redirectUris }, grace);
  const { endpoints, url } = openId;
  const nowhere = { userInfo: `${url}/nowhere` };
  started = await startIdentity({
    socialProviders: {
      google: { ...client, endpoints, verifyIdToken: { issuer: url } },
      microsoft: { ...client, endpoints: { ...endpoints, ...nowhere } },
    },
  });
});
afterAll(async () => {
  await started.stop();
  await openId.stop();
});

const signIn = async (provider: string) => {
  const browser = createBrowser(started.base);
  const { body } = await browser.send('POST', '/sign-in/social', {
    body: { provider, callbackURL: '/home' },
  });
  const back = await openId.visit(body.url);
  const answer = await browser.send('GET', back.href.slice('http://localhost:3000/api/auth'.length));
  return { browser, location: answer.headers.get('location'), back };
};

describe.each(['google', 'microsoft'])('signing in with %s', (provider) => {
  it('brings back who someone is, and tokens that can be refreshed', async () => {
    const { browser, location } = await signIn(provider);
    expect(location).toBe('/home');
    const { user } = (await browser.send('GET', '/get-session')).body;
    expect(user).toMatchObject({
      name: grace.name,
      email: grace.email,
      emailVerified: true,
      image: grace.picture,
    });

    const body = { providerId: provider };
    const { accessToken } = (await browser.send('POST', '/get-access-token', { body })).body;
    const refreshed = (await browser.send('POST', '/refresh-token', { body })).body;
    expect(refreshed.accessToken).toEqual(expect.any(String));
    expect(refreshed.accessToken).not.toBe(accessToken);
    expect(refreshed.idToken).toEqual(expect.any(String));
  });

  it('takes a code once', async () => {
    const { back, location } = await signIn(provider);
    expect(location).toBe('/home');
    const browser = createBrowser(started.base);
    const start = await browser.send('POST', '/sign-in/social', { body: { provider } });
    const state = new URL(start.body.url).searchParams.get('state');
    const again = `/callback/${provider}?code=${back.searchParams.get('code')}&state=${state}`;
    expect((await browser.send('GET', again)).headers.get('location')).toContain('error=invalid_code');
  });
});

describe('an id token of the provider', () => {
  it('signs in by itself, while its signature holds', async () => {
    const { browser } = await signIn('google');
    const { idToken } = (await browser.send('POST', '/refresh-token', { body: { providerId: 'google' } }))
      .body;
    const present = (token: string) =>
      createBrowser(started.base).send('POST', '/sign-in/social', {
        body: { provider: 'google', idToken: { token } },
      });
    expect(await present(idToken)).toMatchObject({ status: 200, body: { user: { email: grace.email } } });
    const [head, payload, signature] = idToken.split('.');
    expect((await present(`${head}.${payload}x.${signature}`)).status).toBe(401);
  });
});
