/** Where tests keep what nobody needs after them: the data of their servers, in memory where there is room for it. */
import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf, isAlive, type ProcessIdentity } from './tether.ts';

const PREFIX = 'tessera-tests-';
const memory = '/dev/shm';
/** A run keeps several hundred megabytes at a time; a container's default of 64 is not enough. */
const leastRoom = 4 * 2 ** 30;

/** Making and dropping hundreds of databases of hundreds of files is work for a file system, and none in memory. */
const choosePlace = (): string => {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory()) < leastRoom ? tmpdir() : memory;
  } catch {
    return tmpdir();
  }
};

const namesIn = (place: string): string[] => {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
};

/** Folders of test runs that were killed: they hold nothing that anybody needs. */
const sweepAbandoned = (place: string): void => {
  const folders = namesIn(place).filter((name) => name.startsWith(PREFIX));
  for (const folder of folders.map((name) => join(place, name))) {
    try {
      const owner = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as ProcessIdentity;
      if (!isAlive(owner)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // just being made by another run
    }
  }
};

/** Makes the folder of a run, before its workers start: they find it by TEST_FOLDER. Whoever calls removes it. */
export const openTestFolder = (): string => {
  for (const place of new Set([memory, tmpdir()])) sweepAbandoned(place);
  const folder = mkdtempSync(join(choosePlace(), PREFIX));
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(identityOf(process.pid)));
  process.env['TEST_FOLDER'] = folder;
  return folder;
};

/** A new folder of a test; it goes with the run's at the latest. */
export const makeTestFolder = (prefix: string, within = process.env['TEST_FOLDER']): string =>
  mkdtempSync(join(within ?? tmpdir(), prefix));
