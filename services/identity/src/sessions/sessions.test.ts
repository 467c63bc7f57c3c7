import { createHash } from 'node:crypto';
import { openDatabase } from '@tessera/kit/database/data-source';
import { sessionRevoked } from '@tessera/proto/events/identity';
import { type Browser, createBrowser } from '../../test/browser.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { endExpiredSessions } from './end.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const day = 86_400;
const cleared = [
  'tessera.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  'tessera.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  'tessera.dont_remember=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
];
const droppedCache = 'tessera.session_data=; Max-Age=0';

const signedIn = async (base = started.base, own: object = {}) => {
  const browser = createBrowser(base);
  const body = person();
  await createBrowser(base).send('POST', '/sign-up/email', { body });
  const reply = await browser.send('POST', '/sign-in/email', { body: { ...body, ...own } });
  return {
    browser,
    token: reply.body.token as string,
    user: reply.body.user as { id: string; email: string },
  };
};

const withoutCache = (browser: Browser) => browser.cookies.delete('tessera.session_data');
const getSession = (browser: Browser, query = '') => browser.send('GET', `/get-session${query}`);
/** Takes a session away from under its browser, row and copy. */
const forget = async (token: string) => {
  await started.stack.db.query('DELETE FROM sessions WHERE token = $1', [token]);
  await syncCachedSessions(started.identity, [token]);
};
const expiryOf = async (token: string): Promise<Date> => {
  const [row] = await started.stack.db.query('SELECT expires_at FROM sessions WHERE token = $1', [token]);
  return row.expires_at;
};
const revocation = (token: string) =>
  started.stack.events.next(
    sessionRevoked,
    ({ tokenHash }) => tokenHash === createHash('sha256').update(token).digest('hex'),
  );

