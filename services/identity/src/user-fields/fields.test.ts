/** Fields that a configuration adds to users (contracts/auth.md, sections 2 and 8), wherever a user is shown. */
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { createClient as connect } from 'redis';
import { createBrowser } from '../../test/browser.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import { additionalFields, given } from '../../test/fields.ts';
import { renewCachedSessions } from '../session-store/cache-sync.ts';
import { drainCacheQueue } from '../sessions/sweeper.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ user: { additionalFields } });
});
afterAll(() => started.stop());

const shown = () => ({
  company: 'Analytical Engines',
  age: 36,
  isPartner: false,
  since: '2020-05-01T10:00:00.000Z',
  joined: started.stack.clock.now().toISOString(),
  tags: ['founder'],
  scores: [1, 2.5],
  level: 'basic',
  badge: null,
});
const join = (own: Record<string, unknown> = {}, base = started.base) => signUp(base, { ...given, ...own });
const sendSignUp = (own: Record<string, unknown>) =>
  createBrowser(started.base).send('POST', '/sign-up/email', { body: person({ ...given, ...own }) });
const kept = async (id: string) =>
  (await started.stack.db.query('SELECT additional FROM users WHERE id = $1', [id]))[0].additional;

describe('sign-up', () => {
  it('takes the fields, gives each defaultValue, and shows them from every source unless returned is false', async () => {
    const ada = await join();
    const expected = shown();
    const fresh = await ada.browser.send('GET', '/get-session?disableCookieCache=true');
    expect(fresh.body.user).toMatchObject(expected);
    expect((await ada.browser.send('GET', '/get-session')).body).toEqual(fresh.body);
    await started.identity.sessionCache.write(ada.token, null, 0);
    expect((await ada.browser.send('GET', '/get-session?disableCookieCache=true')).body).toEqual(fresh.body);
    expect(JSON.stringify(fresh.body)).not.toContain('nobody’s');
    expect(await kept(ada.id)).toMatchObject({ note: 'nobody’s business' });
  });

  it('keeps the wire form of get-session, byte for byte, in Redis', async () => {
    const ada = await join();
    const { text } = await ada.browser.send('GET', '/get-session?disableCookieCache=true');
    const redis = connect({ url: started.stack.redisUrl, RESP: 3 });
    await redis.connect();
    const copy = await redis.get(sessionKey(ada.token));
    redis.destroy();
    expect(copy).toBe(text);
    const cache = Buffer.from(ada.browser.cookies.get('tessera.session_data') ?? '', 'base64url').toString();
    expect(cache).toContain(`{"session":${text},`);
  });

  it('answers the short user without them, as the library does', async () => {
    const { body } = await sendSignUp({});
    expect(Object.keys(body.user)).not.toContain('company');
  });

  it.each([
    ['without one that is required', { company: undefined }, 'company is required', 'COMPANY_IS_REQUIRED'],
    ['with nothing for it', { company: null }, 'company is required', 'COMPANY_IS_REQUIRED'],
    ['with a number for a text', { company: 7 }, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['with a text for a number', { age: '36' }, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['with a date that is none', { since: 'yesterday' }, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['with a list of something else', { tags: [1] }, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['with an object', { tags: { $gt: '' } }, 'Invalid body parameters', 'VALIDATION_ERROR'],
    [
      'with a text without end',
      { company: 'x'.repeat(10_001) },
      'Invalid body parameters',
      'VALIDATION_ERROR',
    ],
  ])('is refused %s', async (_what, own, message, code) =>
    expect(await sendSignUp(own)).toMatchObject({ status: 400, body: { code, message } }),
  );

  it('leaves alone what is no input, and what nobody has configured', async () => {
    const ada = await join({
      level: 'gold',
      joined: '2000-01-01',
      unknown: 1,
      additional: { level: 'gold' },
    });
    expect(await kept(ada.id)).toEqual(expect.objectContaining({ level: 'basic' }));
    expect(Object.keys(await kept(ada.id))).not.toContain('unknown');
  });

  it('gives a value that is unique to one of two who want it at once', async () => {
    const badge = 'first';
    const answers = await Promise.all([sendSignUp({ badge }), sendSignUp({ badge })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.message).toBe('badge is already taken');
  });

  it('works with more than fits into a cookie: the cache is left out, and the log says so', async () => {
    const ada = await join({ company: 'x'.repeat(9_000) });
    expect(ada.names()).toContain('tessera.session_token');
    expect(ada.last.setCookie.find((line) => line.startsWith('tessera.session_data'))).toMatch(/Max-Age=0/);
    expect((await ada.browser.send('GET', '/get-session')).body.user.company).toHaveLength(9_000);
    const lines = started.stack.log.lines();
    expect(
      lines.some(({ msg, userId }) => userId === ada.id && /session cache left out/.test(String(msg))),
    ).toBe(true);
  });
});

describe('update-user', () => {
  it('changes them, in every copy', async () => {
    const ada = await join();
    const body = { company: 'Countess', age: null, level: 'gold', note: 'new' };
    expect((await ada.browser.send('POST', '/update-user', { body })).body).toEqual({ status: true });
    const expected = { ...shown(), company: 'Countess', age: null };
    expect((await ada.browser.send('GET', '/get-session')).body.user).toMatchObject(expected);
    expect((await ada.browser.send('GET', '/get-session?disableCookieCache=true')).body.user).toMatchObject(
      expected,
    );
    expect(await kept(ada.id)).toMatchObject({ note: 'new' });
  });

  it.each([
    [{ company: null }, 'company is required'],
    [{ age: 'old' }, 'Invalid body parameters'],
  ])('refuses %j', async (body, message) => {
    const ada = await join();
    expect(await ada.browser.send('POST', '/update-user', { body })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('refuses what someone else has, but not what is one’s own already', async () => {
    const ada = await join({ badge: 'mine' });
    const other = await join();
    expect((await ada.browser.send('POST', '/update-user', { body: { badge: 'mine' } })).status).toBe(200);
    const refused = await other.browser.send('POST', '/update-user', { body: { badge: 'mine' } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'BADGE_IS_ALREADY_TAKEN' } });
  });
});

describe('another configuration', () => {
  it('shows what it names, once the copies were made anew', async () => {
    const ada = await join();
    const { identity, base } = await started.withOptions({
      user: {
        additionalFields: {
          note: { type: 'string' },
          age: { type: 'boolean' },
          nickname: { type: 'string' },
        },
      },
    });
    await renewCachedSessions(identity);
    await drainCacheQueue(identity);
    const browser = createBrowser(base);
    browser.keep([`tessera.session_token=${ada.browser.cookies.get('tessera.session_token')}; Path=/`]);
    const { user } = (await browser.send('GET', '/get-session')).body;
    // A number that is a truth value now has no meaning; what is not configured any more is not shown.
    expect(user).toMatchObject({ note: 'nobody’s business', age: null, nickname: null });
    expect(user).not.toHaveProperty('company');
    await renewCachedSessions(started.identity);
    await drainCacheQueue(started.identity);
    expect((await ada.browser.send('GET', '/get-session')).body.user).toMatchObject(shown());
  });
});
