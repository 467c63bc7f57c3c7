/** What callers write into headers, addresses and mails. ASVS: OWASP ASVS 5.0.0. */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createBrowser } from '../../test/browser.ts';
import { mailTo, pathOf, signUp } from '../../test/client.ts';
import { person } from '../../test/factories.ts';
import { type Social, startSocial } from '../../test/social.ts';

let social: Social;
beforeAll(async () => {
  social = await startSocial({
    emailVerification: { sendVerificationEmail: true },
    user: { deleteUser: { enabled: true } },
  });
});
afterAll(() => social.stop());

/** Sends bytes as they are, and answers the first line of what comes back. */
const sendRaw = async (lines: string[]): Promise<string> => {
  const { hostname, port } = new URL(social.base);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return text;
};

/** A request with headers that `fetch` would not send. */
const post = (path: string, body: object, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const url = new URL(social.base + path);
    const req = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
    req.on('error', reject).on('response', (res) => {
      let text = '';
      res.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve(text));
    });
    req.end(JSON.stringify(body));
  });

describe('a header of an answer (ASVS 1.2.1)', () => {
  it.each(['/a\r\nset-cookie: evil=1', '/a%0d%0aset-cookie:%20evil=1', '/a\u2028b', '/a\0'])(
    'is not written by a caller: %j',
    async (target) => {
      const { browser } = await signUp(social.base);
      const query = new URLSearchParams({ token: 'x', callbackURL: target }).toString();
      for (const path of ['/verify-email', '/delete-user/callback', '/reset-password/x']) {
        const answer = await browser.send('GET', `${path}?${query}`);
        expect([path, [400, 403].includes(answer.status)]).toEqual([path, true]);
        expect([...answer.headers].flat().join()).not.toContain('evil');
      }
    },
  );

  it.each([
    ['error', 'a\r\nset-cookie: evil=1'],
    ['error_description', 'a\r\nset-cookie: evil=1'],
    ['state', 'a\r\nset-cookie: evil=1'],
  ])('is not written by who comes back from a provider: %s', async (field, value) => {
    const query = new URLSearchParams({ error: 'x', [field]: value }).toString();
    const answer = await createBrowser(social.base).send('GET', `/callback/google?${query}`);
    expect([answer.status, answer.setCookie]).toEqual([302, []]);
    expect(answer.headers.get('location')).not.toMatch(/[\r\n]/);
  });

  it('keeps a trusted address as it was, with what belongs to it', async () => {
    const ada = await signUp(social.base);
    await ada.client.forgetPassword({ email: ada.email, redirectTo: '/page?x=1' });
    const mail = await mailTo(social, ada.email, 'reset-password');
    const answer = await ada.browser.send('GET', pathOf(mail.url));
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/page?x=1&token=${mail.token}`);
  });
});

describe('a header of a request (ASVS 4.1.3)', () => {
  it.each([
    ['a bare line feed', 'x-forwarded-for: 1.1.1.1\nx-evil: 1'],
    ['a bare carriage return', 'x-forwarded-for: 1.1.1.1\rx-evil: 1'],
    ['a null', 'user-agent: a\0b'],
  ])('is refused with %s', async (_what, line) =>
    expect(
      await sendRaw(['GET /api/auth/get-session HTTP/1.1', 'host: a', 'connection: close', line]),
    ).toMatch(/^HTTP\/1\.1 400/),
  );

  it('is refused with two lengths, or a length beside chunks (ASVS 4.2.1)', async () => {
    const start = ['POST /api/auth/sign-out HTTP/1.1', 'host: a', 'connection: close'];
    for (const lines of [
      ['content-length: 2', 'content-length: 3'],
      ['content-length: 2', 'transfer-encoding: chunked'],
    ])
      expect(await sendRaw([...start, ...lines])).toMatch(/^HTTP\/1\.1 400/);
  });

  it.each([
    [{ host: 'evil.example.com' }],
    [{ 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' }],
    [{ forwarded: 'host=evil.example.com;proto=https' }],
  ])('names no place of ours: %j', async (headers: Record<string, string>) => {
    const ada = await signUp(social.base);
    await post('/forget-password', { email: ada.email, redirectTo: '/reset' }, headers);
    const mail = await mailTo(social, ada.email, 'reset-password');
    expect(mail.url.origin).toBe('http://localhost:3000');
    expect(mail.html + mail.text).not.toContain('evil.example.com');
    const reply = JSON.parse(await post('/sign-in/social', { provider: 'google' }, headers));
    expect(new URL(reply.url).searchParams.get('redirect_uri')).toBe(
      'http://localhost:3000/api/auth/callback/google',
    );
    const target = `https://evil.example.com/`;
    const refused = await post('/sign-in/social', { provider: 'google', callbackURL: target }, headers);
    expect(JSON.parse(refused).message).toBe('Invalid callbackURL');
  });

  it('tells of a caller only what an address may be', async () => {
    for (const address of ['1.1.1.1<script>', 'unknown', '"1.1.1.1"', '1.1.1.1;x', 'a'.repeat(500)]) {
      const answer = await createBrowser(social.base).send('POST', '/sign-up/email', {
        body: person(),
        headers: { 'x-forwarded-for': address },
      });
      const [row] = await social.stack.db.query('SELECT ip_address FROM sessions WHERE token = $1', [
        answer.body.token,
      ]);
      expect([address, row.ip_address]).toEqual([address, '']);
    }
  });
});

describe('the address of a provider (ASVS 1.2.2)', () => {
  it.each(['a\r\nb', 'x&redirect_uri=https://evil.example.com', '#x', 'ü?'])(
    'holds a hint as one value: %j',
    async (loginHint) => {
      const body = { provider: 'google', loginHint };
      const { body: reply } = await createBrowser(social.base).send('POST', '/sign-in/social', { body });
      const { searchParams, hash } = new URL(reply.url);
      expect([searchParams.get('login_hint'), hash]).toEqual([loginHint, '']);
      expect(searchParams.getAll('redirect_uri')).toEqual(['http://localhost:3000/api/auth/callback/google']);
      expect(reply.url).not.toMatch(/[\r\n]/);
    },
  );
});

describe('a mail (ASVS 1.3.11, 1.2.1)', () => {
  it('takes no header and no markup from a name', async () => {
    const name = 'Ada\r\nBcc: evil@example.com <img src=x>';
    const ada = await signUp(social.base, { name });
    await ada.client.sendVerificationEmail({ email: ada.email });
    const mail = await mailTo(social, ada.email, 'verification');
    expect([mail.to, mail.subject]).toEqual([ada.email, expect.not.stringMatching(/[\r\n]/)]);
    expect(mail.html).not.toContain('<img src=x>');
  });

  it.each(['a@example.com\r\nBcc: evil@example.com', 'a@example.com,evil@example.com', '<a@example.com>'])(
    'goes to no address like %j',
    async (email) => {
      const { status } = await createBrowser(social.base).send('POST', '/sign-up/email', {
        body: { ...person(), email },
      });
      expect(status).toBe(400);
    },
  );
});
