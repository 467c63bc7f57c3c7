import { fileURLToPath } from 'node:url';
import { eventually } from '@tessera/kit/test/eventually';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { signUpAs } from '../../test/admins.ts';
import { createBrowser } from '../../test/browser.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { IdentityOptions } from '../options.ts';
import { createPlaces, openTableAt } from './places.ts';

const tablePackage = '@ip-location-db/geo-whois-asn-country-mmdb';
const warned: string[] = [];
const log = { warn: (_: unknown, message?: string) => void warned.push(message ?? '') };

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
  const places = createPlaces({ log });

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

describe('the table of countries', () => {
  const germany = { get: () => ({ country_code: 'DE' }) };
  const opening = (answer: () => Promise<typeof germany>) => {
    const opened = { times: 0 };
    const open = () => {
      opened.times += 1;
      return answer();
    };
    return { opened, open };
  };

  it('is read when it is first needed, and once for many', async () => {
    const { opened, open } = opening(async () => germany);
    const places = createPlaces({ log, open });
    await places.of([sessionFrom('127.0.0.1')]);
    expect(opened.times).toBe(0);
    await Promise.all([places.of([sessionFrom('8.8.8.8')]), places.of([sessionFrom('8.8.4.4')])]);
    await places.of([sessionFrom('8.8.8.8')]);
    expect(opened.times).toBe(1);
  });

  it('is let go when nobody has asked for a while', async () => {
    const { opened, open } = opening(async () => germany);
    const places = createPlaces({ log, open, kept: 0 });
    await eventually(async () => {
      await places.of([sessionFrom('8.8.8.8')]);
      expect(opened.times).toBeGreaterThan(1);
    });
  });

  it('is read again after that failed, which takes only the countries away', async () => {
    warned.length = 0;
    const answers = [async () => Promise.reject(new Error('no such file'))];
    const places = createPlaces({ log, open: () => (answers.shift() ?? (async () => germany))() });
    expect(await places.of([sessionFrom('8.8.8.8')])).toMatchObject([{ country: null, network: 'public' }]);
    expect(warned).toEqual(['the table of countries could not be read']);
    expect(await places.of([sessionFrom('8.8.8.8')])).toMatchObject([{ country: 'DE' }]);
  });

  it('may be one of the operator’s, also in the words of MaxMind', async () => {
    const countries = fileURLToPath(import.meta.resolve(`${tablePackage}/geo-whois-asn-country-ipv4.mmdb`));
    const advanced = (path: string) => ({ advanced: { ipAddress: { countries: path } } });
    expect(IdentityOptions.parse(advanced(countries)).advanced.ipAddress.countries).toBe(countries);
    expect(IdentityOptions.safeParse(advanced('/no/such/file.mmdb')).error?.issues[0]?.message).toBe(
      'there is no such file',
    );
    const ofVersion4 = createPlaces({ log, open: openTableAt(countries) });
    expect(await ofVersion4.of([sessionFrom('193.99.144.80')])).toMatchObject([{ country: 'DE' }]);
    const words = { country: { iso_code: 'DE', names: { en: 'Germany' } } };
    const places = createPlaces({ log, open: async () => ({ get: () => words }) });
    expect(await places.of([sessionFrom('8.8.8.8')])).toMatchObject([{ country: 'DE' }]);
  });

  it.each([[{}], [{ country_code: '' }], [{ country_code: 'unknown' }], [null]])(
    'says nothing by a row that is no country: %j',
    async (row) => {
      const places = createPlaces({ log, open: async () => ({ get: () => row }) });
      expect(await places.of([sessionFrom('8.8.8.8')])).toMatchObject([{ country: null }]);
    },
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
