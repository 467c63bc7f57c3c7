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
  'deploy/local/src/*.ts',
  'package-lock.json',
];
const maxMilliseconds = 60_000;
/** Some five checkouts' worth. Node never takes away what it has compiled: with more than these the cache begins anew. */
const maxCompiled = 15_000;

/** The file that says that a checkout was compiled, and from what: of each checkout one is kept. */
const checkout = `compiled-${createHash('sha256').update(root).digest('hex').slice(0, 8)}-`;

/** One number for what the processes are made of. */
const fingerprint = (): string => {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 16);
};

/** A process without its environment reads all its sources, says what is missing, and ends. */
const compile = async (name: ProcessName): Promise<void> => {
  const child = spawn(process.execPath, [entryOf(name)], {
    env: { PATH: process.env['PATH'], ...compileCache() },
    stdio: 'ignore',
    timeout: maxMilliseconds,
  });
  await once(child, 'close');
};

/** Empties the cache when it holds more than so many files. Other checkouts fill it again when they start. */
export const boundCache = (folder: string, most = maxCompiled): void => {
  if (readdirSync(folder, { recursive: true }).length > most)
    for (const name of readdirSync(folder))
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
};

/**
 * Fills the cache of compiled sources, once after they changed. A process that strips the types of one file holds the
 * compiler for as long as it runs, twelve megabytes each: so those do it that end at once.
 */
export const compileSources = async (names: readonly ProcessName[]): Promise<void> => {
  const folder = compileCache()['NODE_COMPILE_CACHE'] ?? '';
  const done = join(folder, checkout + fingerprint());
  if (existsSync(done)) return;
  mkdirSync(folder, { recursive: true });
  boundCache(folder);
  // Side by side they would each strip what they share.
  for (const name of names) await compile(name);
  for (const older of readdirSync(folder).filter((file) => file.startsWith(checkout)))
    rmSync(join(folder, older), { force: true });
  writeFileSync(done, '');
};
