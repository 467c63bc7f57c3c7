import { createHmac } from 'node:crypto';
import { eventually } from '@tessera/kit/test/eventually';
import { askSession } from '@tessera/proto/api/asks';
import { encodeCache } from '@tessera/proto/api/identity/cookies';
import { type GatewayStack, makeSession, secret, signed, startGateway } from '../../test/stack.ts';

const day = 86_400_000;
const week = 7 * day;
const path = '/api/auth/get-session';

let stack: GatewayStack;
let isOwnerAway = false;
const known = new Map<string, ReturnType<typeof makeSession>['record']>();
beforeAll(async () => {
  stack = await startGateway();
  await stack.owner.answer(askSession, ({ token }) =>
    isOwnerAway ? Promise.reject(new Error('away')) : Promise.resolve(known.get(token) ?? null),
  );
}, 30_000);
afterAll(() => stack.stop());
beforeEach(() => {
  stack.echo.seen.length = 0;
  isOwnerAway = false;
});

const signIn = async (given: Parameters<typeof makeSession>[0] = {}, at = stack) => {
  const session = makeSession({ expiresAt: new Date(Date.now() + week), ...given });
  await at.store.set(session.key, JSON.stringify(session.record));
  return session;
};
const ask = async (cookie?: string, url = stack.url + path, method = 'GET') => {
  const response = await fetch(url, { method, headers: cookie === undefined ? {} : { cookie } });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
    setCookie: response.headers.getSetCookie(),
  };
};
const valueOf = (setCookie: string[]): string => /=([^;]+);/.exec(setCookie[0] ?? '')?.[1] ?? '';
const withCache = (cookie: string, value: string): string => `${cookie}; tessera.session_data=${value}`;
const wasPassedOn = (): boolean => stack.echo.seen.length > 0;
const cacheFor = (pair: object, key = secret): string =>
  encodeCache(
    (text) => createHmac('sha256', key).update(text).digest('base64url'),
    JSON.stringify(pair),
    Date.now() + 60_000,
  ) ?? '';

