import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf, isAlive, type ProcessIdentity } from '../processes/tether.ts';

/** The cache of downloaded programs, shared by all checkouts of one user. */
export const cacheFolder = (environment: NodeJS.ProcessEnv = process.env): string =>
  join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tessera');

const readHolder = (file: string): ProcessIdentity | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
};

const tryToLock = (file: string): boolean => {
  try {
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, JSON.stringify(identityOf(process.pid)));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Runs `work` under a lock file that excludes other processes. The lock of a dead process is removed; if two
 * processes do that at the same moment both run, which is harmless: results are moved into place atomically.
 */
const locked = async <Result>(file: string, work: () => Promise<Result>): Promise<Result> => {
  let unreadable = 0;
  while (!tryToLock(file)) {
    const holder = readHolder(file);
    unreadable = holder === undefined ? unreadable + 1 : 0;
    if (unreadable > 20 || (holder !== undefined && !isAlive(holder))) rmSync(file, { force: true });
    await delay(50);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};

/**
 * A cache folder that is filled once: `fill` gets a new folder, which is renamed to the final one atomically, so that
 * a killed process leaves nothing incomplete. `isGood` says whether an existing folder is usable.
 */
export const cached = async (
  name: string,
  fill: (folder: string) => Promise<void>,
  isGood: (folder: string) => boolean = () => true,
): Promise<string> => {
  const root = cacheFolder();
  const folder = join(root, name);
  if (existsSync(folder) && isGood(folder)) return folder;
  mkdirSync(root, { recursive: true });
  return locked(join(root, `${name}.lock`), async () => {
    if (existsSync(folder) && isGood(folder)) return folder;
    const fresh = join(root, `${name}.${process.pid}.new`);
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    try {
      await fill(fresh);
      rmSync(folder, { recursive: true, force: true });
      renameSync(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    return folder;
  });
};
