import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withParentDeathSignal } from '../processes/tether.ts';
import { findBinary, type Wanted } from './binaries.ts';
import { startRedisContainer } from './containers.ts';
import { foreignServer, runServer, type Server } from './server.ts';

/** `durable` persists the data in `dir`; otherwise nothing is written to disk. */
export type RedisOptions = {
  dir?: string;
  durable?: boolean;
  log?: (line: string) => void;
  environment?: NodeJS.ProcessEnv;
};

/** RESP3 client-side caching, and everything else used here, exists since 6.2. */
const wanted: Wanted = { name: 'Redis', file: 'redis-server', least: [6, 2], debianPackage: 'redis-server' };

const persistence = (durable: boolean) =>
  durable ? ['--appendonly', 'yes', '--appendfsync', 'everysec'] : ['--appendonly', 'no'];

export const startRedis = async (options: RedisOptions = {}): Promise<Server> => {
  const given = options.environment?.['REDIS_URL'];
  if (given !== undefined) return foreignServer(given);
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'tessera-redis-'));
  const found = await findBinary(wanted);
  if (found.binary === undefined) return startRedisContainer({ tried: found.tried });
  const { path, env } = found.binary;
  const data = join(dir, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return runServer({
    name: 'Redis',
    dir,
    isThrowaway: options.dir === undefined,
    ready: /Ready to accept connections/,
    stopSignal: 'SIGTERM',
    url: (port) => `redis://127.0.0.1:${port}`,
    log: options.log,
    command: (port) =>
      Promise.resolve({
        command: withParentDeathSignal(
          [
            ...[path, '--port', `${port}`, '--bind', '127.0.0.1', '--dir', data, '--save', ''],
            ...persistence(options.durable ?? false),
          ],
          'SIGTERM',
        ),
        env: { ...process.env, ...env },
      }),
  });
};
