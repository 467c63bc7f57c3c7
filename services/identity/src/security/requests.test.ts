/** Forged and endless requests, at every route that changes something. ASVS: OWASP ASVS 5.0.0. */
import { type Browser, createBrowser } from '../../test/browser.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
let posts: string[];
let browser: Browser;
beforeAll(async () => {
  started = await startIdentity({
    trustedOrigins: ['https://app.example.com', '*.partners.test', 'myapp://'],
    emailVerification: { sendVerificationEmail: true },
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  });
  const internal = started.base.replace('/api/auth', '/internal/openapi.json');
  const { paths } = (await (await fetch(internal)).json()) as { paths: Record<string, { post?: object }> };
  posts = Object.entries(paths)
    .filter(([, { post }]) => post)
    .map(([path]) => path.replace('/api/auth', '').replace(/\{\w+\}/, 'google'));
  const { browser: own, client } = await signUp(started.base);
  // A cookie whose session has ended: whatever is let through by mistake changes nothing.
  await client.revokeSessions();
  browser = own;
});
afterAll(() => started.stop());

/** What every route answers, by route. */
const answersOf = async (sending: Parameters<Browser['send']>[2], query = '') =>
  Object.fromEntries(
    await Promise.all(
      posts.map(async (path) => {
        const { status, body } = await browser.send('POST', path + query, sending);
        return [path, body?.message ?? status] as const;
      }),
    ),
  );
const everywhere = (message: string) => Object.fromEntries(posts.map((path) => [path, message]));

it('knows the routes', () => {
  expect(posts.length).toBeGreaterThan(30);
  expect(posts).toContain('/sign-in/email');
});

describe('a page of another origin (CSRF, ASVS 3.5.1)', () => {
  it.each([
    ['by its origin', { origin: 'https://evil.example.com' }],
    ['without one', { origin: 'null' }],
    ['by its referer', { referer: 'https://evil.example.com/page' }],
    ['whose host begins like ours', { origin: 'http://localhost:3000.evil.example.com' }],
    ['whose host ends like a trusted one', { origin: 'https://evilpartners.test' }],
    ['at another port of a trusted host', { origin: 'https://a.partners.test:8443' }],
    ['of another scheme', { origin: 'https://localhost:3000' }],
  ])('is refused %s', async (_what, headers) =>
    expect(await answersOf({ body: {}, headers })).toEqual(everywhere('Invalid origin')),
  );

  it('is refused with a form, which needs no consent of the browser (ASVS 3.5.2)', async () => {
    const headers = { origin: 'https://evil.example.com' };
    expect(await answersOf({ body: new URLSearchParams({ a: 'b' }), headers })).toEqual(
      everywhere('Invalid origin'),
    );
  });
});

const evil = [
  'https://evil.example.com/',
  'http://localhost:3000.evil.example.com/',
  'http://localhost:3000@evil.example.com/',
  'http://localhost:30001/',
  'https://app.example.com.evil.example.com/',
  'https://app.example.com@evil.example.com/',
  'http://app.example.com/',
  '//evil.example.com',
  '/\\evil.example.com',
  '/%2fevil.example.com',
  '/%5Cevil.example.com',
  '/a:b',
  'evil',
  'javascript:alert(1)',
  'javascript://a.partners.test/%0aalert(1)',
  'data:text/html,x',
  'https://partners.test/',
  'https://a.partners.test:8443/',
  'https://evil.example.com/.partners.test',
  'https://evil.example.com#.partners.test',
  'https://evil.example.com?.partners.test',
  'https://a.partners.test.evil.example.com/',
  'myapp.evil://home',
  ' https://evil.example.com/',
  '/a\r\nset-cookie: evil=1',
];
const good = [
  ['/', '/?error=invalid_token'],
  ['/welcome?next=/a&x=%20y', '/welcome?next=/a&x=%20y&error=invalid_token'],
  ['http://localhost:3000/anywhere', 'http://localhost:3000/anywhere?error=invalid_token'],
  // In front of the fragment, which browsers keep to themselves.
  ['https://app.example.com/welcome#there', 'https://app.example.com/welcome?error=invalid_token#there'],
  ['https://a.b.partners.test/x?y', 'https://a.b.partners.test/x?y&error=invalid_token'],
  ['myapp://home', 'myapp://home?error=invalid_token'],
];
const query = (target: string) => new URLSearchParams({ token: 'x', callbackURL: target }).toString();

