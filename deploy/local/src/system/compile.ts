import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileCache, entryOf, type ProcessName, root } from './system-processes.ts';

const sources = [
  'proto/{api,events}/**/*.ts',
  'services/*/src/**/*.ts',
  'gateway/src/**/*.ts',
  'deploy/local/src/**/*.ts',
  'package-lock.json',
];
const maxMilliseconds = 60_000;
/** About five checkouts' worth. Node never deletes what it has compiled: beyond this number the cache is cleared. */
const maxCompiled = 15_000;

/** The name of the file that marks a checkout as compiled; its fingerprint follows. One per checkout is kept. */
const checkout = `compiled-${createHash('sha256').update(root).digest('hex').slice(0, 8)}-`;

/** A fingerprint of the sources of the processes. */
const fingerprint = (): string => {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 16);
};

/** Started without an environment, a process loads all its sources, reports what is missing, and exits. */
const compile = async (name: ProcessName): Promise<void> => {
  const child = spawn(process.execPath, [entryOf(name)], {
    env: { PATH: process.env['PATH'], ...compileCache() },
    stdio: 'ignore',
    timeout: maxMilliseconds,
  });
  await once(child, 'close');
};

/** Empties the cache when it holds more than `most` files. Other checkouts fill it again when they start. */
export const boundCache = (folder: string, most = maxCompiled): void => {
  if (readdirSync(folder, { recursive: true }).length > most)
    for (const name of readdirSync(folder))
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
};

/**
 * Fills the cache of compiled sources, once after they changed. A process that strips the types of even one file
 * holds the compiler, twelve megabytes, for its lifetime: so this is left to processes that exit immediately.
 */
export const compileSources = async (names: readonly ProcessName[]): Promise<void> => {
  const folder = compileCache()['NODE_COMPILE_CACHE'] ?? '';
  const done = join(folder, checkout + fingerprint());
  if (existsSync(done)) return;
  mkdirSync(folder, { recursive: true });
  boundCache(folder);
  // Running concurrently, each would strip the files they share.
  for (const name of names) await compile(name);
  for (const older of readdirSync(folder).filter((file) => file.startsWith(checkout)))
    rmSync(join(folder, older), { force: true });
  writeFileSync(done, '');
};
