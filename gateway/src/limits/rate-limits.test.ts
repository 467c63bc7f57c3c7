import { connectRedis } from '@tessera/kit/redis';
import { eventually } from '@tessera/kit/test/eventually';
import { captureLog } from '@tessera/kit/test/log';
import { startRedis } from '@tessera/local/servers/servers';
import { createLimiter, ruleOf } from './rate-limits.ts';

const limits = {
  enabled: true,
  window: 10,
  max: 100,
  storage: 'database' as const,
  customRules: { '/get-session': false as const, '/admin/*': { window: 5, max: 2 } },
};

const total = { window: 10, max: 500 };

describe('ruleOf', () => {
  it('prefers custom rules, then the strict ones of credentials, then the default', () => {
    expect(ruleOf('/get-session', limits)).toBeNull();
    expect(ruleOf('/admin/list-users', limits)).toEqual({ window: 5, max: 2 });
    expect(ruleOf('/sign-in/email', limits)).toEqual({ window: 10, max: 3 });
    expect(ruleOf('/change-password', limits)).toEqual({ window: 10, max: 3 });
    expect(ruleOf('/organization/list', limits)).toEqual({ window: 10, max: 100 });
    expect(ruleOf('/api/billing/v1/oauth2/register', limits)).toEqual({ window: 60, max: 20 });
    expect(ruleOf('/api/billing/v1/oauth2/token', limits)).toEqual({ window: 10, max: 100 });
  });
});

describe('createLimiter in memory', () => {
  it('counts the same way, for its own process', async () => {
    const { logger } = captureLog();
    const nowhere = connectRedis({ url: 'redis://127.0.0.1:1', log: logger });
    const own = { limits: { ...limits, storage: 'memory' as const }, total };
    const [one, two] = [createLimiter(nowhere, own, logger), createLimiter(nowhere, own, logger)];
    const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
    for (const second of [0, 1, 2]) expect(await one('1.2.3.4', '/sign-in/email', at(second))).toBe(0);
    expect(await one('1.2.3.4', '/sign-in/email', at(3))).toBe(9);
    expect(await two('1.2.3.4', '/sign-in/email', at(3))).toBe(0);
    expect(await one('1.2.3.4', '/sign-in/username', at(3))).toBe(0);
    expect(await one('1.2.3.4', '/sign-in/email', at(12.5))).toBe(0);
    await nowhere.stop();
  });
});

describe('createLimiter', () => {
  it('counts across replicas, runs the window from the last allowed request, and tells how long to wait', async () => {
    const redis = await startRedis();
    const { logger } = captureLog();
    const connections = [1, 2].map(() => connectRedis({ url: redis.url, log: logger }));
    await eventually(() => Promise.all(connections.map((connection) => connection.check())));
    const [one, two] = connections.map((connection) => createLimiter(connection, { limits, total }, logger));
    if (!one || !two) throw new Error('two limiters');
    const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
    expect(await one('1.2.3.4', '/sign-in/email', at(0))).toBe(0);
    expect(await two('1.2.3.4', '/sign-in/email', at(1))).toBe(0);
    expect(await one('1.2.3.4', '/sign-in/email', at(2))).toBe(0);
    expect(await two('1.2.3.4', '/sign-in/email', at(3))).toBe(9);
    expect(await one('5.6.7.8', '/sign-in/email', at(3))).toBe(0);
    expect(await one('1.2.3.4', '/sign-up/email', at(3))).toBe(0);
    expect(await two('1.2.3.4', '/sign-in/email', at(12.5))).toBe(0);
    expect(await two('', '/sign-in/email', at(13))).toBe(0);
    for (const host of [1, 2, 3])
      expect(await one(`2001:db8:0:1:0:0:0:${host}`, '/sign-in/email', at(0))).toBe(0);
    expect(await two('2001:db8:0:1:0:0:0:4', '/sign-in/email', at(0))).toBe(10);
    expect(await two('2001:db8:0:2:0:0:0:4', '/sign-in/email', at(0))).toBe(0);
    for (const connection of connections) await connection.stop();
    await redis.stop();
  });

  it('lets pass, without a wait for each, while Redis keeps silent or is away, and says so once', async () => {
    const redis = await startRedis();
    const log = captureLog();
    const connection = connectRedis({ url: redis.url, log: captureLog().logger });
    await eventually(() => connection.check());
    const limit = createLimiter(connection, { limits, total }, log.logger);
    const passAll = async () => {
      const begun = performance.now();
      for (let time = 0; time < 20; time += 1)
        expect(await limit('1.2.3.4', '/sign-in/email', new Date(0))).toBe(0);
      // A wait of 300 ms for each were six seconds.
      expect(performance.now() - begun).toBeLessThan(3_000);
      expect(log.lines()).toHaveLength(1);
    };
    process.kill(redis.pid ?? 0, 'SIGSTOP');
    await passAll();
    await redis.kill();
    await passAll();
    await redis.restart();
    await eventually(async () => {
      for (let time = 0; time < 3; time += 1) await limit('1.2.3.4', '/sign-up/email', new Date(0));
      expect(await limit('1.2.3.4', '/sign-up/email', new Date(0))).toBe(10);
    });
    await connection.stop();
    await redis.stop();
  });
});

