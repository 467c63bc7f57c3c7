import { fileURLToPath } from 'node:url';
import { createCountries } from '@tessera/kit/places/countries';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { signUpAs } from '../../test/admins.ts';
import { createBrowser } from '../../test/browser.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { IdentityOptions } from '../options.ts';
import { createPlaces } from './places.ts';

const sessionFrom = (ipAddress: string | null): AuthSession => ({
  id: 'session',
  token: 'token',
  userId: 'ada',
  expiresAt: new Date(0),
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ipAddress,
  userAgent: '',
  activeOrganizationId: null,
  impersonatedBy: null,
});

describe('where sessions are from', () => {
  const places = createPlaces(createCountries({ log: { warn: () => undefined } }));

  it.each([
    ['193.99.144.80', 'DE', 'public'],
    ['8.8.8.8', 'US', 'public'],
    ['2a02:2e0:3fe:1001:302:0:0:0', 'DE', 'public'],
    ['2a02:2e0:3fe:1001:302::', 'DE', 'public'],
    ['::ffff:193.99.144.80', 'DE', 'public'],
    ['0:0:0:0:0:ffff:c163:9050', 'DE', 'public'],
    ['127.0.0.1', null, 'private'],
    ['0:0:0:0:0:0:0:1', null, 'private'],
    ['10.1.2.3', null, 'private'],
    ['192.168.178.20', null, 'private'],
    ['::ffff:172.16.0.1', null, 'private'],
    ['169.254.1.1', null, 'private'],
    ['100.64.0.1', null, 'private'],
    ['fd00::1', null, 'private'],
    ['fe80::1', null, 'private'],
    // Kept for documents; the table has a country for the one of IPv6.
    ['192.0.2.1', null, 'public'],
    ['2001:db8::1', null, 'public'],
    ['240.0.0.1', null, 'public'],
    ['', null, null],
    [null, null, null],
    ['somewhere', null, null],
  ])('%s is of country %s and of a network that is %s', async (address, country, network) => {
    expect(await places.of([sessionFrom(address)])).toEqual([{ sessionId: 'session', country, network }]);
  });
});

it('may come from a file of the operator’s', () => {
  const countries = fileURLToPath(import.meta.resolve('./places.ts'));
  const advanced = (path: string) => ({ advanced: { ipAddress: { countries: path } } });
  expect(IdentityOptions.parse(advanced(countries)).advanced.ipAddress.countries).toBe(countries);
  expect(IdentityOptions.safeParse(advanced('/no/such/file.mmdb')).error?.issues[0]?.message).toBe(
    'there is no such file',
  );
});

describe('session-places', () => {
  let started: IdentityStack;
  beforeAll(async () => {
    started = await startIdentity();
  });
  afterAll(() => started.stop());

  const signInFrom = async ({ email, password }: { email: string; password: string }, address: string) => {
    const browser = createBrowser(started.base);
    const headers = { 'x-forwarded-for': address };
    expect(
      (await browser.send('POST', '/sign-in/email', { body: { email, password }, headers })).status,
    ).toBe(200);
    return browser;
  };
  const idsOf = async (userId: string) => {
    const rows: { id: string }[] = await started.stack.db.query(
      'SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at, id',
      [userId],
    );
    return rows.map(({ id }) => id);
  };

  it('tells of one’s own sessions alone', async () => {
    const ada = await signUp(started.base);
    const other = await signUp(started.base);
    await signInFrom(other, '193.99.144.80');
    const browser = await signInFrom(ada, '193.99.144.80');
    await signInFrom(ada, '192.168.178.20');
    const [first, second, third] = await idsOf(ada.id);
    const { body, setCookie } = await browser.send('GET', '/session-places');
    expect(body).toEqual([
      { sessionId: first, country: null, network: null },
      { sessionId: second, country: 'DE', network: 'public' },
      { sessionId: third, country: null, network: 'private' },
    ]);
    expect(setCookie).toEqual([]);
  });

  it('is for someone signed in', async () => {
    expect(await createBrowser(started.base).send('GET', '/session-places')).toMatchObject({
      status: 401,
      text: '',
    });
  });

  it('leaves the answer of list-sessions as it is', async () => {
    const ada = await signUp(started.base);
    const browser = await signInFrom(ada, '193.99.144.80');
    const { body } = await browser.send('GET', '/list-sessions');
    expect(Object.keys(body[1])).toEqual(Object.keys(sessionFrom('')));
  });

  it('tells those of a user to whoever may list them, and to nobody else', async () => {
    const ada = await signUp(started.base);
    await signInFrom(ada, '8.8.8.8');
    const ask = (browser: ReturnType<typeof createBrowser>) =>
      browser.send('POST', '/admin/user-session-places', { body: { userId: ada.id } });
    const admin = await signUpAs(started, 'admin');
    const { body } = await ask(admin.browser);
    const [, second] = await idsOf(ada.id);
    expect(body[1]).toEqual({ sessionId: second, country: 'US', network: 'public' });
    expect(await ask(ada.browser)).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS' },
    });
    expect((await ask(createBrowser(started.base))).status).toBe(401);
    const ofNobody = await admin.browser.send('POST', '/admin/user-session-places', {
      body: { userId: 'nobody' },
    });
    expect(ofNobody).toMatchObject({ status: 200, body: [] });
  });
});
