import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder and its parents one by one: on a file system that refuses new folders (`/proc`), Node's recursive
 * option never returns. Throws a one-line error.
 */
export const makeFolder = (path: string): void => {
  try {
    if (isFolder(path)) return;
    if (dirname(path) !== path) makeFolder(dirname(path));
    mkdirSync(path);
  } catch (error) {
    // Another start has created it concurrently.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(path)) return;
    throw error;
  }
};
