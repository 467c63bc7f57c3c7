/** Temporary data of tests: the data of their servers, in memory where there is room. */
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
import { identityOf, isAlive, type ProcessIdentity } from '../processes/tether.ts';

const PREFIX = 'tessera-tests-';
const memory = '/dev/shm';
/** Bytes. A run keeps several hundred megabytes at a time; a container's default of 64 is not enough. */
const leastRoom = 4 * 2 ** 30;

/** Creating and dropping hundreds of databases with hundreds of files is slow on disk, and fast in memory. */
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

/** Deletes folders of test runs that were killed. */
const sweepAbandoned = (place: string): void => {
  const folders = namesIn(place).filter((name) => name.startsWith(PREFIX));
  for (const folder of folders.map((name) => join(place, name))) {
    try {
      const owner = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as ProcessIdentity;
      if (!isAlive(owner)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // being created by another run
    }
  }
};

/** Creates the folder of a run, before its workers start, and sets TEST_FOLDER for them. The caller deletes it. */
export const openTestFolder = (): string => {
  for (const place of new Set([memory, tmpdir()])) sweepAbandoned(place);
  const folder = mkdtempSync(join(choosePlace(), PREFIX));
  writeFileSync(join(folder, 'owner.json'), JSON.stringify(identityOf(process.pid)));
  process.env['TEST_FOLDER'] = folder;
  return folder;
};

/** Creates a folder for a test; it is deleted with the run's folder at the latest. */
export const makeTestFolder = (prefix: string, within = process.env['TEST_FOLDER']): string =>
  mkdtempSync(join(within ?? tmpdir(), prefix));