describe('a place that nobody trusts (open redirect, ASVS 3.7.2, 1.2.2)', () => {
  it.each(evil)('is refused by every route, in every field: %j', async (target) => {
    const fields = {
      callbackURL: 'Invalid callbackURL',
      redirectTo: 'Invalid redirectURL',
      errorCallbackURL: 'Invalid errorCallbackURL',
      newUserCallbackURL: 'Invalid newUserCallbackURL',
    };
    for (const [field, message] of Object.entries(fields))
      expect(await answersOf({ body: { [field]: target } })).toEqual(everywhere(message));
    expect(await answersOf({ body: {} }, `?${query(target)}`)).toEqual(everywhere('Invalid callbackURL'));
  });

  it.each(evil)('is refused by the links of mails: %j', async (target) => {
    for (const path of ['/verify-email', '/delete-user/callback', '/reset-password/x']) {
      const answer = await browser.send('GET', `${path}?${query(target)}`);
      expect([path, answer.status, answer.body?.message]).toEqual([path, 403, 'Invalid callbackURL']);
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  it.each(good)('is not %j', async (target, refused) => {
    const { status, headers } = await browser.send('GET', `/verify-email?${query(target)}`);
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(refused);
  });
});

describe('what has no shape or no end', () => {
  const json = { 'content-type': 'application/json' };
  it.each([
    ['half a body', '{"a":'],
    ['nothing', 'null'],
    ['a list', '[1]'],
    ['a text', '"text"'],
    ['a long value', JSON.stringify({ token: 'x'.repeat(900_000) })],
    ['too many bytes', JSON.stringify({ token: 'x'.repeat(2_000_000) })],
    ['a deep nest', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'],
  ])('is refused plainly: %s (ASVS 2.2.1, 15.3.6)', async (_what, body) => {
    const answers = Object.entries(await answersOf({ body, headers: json }));
    expect(answers.filter(([, answer]) => typeof answer === 'number' && answer >= 500)).toEqual([]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('is refused as a form of a hundred thousand fields', async () => {
    const body = Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await browser.send('POST', '/sign-in/email', { body, headers });
    expect([400, 413]).toContain(status);
  });

  it.each([
    ['a header', { 'x-anything': 'x'.repeat(20_000) }],
    ['a cookie', { cookie: `tessera.session_token=${'x'.repeat(20_000)}` }],
  ])('is refused as %s (ASVS 4.2.5)', async (_what, headers) => {
    const { status } = await createBrowser(started.base).send('GET', '/get-session', { headers });
    expect(status).toBe(431);
  });

  it('is refused as a query', async () => {
    const text = `/verify-email?token=${'x'.repeat(60_000)}`;
    expect((await createBrowser(started.base).send('GET', text)).status).toBe(431);
  });

  it.each([
    ['/update-user', { name: 'x'.repeat(100_000) }, 400],
    ['/update-user', { username: 'x'.repeat(100_000) }, 422],
    ['/change-email', { newEmail: `${'x'.repeat(100_000)}@example.com` }, 400],
    ['/change-password', { currentPassword: 'x', newPassword: 'x'.repeat(100_000) }, 400],
  ])('is refused by %s as a field of someone signed in', async (path, body, status) => {
    const ada = await signUp(started.base);
    expect((await ada.browser.send('POST', path, { body })).status).toBe(status);
    expect((await ada.client.listSessions()).data).toHaveLength(1);
  });

  it.each([
    ['/sign-up/email', { name: 'x'.repeat(100_000) }, 400],
    ['/sign-up/email', { email: `${'x'.repeat(100_000)}@example.com` }, 400],
    ['/sign-up/email', { password: 'x'.repeat(100_000) }, 400],
    ['/sign-up/email', { username: 'x'.repeat(100_000) }, 422],
    ['/sign-in/email', { email: `${'x'.repeat(100_000)}@example.com` }, 400],
    ['/sign-in/username', { username: 'x'.repeat(100_000), password: 'x' }, 422],
    ['/forget-password', { redirectTo: `/${'x'.repeat(100_000)}` }, 400],
  ])('is refused by %s as a field', async (path, own, status) => {
    const body = { name: 'A', email: 'a@example.com', password: 'long enough', ...own };
    expect((await createBrowser(started.base).send('POST', path, { body })).status).toBe(status);
  });
});
