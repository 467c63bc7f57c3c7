import { startRedis } from '@tessera/local/servers/servers';
import { eventually } from '../test/eventually.ts';
import { captureLog } from '../test/log.ts';
import { connectRedis } from './redis.ts';

const parts: { stop: () => Promise<unknown> }[] = [];
const own = <Part extends { stop: () => Promise<unknown> }>(part: Part): Part => {
  parts.push(part);
  return part;
};
const startServer = async () => {
  const server = await startRedis();
  own({
    stop: async () => {
      // One that a failed test has left frozen would not hear that it is to end.
      try {
        process.kill(server.pid ?? 0, 'SIGCONT');
      } catch {
        // It has been stopped already.
      }
      await server.stop();
    },
  });
  return server;
};
afterEach(async () => {
  for (const part of parts.splice(0).reverse()) await part.stop();
});

describe('a connection to Redis', () => {
  const start = async () => {
    const server = await startServer();
    const log = captureLog();
    const redis = own(connectRedis({ url: server.url, log: log.logger }));
    await eventually(() => redis.check());
    return { server, log, redis };
  };

  it('fails soon while Redis is away instead of waiting to send later, and says so once', async () => {
    const { server, log, redis } = await start();
    await redis.ask((client) => client.set('key', 'value'));
    await server.stop();
    for (let time = 0; time < 3; time += 1)
      await expect(redis.ask((client) => client.del('key'))).rejects.toThrow();
    await expect(redis.check()).rejects.toThrow();
    expect(redis.isUp()).toBe(false);
    expect(log.lines().filter(({ msg }) => msg === 'redis connection lost')).toHaveLength(1);
  });

  it('waits for one command and not for each while Redis keeps silent, and tells when it is back', async () => {
    const { server, redis } = await start();
    let losses = 0;
    redis.onLost(() => {
      losses += 1;
    });
    process.kill(server.pid ?? 0, 'SIGSTOP');
    const begun = performance.now();
    for (let time = 0; time < 50; time += 1)
      await expect(redis.ask((client) => client.get('key'))).rejects.toThrow();
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(losses).toBeGreaterThan(0);
    process.kill(server.pid ?? 0, 'SIGCONT');
    await eventually(async () => expect(await redis.ask((client) => client.get('key'))).toBeNull());
  });

  it('tells once that Redis keeps silent, and anew after it had answered', async () => {
    const { server, log, redis } = await start();
    const told = () => log.lines().filter(({ msg }) => msg === 'redis did not do what it was asked').length;
    const waitForNothing = () =>
      eventually(() =>
        expect(redis.ask((client) => client.get('key'))).rejects.toThrow('did not answer within'),
      );
    process.kill(server.pid ?? 0, 'SIGSTOP');
    await waitForNothing();
    await waitForNothing();
    expect(told()).toBe(1);
    process.kill(server.pid ?? 0, 'SIGCONT');
    await eventually(() => redis.ask((client) => client.get('key')));
    process.kill(server.pid ?? 0, 'SIGSTOP');
    await waitForNothing();
    expect(told()).toBe(2);
  });

  it('reads what has come although the process slept over it', async () => {
    const { redis } = await start();
    const answer = redis.ask((client) => client.ping());
    for (const until = performance.now() + 600; performance.now() < until; );
    expect(await answer).toBe('PONG');
  });

  it('starts without Redis', async () => {
    const redis = own(connectRedis({ url: 'redis://127.0.0.1:1', log: captureLog().logger }));
    expect(redis.isUp()).toBe(false);
    await expect(redis.ask((client) => client.ping())).rejects.toThrow('redis is away');
  });
});

describe('a connection that is told of changes', () => {
  it('hears of each key that it read, and of everything once Redis keeps silent', async () => {
    const server = await startServer();
    const seen: (string | null)[] = [];
    const log = captureLog().logger;
    const tracked = own(connectRedis({ url: server.url, log, changed: (key) => seen.push(key) }));
    const other = own(connectRedis({ url: server.url, log }));
    await eventually(() => Promise.all([tracked.check(), other.check()]));
    await eventually(() => tracked.ask((client) => client.get('a')));
    seen.length = 0;
    await other.ask((client) => client.set('a', '1'));
    await eventually(() => expect(seen).toEqual(['a']));
    process.kill(server.pid ?? 0, 'SIGSTOP');
    await eventually(() => expect(seen).toContain(null));
    await eventually(() => expect(tracked.isUp()).toBe(false));
    process.kill(server.pid ?? 0, 'SIGCONT');
    await eventually(() => expect(tracked.isUp()).toBe(true));
  });

  it('drops everything once it is unused, and checks Redis again from the next command on', async () => {
    const server = await startServer();
    const seen: (string | null)[] = [];
    const log = captureLog().logger;
    const tracked = own(
      connectRedis({ url: server.url, log, changed: (key) => seen.push(key), unusedAfter: 1 }),
    );
    await eventually(() => tracked.ask((client) => client.get('a')));
    seen.length = 0;
    await eventually(() => expect(seen).toEqual([null]));
    expect(tracked.isUp()).toBe(true);
    seen.length = 0;
    await tracked.ask((client) => client.get('a'));
    await eventually(() => expect(seen).toEqual([null]));
  });
});
