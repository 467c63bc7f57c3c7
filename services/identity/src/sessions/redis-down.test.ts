/** Redis may go at any time: people go on signing in and out, and what it missed is brought to it. */
import { connectRedis } from '@tessera/kit/redis';
import { eventually } from '@tessera/kit/test/eventually';
import { sessionKey } from '@tessera/proto/api/cache-keys';
import { createClient } from 'redis';
import { createBrowser } from '../../test/browser.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import { type FlakyWire, startFlakyWire } from '../../test/flaky-wire.ts';
import { createSessionCache } from '../session-store/session-cache.ts';

let started: IdentityStack;
let wire: FlakyWire;
const connect = (url: string) => createClient({ url }).connect();
let redis: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  started = await startIdentity({ session: { cookieCache: { enabled: false } } }, async (url) => {
    wire = await startFlakyWire(url);
    return wire.url;
  });
  redis = await connect(started.stack.redisUrl);
});
afterAll(async () => {
  wire.mend();
  redis.destroy();
  await started.stop();
  wire.stop();
});
afterEach(async () => {
  wire.mend();
  await eventually(() => expect(started.identity.sessionCache.isUp()).toBe(true));
});

const signedIn = async () => {
  const browser = createBrowser(started.base);
  const { body } = await browser.send('POST', '/sign-up/email', { body: person() });
  return { browser, token: body.token as string };
};
const isUp = () => started.identity.sessionCache.isUp();

describe.each(['cut', 'freeze'] as const)('with the wire to Redis %s', (fault) => {
  const fail = async () => {
    await eventually(() => expect(isUp()).toBe(true));
    wire[fault]();
    if (fault === 'cut') await eventually(() => expect(isUp()).toBe(false));
  };

  it('signs up, answers who it is and signs out, without hanging', async () => {
    await fail();
    const begun = performance.now();
    const { browser, token } = await signedIn();
    expect((await browser.send('GET', '/get-session')).body.session.token).toBe(token);
    expect((await browser.send('POST', '/sign-out')).status).toBe(200);
    expect((await browser.send('GET', '/get-session')).text).toBe('null');
    expect(await countSessions(started, token)).toBe(0);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it('removes, once it is mended, the copy of a session that ended meanwhile', async () => {
    const { browser, token } = await signedIn();
    await eventually(async () => expect(await redis.get(sessionKey(token))).not.toBeNull());
    await fail();
    expect((await browser.send('POST', '/sign-out')).status).toBe(200);
    wire.mend();
    await eventually(async () => expect(await redis.get(sessionKey(token))).toBeNull());
    await eventually(async () => {
      expect(await started.stack.db.query('SELECT token FROM session_copy_jobs')).toEqual([]);
    });
  });

  it('never believes what Redis says before it has caught up', async () => {
    const { browser, token } = await signedIn();
    const cookie = browser.header();
    await fail();
    await browser.send('POST', '/sign-out');
    wire.mend();
    await eventually(() => expect(isUp()).toBe(true));
    const stale = createBrowser(started.base);
    const answer = await stale.send('GET', '/get-session', { headers: { cookie } });
    expect(answer.text).toBe('null');
    expect(await countSessions(started, token)).toBe(0);
  });
});

describe('find', () => {
  it('answers nothing after each return of Redis, until it is told that copies may be believed', async () => {
    const { token } = await signedIn();
    await eventually(async () => expect(await redis.get(sessionKey(token))).not.toBeNull());
    const connection = connectRedis({ url: wire.url, log: started.stack.log.logger });
    const sessionCache = createSessionCache(connection, started.identity.fields.record);
    for (let round = 0; round < 2; round += 1) {
      await eventually(() => expect(sessionCache.isUp()).toBe(true));
      expect(await sessionCache.find(token)).toBeNull();
      sessionCache.trust();
      expect((await sessionCache.find(token))?.session.token).toBe(token);
      wire.cut();
      await eventually(() => expect(sessionCache.isUp()).toBe(false));
      wire.mend();
    }
    await connection.stop();
  });
});