describe('get-session', () => {
  it('is answered from the kept record, with a cache cookie, and identity is not asked', async () => {
    const { record, cookie } = await signIn();
    const answer = await ask(cookie);
    expect(answer).toMatchObject({ status: 200, type: 'application/json', text: JSON.stringify(record) });
    expect(answer.setCookie).toEqual([
      expect.stringMatching(/^tessera\.session_data=[\w-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(wasPassedOn()).toBe(false);
  });

  it.each([
    ['no cookie', undefined],
    ['a cookie that is wrongly signed', `tessera.session_token=${signed('abc', 'another-secret')}`],
  ])('is null with %s', async (_name, cookie) => {
    expect(await ask(cookie)).toMatchObject({ status: 200, text: 'null', setCookie: [] });
    expect(wasPassedOn()).toBe(false);
  });

  it('is answered from what identity tells while the session is not in Redis', async () => {
    const { record, cookie, key } = await signIn();
    await stack.store.del(key);
    known.set(record.session.token, record);
    expect(JSON.parse((await ask(cookie)).text)).toEqual(JSON.parse(JSON.stringify(record)));
    expect(wasPassedOn()).toBe(false);
  });

  it('leaves a good cache cookie alone, whoever issued it', async () => {
    const { record, cookie } = await signIn();
    const { setCookie } = await ask(cookie);
    for (const value of [valueOf(setCookie), cacheFor(record)])
      expect(await ask(withCache(cookie, value))).toMatchObject({
        text: JSON.stringify(record),
        setCookie: [],
      });
  });

  it('tells a change at once, though the browser’s cache is still good, and replaces the cache', async () => {
    const { record, cookie, key } = await signIn();
    const before = valueOf((await ask(cookie)).setCookie);
    const changed = { ...record, session: { ...record.session, activeOrganizationId: null } };
    await stack.store.set(key, JSON.stringify(changed));
    const after = await eventually(async () => {
      const answer = await ask(withCache(cookie, before));
      expect(answer.text).toBe(JSON.stringify(changed));
      return valueOf(answer.setCookie);
    });
    expect((await ask(withCache(cookie, after))).setCookie).toEqual([]);
  });

  it('is answered beside a copy of another session, however old that is', async () => {
    const { record, cookie } = await signIn();
    const { record: other } = await signIn();
    const old = cacheFor({ ...other, session: { ...other.session, expiresAt: new Date(0) } });
    const answer = await ask(withCache(cookie, old));
    expect(answer.text).toBe(JSON.stringify(record));
    expect(answer.setCookie).toHaveLength(1);
    expect(wasPassedOn()).toBe(false);
  });

  it('gives a browser that shall forget no cache', async () => {
    const { record, cookie } = await signIn();
    const answer = await ask(`${cookie}; tessera.dont_remember=${signed('true')}`);
    expect(answer).toMatchObject({ text: JSON.stringify(record), setCookie: [] });
  });

  it('answers from the browser’s cache when nobody can be asked, and only from a good one of this session', async () => {
    const [{ record, cookie, key }, other] = [await signIn(), await signIn()];
    await stack.store.del(key);
    isOwnerAway = true;
    expect(await ask(withCache(cookie, cacheFor(record)))).toMatchObject({
      status: 200,
      text: JSON.stringify(record),
    });
    const ended = { ...record, session: { ...record.session, expiresAt: new Date(Date.now() - 1) } };
    for (const value of [
      cacheFor(other.record),
      cacheFor(ended),
      cacheFor(record, 'another-secret'),
      'nonsense',
    ])
      expect(await ask(withCache(cookie, value))).toMatchObject({ status: 503, setCookie: [] });
    expect(await ask(cookie)).toMatchObject({ status: 503, setCookie: [] });
  });
});

describe('get-session is left to identity', () => {
  it.each([
    ['when the session is due to be extended', { expiresAt: new Date(Date.now() + 6 * day - 1000) }],
    ['when it has expired', { expiresAt: new Date(Date.now() - 1000) }],
  ])('%s', async (_name, given) => {
    const { cookie } = await signIn(given);
    await ask(cookie);
    expect(wasPassedOn()).toBe(true);
  });

  it('when the session is gone', async () => {
    const { cookie, key } = await signIn();
    await ask(cookie);
    await stack.store.del(key);
    await eventually(async () => {
      await ask(cookie);
      expect(wasPassedOn()).toBe(true);
    });
  });

  it('when the cache cookie is forged', async () => {
    const { record, cookie } = await signIn();
    await ask(withCache(cookie, cacheFor(record, 'another-secret')));
    expect(wasPassedOn()).toBe(true);
  });

  it.each([
    ['with a query', '?disableCookieCache=true', 'GET'],
    ['with a slash at the end', '/', 'GET'],
    ['with another method', '', 'POST'],
  ])('%s', async (_name, suffix, method) => {
    const { cookie } = await signIn();
    await ask(cookie, stack.url + path + suffix, method);
    expect(wasPassedOn()).toBe(true);
  });
});

describe('get-session with other options', () => {
  it('keeps to the names, attributes and times of the configuration', async () => {
    const session_data = { name: 'shop.copy', attributes: { sameSite: 'strict' } };
    const other = await startGateway({
      options: {
        identity: {
          session: { cookieCache: { maxAge: 5 } },
          advanced: { cookiePrefix: 'shop', cookies: { session_data } },
        },
      },
    });
    try {
      const { record, cookie } = await signIn({}, other);
      const answer = await ask(cookie.replace('tessera.', 'shop.'), other.url + path);
      expect(answer.text).toBe(JSON.stringify(record));
      expect(answer.setCookie).toEqual([
        expect.stringMatching(/^shop\.copy=[\w-]+; Max-Age=5; Path=\/; HttpOnly; SameSite=Strict$/),
      ]);
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['sets no cache cookie when there is to be none', { session: { cookieCache: { enabled: false } } }, '{'],
    ['does not exist when its path is disabled', { disabledPaths: ['/get-session'] }, 'N'],
  ])('%s', async (_name, identity, beginning) => {
    const other = await startGateway({ options: { identity } });
    try {
      const { cookie } = await signIn({}, other);
      const answer = await ask(cookie, other.url + path);
      expect([answer.setCookie, answer.text[0]]).toEqual([[], beginning]);
      expect(other.echo.seen).toHaveLength(0);
    } finally {
      await other.stop();
    }
  });
});
