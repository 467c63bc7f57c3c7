import { join } from 'node:path';
import { type NatsOptions, startNats } from './nats.ts';
import { type PostgresOptions, startPostgres } from './postgres.ts';
import { type RedisOptions, startRedis } from './redis.ts';
import type { Server } from './server.ts';

export type { NatsOptions, PostgresOptions, RedisOptions, Server };
export { startNats, startPostgres, startRedis };

/** The three servers that the system needs. */
export type Servers = { postgres: Server; redis: Server; nats: Server; stop(): Promise<void> };

export type ServersOptions = {
  /** The common folder; each server has its own below it. */
  dir: string;
  /** Whether writes must survive a power failure. */
  durable: boolean;
  log?: (line: string) => void;
  /** The source of DATABASE_URL, REDIS_URL and NATS_URL; absent: none are used, so that tests are isolated. */
  environment?: NodeJS.ProcessEnv;
};

const fulfilled = (results: PromiseSettledResult<Server>[]): Server[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));

/** Finds or starts Postgres, Redis and NATS. When one fails, those already started are stopped. */
export const startServers = async (options: ServersOptions): Promise<Servers> => {
  const { dir, durable, ...shared } = options;
  const starting = [
    startPostgres({ ...shared, dir: join(dir, 'postgres'), fsync: durable }),
    startRedis({ ...shared, dir: join(dir, 'redis'), durable }),
    startNats({ ...shared, dir: join(dir, 'nats') }),
  ] as const;
  const results = await Promise.allSettled(starting);
  const failure = results.find((result) => result.status === 'rejected');
  const stop = async () => void (await Promise.all(fulfilled(results).map((server) => server.stop())));
  if (failure !== undefined) {
    await stop();
    throw failure.reason;
  }
  const [postgres, redis, nats] = await Promise.all(starting);
  return { postgres, redis, nats, stop };
};
