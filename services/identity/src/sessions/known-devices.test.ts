import { eventually } from '@tessera/kit/test/eventually';
import { signUpAs } from '../../test/admins.ts';
import { createBrowser } from '../../test/browser.ts';
import { mailTo, type SignedUp, signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';

const firefox = (version: number) =>
  `Mozilla/5.0 (Windows NT 10.0; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

type Person = Pick<SignedUp, 'email' | 'password'>;

const signIn = async ({ email, password }: Person, userAgent: string, more: Record<string, string> = {}) => {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': '193.99.144.80', ...more };
  const browser = createBrowser(started.base);
  const { status } = await browser.send('POST', '/sign-in/email', { body: { email, password }, headers });
  expect(status).toBe(200);
};

const noticesTo = ({ email }: Person) =>
  started.mails.filter((mail) => mail.to === email && mail.type === 'new-sign-in');
/** Waits until this many have come. Mails to one account follow the order of its sign-ins. */
const untilNotices = (person: Person, count: number) =>
  eventually(() => {
    const notices = noticesTo(person);
    expect(notices).toHaveLength(count);
    return notices;
  });

describe('a sign-in from a new device', () => {
  it('is told to the account, with the device, the address, the country and a way to end it', async () => {
    const ada = await signUp(started.base);
    await signIn(ada, firefox(140));
    const mail = await mailTo(started, ada.email, 'new-sign-in');
    expect(mail.text).toContain('Device: Firefox on Windows');
    expect(mail.text).toMatch(/Time: \w+ \d+, \d{4} at .+ UTC/);
    expect(mail.text).toContain('IP address: 193.99.144.80');
    expect(mail.text).toContain('Place: Germany (estimated)');
    expect(mail.url.pathname).toBe('/account/sessions');
  });

  it('is told once per device, whatever its version, and not of programs that were there before', async () => {
    const ada = await signUp(started.base);
    for (const agent of [
      'node',
      firefox(140),
      firefox(141),
      'curl/8.5.0',
      'curl/8.6.0',
      'node',
      firefox(140),
    ])
      await signIn(ada, agent);
    await signIn(ada, safari);
    const notices = await eventually(() => {
      const found = noticesTo(ada);
      expect(found.some(({ text }) => text.includes('Safari on iPhone'))).toBe(true);
      expect(found.length).toBeGreaterThan(2);
      return found;
    });
    expect(notices.map(({ text }) => /Device: (.+)/.exec(text)?.[1] ?? '').toSorted()).toEqual([
      'Firefox on Windows',
      'Safari on iPhone',
      'curl',
    ]);
  });

  it('is not told of the sign-up, nor of the first sign-in where that comes later', async () => {
    const options = { emailAndPassword: { autoSignIn: false } };
    const { base } = await started.withOptions(options);
    const grace = await signUp(base);
    await signIn(grace, firefox(140));
    await signIn(grace, safari);
    const [notice] = await untilNotices(grace, 1);
    expect(notice?.text).toContain('Safari on iPhone');
  });

  it('is not told of an administrator who looks at the account', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    const headers = { 'user-agent': firefox(140) };
    const { status } = await admin.browser.send('POST', '/admin/impersonate-user', {
      body: { userId: ada.id },
      headers,
    });
    expect(status).toBe(200);
    await signIn(ada, safari);
    await untilNotices(ada, 1);
    await signIn(ada, firefox(140));
    await untilNotices(ada, 2);
  });

  it('is judged by the open sessions of an account that is older than the list of its devices', async () => {
    const ada = await signUp(started.base);
    await signIn(ada, firefox(140));
    await untilNotices(ada, 1);
    await started.stack.db.query('DELETE FROM known_devices WHERE user_id = $1', [ada.id]);
    await signIn(ada, firefox(141));
    await started.stack.db.query('DELETE FROM known_devices WHERE user_id = $1', [ada.id]);
    await signIn(ada, safari);
    const notices = await untilNotices(ada, 2);
    expect(notices.at(-1)?.text).toContain('Safari on iPhone');
  });

  it('is told in the language of the account, and without what nobody knows', async () => {
    const ada = await signUp(started.base);
    const { status } = await ada.browser.send('POST', '/preferences', {
      body: { language: 'de' },
      headers: { origin: 'http://localhost:3000' },
    });
    expect(status).toBe(200);
    await signIn(ada, '(visit evil.example)', { 'x-forwarded-for': '' });
    const mail = await mailTo(started, ada.email, 'new-sign-in');
    expect(mail.subject).toMatch(/^Neue Anmeldung bei Ihrem Konto/);
    expect(mail.text).toContain('Gerät: Unbekanntes Gerät');
    expect(mail.text).not.toMatch(/evil|IP-Adresse|Ort:/);
  });
});
