/** Whatever is sent, the answer is the contract's and never a failure of ours. */
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { createIdentityApp } from '../app.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const json = { 'content-type': 'application/json' };
const send = (method: string, path: string, body?: string, headers: Record<string, string> = json) =>
  createBrowser(started.base).send(method, path, { ...(body !== undefined && { body }), headers });

const forSignIn = (own: object) => JSON.stringify({ email: 'a@example.com', password: 'password', ...own });

const bodies: [string, string | undefined, Record<string, string>?][] = [
  ['nothing', undefined],
  ['an empty text', ''],
  ['broken JSON', '{"email":'],
  ['a number', '1'],
  ['null', 'null'],
  ['a list', '[]'],
  ['plain text', 'email=a', { 'content-type': 'text/plain' }],
  ['no type at all', forSignIn({}), { 'content-type': '' }],
  ['a multipart body without parts', 'x', { 'content-type': 'multipart/form-data; boundary=b' }],
  [
    'a multipart body of a thousand fields',
    `${'--b\r\ncontent-disposition: form-data; name="email"\r\n\r\na\r\n'.repeat(1_000)}--b--`,
    { 'content-type': 'multipart/form-data; boundary=b' },
  ],
  ['a multipart body without boundary', 'x', { 'content-type': 'multipart/form-data' }],
  ['a NUL byte', '{"email":"a\u0000"}'],
  ['an escaped NUL', String.raw`{"email":"a\u0000@example.com","password":"password","name":"a"}`],
  [
    'a NUL in a form',
    'email=a%00%40example.com&password=p%00&name=%00',
    { 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [
    'half a surrogate pair',
    String.raw`{"email":"b@example.com","password":"password\ud800","name":"\ud800"}`,
  ],
  ['an object as email', forSignIn({ email: {} })],
  ['a list as password', forSignIn({ password: ['password'] })],
  ['a number as name', forSignIn({ name: 1, rememberMe: null })],
  ['a number as image', forSignIn({ name: 'A', image: 1, rememberMe: null })],
  ['an object as callback', forSignIn({ callbackURL: { a: 1 } })],
  ['a text as rememberMe', forSignIn({ name: 'A', email: 'nobody', rememberMe: 'yes' })],
  ['a very long email', forSignIn({ name: 'A', email: `${'a'.repeat(100_000)}@example.com` })],
  ['a very long name', forSignIn({ name: 'x'.repeat(100_000), rememberMe: null })],
  ['a prototype', '{"__proto__":{"email":"a@example.com"},"constructor":{"prototype":{}}}'],
];

describe.each(['/sign-up/email', '/sign-in/email'])('POST %s', (path) => {
  it.each(bodies)('refuses %s', async (_what, body, headers = json) => {
    const answer = await send('POST', path, body, headers);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body).toEqual({ code: expect.any(String), message: expect.any(String) });
    expect(answer.setCookie).toEqual([]);
  });

  it('refuses a body that is too large', async () =>
    expect((await send('POST', path, forSignIn({ name: 'x'.repeat(1_100_000) }))).status).toBe(413));

  it('tells broken JSON in the words of the contract', async () =>
    expect((await send('POST', path, '{')).body).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'Invalid body parameters',
    }));
});

describe('strange requests', () => {
  it.each([
    ['POST', '/sign-out', '{'],
    ['POST', '/sign-out', '{"a":"\u0000"}'],
    ['GET', '/get-session?disableRefresh=%00', undefined],
    ['GET', '/verify-email?token=%00', undefined],
    ['GET', '/verify-email?token[a]=b', undefined],
  ])('%s %s is refused', async (method, path, body) =>
    expect((await send(method, path, body)).status).toBe(400),
  );

  it.each([
    'tessera.session_token=%E0%A4%A',
    'tessera.session_token=;;;=;',
    'tessera.session_token="',
    `tessera.session_token=${'x'.repeat(8_000)}`,
    'tessera.session_data=bnVsbA; tessera.session_token=a.b',
    '__proto__=1; constructor=2',
  ])('nobody is signed in with the cookies %s', async (cookie) =>
    expect(await send('GET', '/get-session', undefined, { cookie })).toMatchObject({
      status: 200,
      text: 'null',
    }),
  );

  it('takes no address that is none', async () => {
    const answers = await Promise.all(
      ['not an address', '::1', '1.2.3', '2001:db8:0:0:0:0:0:1'].map((address, index) =>
        send(
          'POST',
          '/sign-up/email',
          JSON.stringify({ name: 'A', email: `ip-${index}@example.com`, password: 'password' }),
          {
            ...json,
            'x-forwarded-for': address,
          },
        ),
      ),
    );
    const rows = await Promise.all(
      answers.map(({ body }) =>
        started.stack.db.query('SELECT ip_address FROM sessions WHERE token = $1', [body.token]),
      ),
    );
    expect(rows.map(([row]) => row.ip_address)).toEqual(['', '', '', '2001:db8:0:0:0:0:0:1']);
  });
});

describe('what is not there', () => {
  it.each([
    ['GET', '/sign-in/email'],
    ['POST', '/get-session'],
    ['POST', '/Sign-In/Email'],
    ['OPTIONS', '/sign-in/email'],
    ['HEAD', '/get-session'],
    ['POST', '/list-sessions'],
    ['DELETE', '/sign-out'],
    ['GET', ''],
  ])('%s %s answers 404 without a body', async (method, path) => {
    const answer = await send(method, path, undefined, {});
    expect(answer).toMatchObject({ status: 404, text: '' });
    expect(answer.headers.get('content-type')).toBeNull();
  });

  it('finds a route in spite of a slash at its end', async () =>
    expect((await send('GET', '/ok/', undefined, {})).body).toEqual({ ok: true }));
});

describe('a failure of ours', () => {
  it('is told in the words of the contract, says nothing else, and is logged', async () => {
    const { identity, stack } = started;
    const find = () => Promise.reject(new Error('broken'));
    const app = createIdentityApp({ ...identity, sessionCache: { ...identity.sessionCache, find } }, stack);
    const browser = createBrowser(`${await stack.serve(app)}/api/auth`);
    const body = { name: 'A', email: 'failing@example.com', password: 'password' };
    await browser.send('POST', '/sign-up/email', { body });
    const answer = await browser.send('GET', '/get-session?disableCookieCache=true');
    expect(answer).toMatchObject({ status: 500, setCookie: [] });
    expect(answer.body).toEqual({ code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' });
    expect(stack.log.lines().some(({ msg }) => msg === 'the session of a request could not be read')).toBe(
      true,
    );
  });
});