describe('the limit of an address', () => {
  const total = { window: 10, max: 5 };
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

  it.each(['memory', 'database'] as const)(
    'holds over all paths together, counted in %s',
    async (storage) => {
      const redis = await startRedis();
      const { logger } = captureLog();
      const connection = connectRedis({ url: redis.url, log: logger });
      await eventually(() => connection.check());
      const loose = {
        ...limits,
        max: 4,
        customRules: { '/free': false as const, '/wide': { window: 1, max: 50 } },
      };
      const limit = createLimiter(connection, { limits: { ...loose, storage }, total }, logger);
      for (const path of ['/a', '/b', '/c', '/d', '/e']) expect(await limit('1.2.3.4', path, at(0))).toBe(0);
      expect(await limit('1.2.3.4', '/f', at(1))).toBe(9);
      // What the options let pass, or allow more of, is not held back by it.
      expect(await limit('1.2.3.4', '/free', at(1))).toBe(0);
      expect(await limit('1.2.3.4', '/wide', at(1))).toBe(0);
      expect(await limit('5.6.7.8', '/f', at(1))).toBe(0);
      // What is refused counts nowhere: the window runs from what was allowed.
      expect(await limit('1.2.3.4', '/f', at(10.5))).toBe(0);
      await connection.stop();
      await redis.stop();
    },
  );

  it.each(['memory', 'database'] as const)(
    'lets who asks of the billing API at a steady rate go on for ever, counted in %s',
    async (storage) => {
      const redis = await startRedis();
      const { logger } = captureLog();
      const connection = connectRedis({ url: redis.url, log: logger });
      await eventually(() => connection.check());
      const own = { ...limits, max: 3, storage };
      const limit = createLimiter(connection, { limits: own, total }, logger);
      const validate = '/api/billing/v1/customer-portal/license-keys/validate';
      for (const second of [0, 4, 8, 12, 16, 20, 24, 25, 26])
        expect(await limit('1.2.3.4', validate, at(second))).toBe(0);
      expect(await limit('1.2.3.4', validate, at(27))).toBe(7);
      // Over all paths too; the auth contract's count of one path runs on from request to request.
      for (const path of ['/a', '/b', '/c', '/d', '/e', '/f'])
        expect(await limit('5.6.7.8', path, at(path.charCodeAt(1) * 4))).toBe(0);
      for (const second of [0, 4, 8]) expect(await limit('9.9.9.9', '/a', at(second))).toBe(0);
      expect(await limit('9.9.9.9', '/a', at(12))).toBe(6);
      await connection.stop();
      await redis.stop();
    },
  );

  it('counts what is to be counted together as one path', async () => {
    const redis = await startRedis();
    const { logger } = captureLog();
    const connection = connectRedis({ url: redis.url, log: logger });
    await eventually(() => connection.check());
    const limit = createLimiter(connection, { limits: { ...limits, max: 2 }, total }, logger);
    for (const token of ['a', 'b'])
      expect(await limit('1.2.3.4', `/reset-password/${token}`, at(0), '/reset-password/:token')).toBe(0);
    expect(await limit('1.2.3.4', '/reset-password/c', at(0), '/reset-password/:token')).toBe(10);
    await connection.stop();
    await redis.stop();
  });
});
