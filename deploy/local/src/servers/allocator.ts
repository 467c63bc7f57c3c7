import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.ts';

const library = 'libjemalloc.so.2';

/** Folders of Debian's libraries, on this machine or unpacked with Redis, which uses the same allocator. */
const folders = (root: string): string[] => {
  const libraries = join(root, 'usr/lib');
  if (!existsSync(libraries)) return [];
  return readdirSync(libraries)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(libraries, name));
};

/**
 * The environment that makes a process return freed memory to the system: jemalloc with a background thread and few
 * arenas. Without jemalloc: few arenas of the C library's allocator, which keeps freed memory.
 */
export const allocator = (roots = ['/', join(cacheFolder(), 'debian-redis-server')]): NodeJS.ProcessEnv => {
  const found = roots
    .flatMap(folders)
    .map((folder) => join(folder, library))
    .find((path) => existsSync(path));
  if (found === undefined) return { MALLOC_ARENA_MAX: '2' };
  return { LD_PRELOAD: found, MALLOC_CONF: 'background_thread:true,narenas:2' };
};