describe('GET /get-session', () => {
  it('answers null to someone without a session', async () =>
    expect(await getSession(createBrowser(started.base))).toMatchObject({
      status: 200,
      text: 'null',
      setCookie: [],
    }));

  it('answers session and user in full', async () => {
    const { browser, token, user } = await signedIn();
    withoutCache(browser);
    const answer = await getSession(browser);
    const now = started.stack.clock.now().toISOString();
    expect(answer.body).toEqual({
      session: {
        id: expect.any(String),
        token,
        userId: user.id,
        expiresAt: new Date(started.stack.clock.now().getTime() + 7 * day * 1000).toISOString(),
        createdAt: now,
        updatedAt: now,
        ipAddress: '',
        userAgent: 'node',
        activeOrganizationId: null,
        impersonatedBy: null,
      },
      user: {
        ...user,
        username: null,
        displayUsername: null,
        role: 'user',
        banned: null,
        banReason: null,
        banExpires: null,
      },
    });
    expect(answer.setCookie).toEqual([
      expect.stringMatching(/^tessera\.session_data=[\w-]+; Max-Age=60; Path=/),
    ]);
  });

  // The contract lets the cache answer for a minute; "at once" of the specification wins (sections 3 to 9).
  it('answers nobody at once when the session is gone, though the browser has its cache', async () => {
    const { browser, token } = await signedIn();
    await forget(token);
    expect(await getSession(browser)).toMatchObject({ text: 'null', setCookie: cleared });
  });

  it('leaves a cache alone that is good, and replaces one that is out of date', async () => {
    const { browser, token } = await signedIn();
    expect(await getSession(browser)).toMatchObject({ body: { session: { token } }, setCookie: [] });
    const organizationId = '0198c0de-0000-7000-8000-000000000001';
    await started.stack.db.query('UPDATE sessions SET active_organization_id = $2 WHERE token = $1', [
      token,
      organizationId,
    ]);
    await syncCachedSessions(started.identity, [token]);
    expect(await getSession(browser)).toMatchObject({
      body: { session: { activeOrganizationId: organizationId } },
      setCookie: [expect.stringMatching(/^tessera\.session_data=/)],
    });
    expect((await getSession(browser)).setCookie).toEqual([]);
  });

  it('answers from the cache for a minute while database and Redis are away, and then fails', async () => {
    const { identity, base } = await started.withOptions({});
    const { browser, token } = await signedIn(base);
    const { databaseUrl: url, log } = started.stack;
    identity.db = await openDatabase({ url, pool: 1, entities: [], migrations: [], log: log.logger });
    await Promise.all([identity.db.destroy(), identity.redis.stop()]);
    expect(await getSession(browser)).toMatchObject({ body: { session: { token } }, setCookie: [] });
    started.stack.clock.advance(61);
    expect(await getSession(browser)).toMatchObject({
      status: 500,
      body: { message: 'Failed to get session' },
      setCookie: [],
    });
  });

  it('refuses a forged cache cookie and drops it, though the session is fine', async () => {
    const { browser } = await signedIn();
    const cached = JSON.parse(
      Buffer.from(browser.cookies.get('tessera.session_data') ?? '', 'base64url').toString(),
    );
    cached.session.user.role = 'admin';
    browser.cookies.set('tessera.session_data', Buffer.from(JSON.stringify(cached)).toString('base64url'));
    expect(await getSession(browser)).toMatchObject({ text: 'null', setCookie: [droppedCache] });
    expect((await getSession(browser)).body).toMatchObject({ user: { role: 'user' } });
  });

  it('does not believe the cache of another session', async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    mine.browser.cookies.set('tessera.session_data', other.browser.cookies.get('tessera.session_data') ?? '');
    expect((await getSession(mine.browser)).body.session.token).toBe(mine.token);
  });

  it('ignores a cache cookie that cannot be read', async () => {
    const { browser, token } = await signedIn();
    browser.cookies.set('tessera.session_data', 'nonsense');
    expect((await getSession(browser)).body.session.token).toBe(token);
  });

  it('extends a session once it is a day into its life', async () => {
    const { browser, token } = await signedIn();
    const before = await expiryOf(token);
    started.stack.clock.advance(day - 1);
    expect((await getSession(browser)).setCookie[0]).toBe(droppedCache);
    expect(await expiryOf(token)).toEqual(before);
    started.stack.clock.advance(61);
    const answer = await getSession(browser);
    const expected = new Date(started.stack.clock.now().getTime() + 7 * day * 1000);
    expect(await expiryOf(token)).toEqual(expected);
    expect(answer.body.session.expiresAt).toBe(expected.toISOString());
    expect(answer.setCookie).toEqual([
      droppedCache,
      expect.stringMatching(
        /^tessera\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(/^tessera\.session_data=/),
    ]);
    withoutCache(browser);
    expect((await getSession(browser)).body.session.expiresAt).toBe(expected.toISOString());
  });

  it('does not extend it when that is not wanted, nor one that is to be forgotten', async () => {
    const remembered = await signedIn();
    const forgotten = await signedIn(started.base, { rememberMe: false });
    const before = await Promise.all([remembered, forgotten].map(({ token }) => expiryOf(token)));
    started.stack.clock.advance(day - 1);
    for (const { browser } of [remembered, forgotten]) withoutCache(browser);
    expect(await getSession(forgotten.browser)).toMatchObject({ body: { user: {} }, setCookie: [] });
    started.stack.clock.advance(1);
    expect(await getSession(remembered.browser, '?disableRefresh=true')).toMatchObject({
      body: { session: { token: remembered.token } },
      setCookie: [],
    });
    expect(
      await Promise.all([remembered, forgotten].map(({ token }) => expiryOf(token).catch(() => 'gone'))),
    ).toEqual([before[0], before[1]]);
  });

  it('extends it at each visit with updateAge 0, and never with disableSessionRefresh', async () => {
    const eager = await started.withOptions({ session: { updateAge: 0, cookieCache: { enabled: false } } });
    const lazy = await started.withOptions({ session: { updateAge: 0, disableSessionRefresh: true } });
    const { browser, token } = await signedIn(eager.base);
    started.stack.clock.advance(1);
    expect((await getSession(browser)).setCookie).toEqual([expect.stringContaining('Max-Age=604800')]);
    const extended = await expiryOf(token);
    const other = createBrowser(lazy.base);
    other.cookies.set('tessera.session_token', browser.cookies.get('tessera.session_token') ?? '');
    started.stack.clock.advance(1);
    expect((await getSession(other)).body.session.token).toBe(token);
    expect(await expiryOf(token)).toEqual(extended);
  });

  it('clears the cookies of a session that has expired, deletes it and says so', async () => {
    const { browser, token, user } = await signedIn();
    withoutCache(browser);
    started.stack.clock.advance(7 * day);
    expect(await getSession(browser)).toMatchObject({ status: 200, text: 'null', setCookie: cleared });
    expect(await countSessions(started, token)).toBe(0);
    expect(await revocation(token)).toMatchObject({ userId: user.id });
  });

  it('clears the cookies of a session that somebody ended', async () => {
    const { browser } = await signedIn();
    const twin = createBrowser(started.base);
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    await browser.send('POST', '/sign-out');
    expect(await getSession(twin, '?disableCookieCache=true')).toMatchObject({
      text: 'null',
      setCookie: cleared,
    });
  });

  it.each([
    ['disableCookieCache=true', true],
    ['disableCookieCache=false&disableCookieCache=true', true],
    ['disableCookieCache=true&disableCookieCache=false', false],
    ['disableCookieCache=1', false],
    ['disableCookieCache=TRUE', false],
    ['disableCookieCache=', false],
    ['disableCookieCache=%20true', false],
    ['disableCookieCache[]=true', false],
    ['disableRefresh=perhaps&nothing=known', false],
    ['', false],
  ])('takes only a last "true" for yes: ?%s', async (query, isYes) => {
    const { browser, token } = await signedIn();
    const answer = await getSession(browser, `?${query}`);
    expect(answer).toMatchObject({ status: 200, body: { session: { token } } });
    // The browser's cache is written anew where it was left aside, and not where it has answered.
    expect(answer.setCookie.length).toBe(isYes ? 1 : 0);
  });

  it.each([
    ['true', false],
    ['TRUE', true],
    ['true&disableRefresh=no', true],
  ])('leaves the expiry alone only for disableRefresh=true: %s', async (value, isExtended) => {
    const { browser, token } = await signedIn();
    const before = await expiryOf(token);
    withoutCache(browser);
    started.stack.clock.advance(day);
    expect((await getSession(browser, `?disableRefresh=${value}`)).status).toBe(200);
    expect((await expiryOf(token)) > before).toBe(isExtended);
  });
});

