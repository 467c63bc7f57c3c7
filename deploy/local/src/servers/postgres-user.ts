import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findExecutable, withParentDeathSignal } from '../processes/tether.ts';

const run = promisify(execFile);

/** How to run Postgres programs here: their location, an allowed location of data, and the command line. */
export type PostgresUser = {
  bin: string;
  home: (dir: string) => string;
  command: (program: string, args: string[]) => string[];
};

const asMyself = (bin: string, prefix: string[] = []): PostgresUser => ({
  bin,
  home: (dir) => dir,
  command: (program, args) => [...prefix, ...withParentDeathSignal([join(bin, program), ...args], 'SIGINT')],
});

/** In a user namespace of its own, root appears as nobody, which is enough for Postgres. */
const canUnshare = async (): Promise<boolean> => {
  try {
    await run('unshare', ['-U', 'true']);
    return true;
  } catch {
    return false;
  }
};

const accountIds = (): { uid: number; gid: number } => {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { uid: 65534, gid: 65534 };
};

const isOpenToOthers = (folder: string): boolean => {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
};

/** Copies the programs and their libraries to a place that every user can read. */
const readableCopy = (bin: string): string => {
  if (isOpenToOthers(bin)) return bin;
  const root = dirname(bin);
  const copy = join(
    '/var/tmp',
    `tessera-postgres-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`,
  );
  if (!existsSync(copy)) {
    const fresh = `${copy}.${process.pid}`;
    cpSync(root, fresh, { recursive: true, verbatimSymlinks: true });
    renameSync(fresh, copy);
  }
  return join(copy, basename(bin));
};

const reachableHome = (dir: string, uid: number, gid: number): string => {
  const name = createHash('sha256').update(dir).digest('hex').slice(0, 16);
  const home = isOpenToOthers(dirname(dir)) ? dir : join('/var/lib/tessera', name);
  mkdirSync(dirname(home), { recursive: true, mode: 0o755 });
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, uid, gid);
  return home;
};

const asAccount = (bin: string): PostgresUser => {
  const setpriv = findExecutable('setpriv');
  if (setpriv === undefined) throw new Error('Postgres refuses to run as root; start this as another user');
  const { uid, gid } = accountIds();
  const open = readableCopy(bin);
  const drop = [
    setpriv,
    '--reuid',
    `${uid}`,
    '--regid',
    `${gid}`,
    '--clear-groups',
    '--pdeathsig',
    'INT',
    '--',
  ];
  return {
    bin: open,
    home: (dir) => reachableHome(dir, uid, gid),
    command: (program, args) => [...drop, join(open, program), ...args],
  };
};

/** Postgres refuses to run as root; this chooses how to run it as another user. */
export const choosePostgresUser = async (
  bin: string,
  isRoot = process.getuid?.() === 0,
  isUnshareAllowed = canUnshare,
): Promise<PostgresUser> => {
  if (!isRoot) return asMyself(bin);
  return (await isUnshareAllowed()) ? asMyself(bin, ['unshare', '-U']) : asAccount(bin);
};
