import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.ts';

const library = 'libjemalloc.so.2';

/** Of Debian's packages, on this machine or unpacked with Redis, which stands on the same library. */
const folders = (root: string): string[] => {
  const libraries = join(root, 'usr/lib');
  if (!existsSync(libraries)) return [];
  return readdirSync(libraries)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(libraries, name));
};

/**
 * The environment of a process by which it gives the system back what it has freed: jemalloc, with a thread that looks after
 * that, and few arenas; where there is none, few arenas of the C library's own, which keeps what it once had.
 */
export const allocator = (roots = ['/', join(cacheFolder(), 'debian-redis-server')]): NodeJS.ProcessEnv => {
  const found = roots
    .flatMap(folders)
    .map((folder) => join(folder, library))
    .find((path) => existsSync(path));
  if (found === undefined) return { MALLOC_ARENA_MAX: '2' };
  return { LD_PRELOAD: found, MALLOC_CONF: 'background_thread:true,narenas:2' };
};