describe('POST /sign-out', () => {
  it('ends the session, says so and clears the cookies', async () => {
    const { browser, token, user } = await signedIn();
    const answer = await browser.send('POST', '/sign-out');
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    const device = `tessera.session_token_multi-${token.toLowerCase()}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`;
    expect(answer.setCookie).toEqual([...cleared, device]);
    expect(await countSessions(started, token)).toBe(0);
    expect(await revocation(token)).toMatchObject({ userId: user.id });
  });

  it('is done also when the session is gone already', async () => {
    const { browser, token } = await signedIn();
    await forget(token);
    expect(await browser.send('POST', '/sign-out', { body: {} })).toMatchObject({
      status: 200,
      body: { success: true },
    });
  });

  it('is refused without a validly signed cookie', async () => {
    const refusal = {
      status: 400,
      body: { code: 'FAILED_TO_GET_SESSION', message: 'Failed to get session' },
      setCookie: [],
    };
    const browser = createBrowser(started.base);
    expect(await browser.send('POST', '/sign-out')).toMatchObject(refusal);
    browser.cookies.set('tessera.session_token', 'token.signature');
    expect(await browser.send('POST', '/sign-out')).toMatchObject(refusal);
  });
});

describe('endExpiredSessions', () => {
  it('ends what nobody came back for, and nothing else', async () => {
    const old = await signedIn(started.base, { rememberMe: false });
    const young = await signedIn();
    started.stack.clock.advance(day);
    await endExpiredSessions(started.identity);
    expect(await countSessions(started, old.token)).toBe(0);
    expect(await countSessions(started, young.token)).toBe(1);
    await revocation(old.token);
  });
});
