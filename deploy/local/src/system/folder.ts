import { mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
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

/**
 * Claims a folder for one start, until `release` or the end of this process. The claim is a name that the kernel gives
 * to one process at a time: unlike a file, it cannot be left behind, nor be taken by two starts at the same moment.
 * Throws when another start has it. Elsewhere than on Linux, which alone has such names, everything is granted.
 */
export const claimFolder = async (path: string): Promise<{ release: () => Promise<void> }> => {
  const { dev, ino } = statSync(path);
  const claim = createServer((socket) => socket.destroy());
  const problem = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    claim.once('error', resolve);
    claim.listen(`\0tessera-data-${dev}-${ino}`, () => resolve(null));
  });
  if (problem?.code === 'EADDRINUSE')
    throw new Error(`${path} is in use by another start; stop it or choose another folder`);
  claim.unref();
  return {
    release: () => new Promise((resolve) => (problem ? resolve() : claim.close(() => resolve()))),
  };
};
