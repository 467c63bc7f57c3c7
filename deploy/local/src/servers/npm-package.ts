import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached } from './cache.ts';

const run = promisify(execFile);

/** The folder of one exact package version, from the cache or downloaded by npm (which checks its integrity). */
export const fetchNpmPackage = async (name: string, version: string): Promise<string> => {
  const folder = await cached(`npm-${name.replace(/[@/]/g, '_')}-${version}`, async (fresh) => {
    await run('npm', ['pack', '--silent', '--pack-destination', fresh, `${name}@${version}`], { cwd: fresh });
    const archive = readdirSync(fresh).find((file) => file.endsWith('.tgz'));
    if (archive === undefined) throw new Error(`npm brought no package for ${name}@${version}`);
    await run('tar', ['xzf', archive], { cwd: fresh });
  });
  return join(folder, 'package');
};
