/** Whatever is sent to these routes, the answer is the contract's and never a failure of ours (OWASP ASVS 5.0: 2.2.1). */
import { createBrowser } from '../../test/browser.ts';
import { person } from '../../test/factories.ts';
import { locationOf, type Social, startSocial } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial();
});
afterAll(() => social.stop());

const long = 'x'.repeat(100_000);

describe.each([
  ['/sign-in/social', { provider: 'google' }],
  ['/link-social', { provider: 'google' }],
  ['/unlink-account', { providerId: 'google' }],
  ['/get-access-token', { providerId: 'google' }],
  ['/refresh-token', { providerId: 'google' }],
])('POST %s', (path, good) => {
  const [key = ''] = Object.keys(good);

  it.each([
    ['nothing', undefined],
    ['broken JSON', '{"provider":'],
    ['null', 'null'],
    ['a list', []],
    ['a text', '"google"'],
    ['a wrong type', { [key]: 7 }],
    ['a long text', { [key]: long }],
    ['half a surrogate pair', String.raw`{"provider":"\ud800","providerId":"\ud800"}`],
    ['a null character', String.raw`{"provider":"a\u0000","providerId":"a\u0000"}`],
  ])('refuses %s', async (_what, body) => {
    const browser = createBrowser(social.base);
    await browser.send('POST', '/sign-up/email', { body: person() });
    const headers = { 'content-type': 'application/json' };
    const answer = await browser.send('POST', path, { headers, ...(body !== undefined && { body }) });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ code: expect.any(String), message: expect.any(String) });
  });
});

describe('POST /sign-in/social', () => {
  it.each([
    [{ idToken: 'text' }],
    [{ idToken: {} }],
    [{ idToken: { token: 7 } }],
    [{ idToken: { token: long } }],
    [{ idToken: { token: 'a.b.c', expiresAt: 'soon' } }],
    [{ scopes: [7] }],
    [{ scopes: Array.from({ length: 101 }, () => 'a') }],
    [{ callbackURL: `/${long}` }],
    [{ callbackURL: ['/a'] }],
    [{ requestSignUp: 'yes' }],
    [{ loginHint: { a: 1 } }],
  ])('refuses a body with %p', async (own) => {
    const body = { provider: 'google', ...own };
    expect((await createBrowser(social.base).send('POST', '/sign-in/social', { body })).status).toBe(400);
  });
});

describe('/callback/:id', () => {
  it.each([
    ['GET', '/callback/google'],
    ['GET', `/callback/google?code=${'x'.repeat(9_000)}`],
    ['GET', '/callback/google?code[a]=1&state=s'],
    ['GET', '/callback/google?state=%ED%A0%80&code=c'],
    ['GET', '/callback/%2e%2e%2f?code=c&state=s'],
    ['GET', '/callback/__proto__?code=c&state=s'],
    ['POST', '/callback/google'],
    ['GET', '/callback/google?error=%0d%0aset-cookie:%20a=b'],
  ])('%s %s always sends the browser to a page that explains', async (method, path) => {
    const answer = await createBrowser(social.base).send(method, path);
    expect(answer.status).toBe(302);
    expect(locationOf(answer)).toMatch(/^http:\/\/localhost:3000\/api\/auth\/error\?error=[\w%-]+/);
    expect(answer.setCookie).toEqual([]);
  });
});
