import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached } from './cache.ts';

const run = promisify(execFile);

const options = (apt: string) => [
  ...['-o', `Dir::State::Lists=${join(apt, 'lists')}`, '-o', `Dir::Cache=${join(apt, 'cache')}`],
  ...['-o', 'APT::Sandbox::User=root', '-o', 'Debug::NoLocking=1'],
];

/** The package and those of its dependencies that are not installed on this machine. */
const neededPackages = async (apt: string, name: string): Promise<string[]> => {
  const { stdout } = await run('apt-get', [
    ...options(apt),
    ...['-qq', '-y', '--no-install-recommends', '--print-uris', 'install', name],
  ]);
  const files = stdout.split('\n').flatMap((line) => line.match(/^'[^']*' (\S+?)_/)?.[1] ?? []);
  return files.length > 0 ? files : [name];
};

/**
 * A Debian package with its dependencies, unpacked into the cache with private package lists: no root, nothing
 * installed, no daemon started. Returns the folder that stands for `/`.
 */
export const fetchDebianPackage = (name: string): Promise<string> =>
  cached(`debian-${name}`, async (fresh) => {
    const apt = join(fresh, 'apt');
    const archives = join(apt, 'cache', 'archives');
    mkdirSync(join(apt, 'lists', 'partial'), { recursive: true });
    mkdirSync(join(archives, 'partial'), { recursive: true });
    await run('apt-get', [...options(apt), '-qq', 'update']);
    const packages = await neededPackages(apt, name);
    await run('apt-get', [...options(apt), '-qq', 'download', ...packages], { cwd: archives });
    for (const file of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
      await run('dpkg-deb', ['-x', join(archives, file), fresh]);
    }
    rmSync(apt, { recursive: true, force: true });
  });
