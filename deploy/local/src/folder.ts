import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a folder with those above it, one by one: of a file system that lets nobody make any (`/proc`), Node's own recursive
 * way never comes back. Throws one line.
 */
export const makeFolder = (path: string): void => {
  try {
    if (isFolder(path)) return;
    if (dirname(path) !== path) makeFolder(dirname(path));
    mkdirSync(path);
  } catch (error) {
    // Another start has made it in between.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(path)) return;
    throw error;
  }
};
