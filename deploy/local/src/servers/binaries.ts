import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findExecutable } from '../processes/tether.ts';
import { fetchDebianPackage } from './debian-package.ts';

const run = promisify(execFile);

/** A program to look for: in npm, on this machine, in Debian's archive, in this order. */
export type Wanted = {
  name: string;
  file: string;
  /** Minimum version: major, minor. */
  least: readonly [number, number];
  fromNpm?: () => Promise<string | undefined>;
  debianPackage: string;
};

export type Binary = { path: string; env: NodeJS.ProcessEnv; version: readonly [number, number] };
export type Found = { binary: Binary | undefined; tried: string[] };

const postgresFolders = (root: string): string[] => {
  const versions = join(root, 'usr/lib/postgresql');
  if (!existsSync(versions)) return [];
  const numbers = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a));
  return numbers.map((version) => join(versions, version, 'bin'));
};

const foldersBelow = (root: string): string[] => [
  ...['usr/local/bin', 'usr/bin', 'usr/sbin', 'sbin', 'bin'].map((folder) => join(root, folder)),
  ...postgresFolders(root),
];

const librariesBelow = (root: string): string[] =>
  ['usr/lib', 'lib'].flatMap((folder) => {
    const path = join(root, folder);
    if (!existsSync(path)) return [];
    return [
      path,
      ...readdirSync(path)
        .filter((name) => name.endsWith('-linux-gnu'))
        .map((name) => join(path, name)),
    ];
  });

const versionOf = async (path: string, env: NodeJS.ProcessEnv): Promise<readonly [number, number]> => {
  const { stdout } = await run(path, ['--version'], { env: { ...process.env, ...env } });
  const [, major, minor] = stdout.match(/(\d+)\.(\d+)/) ?? [];
  if (major === undefined) throw new Error(`${path} does not tell its version`);
  return [Number(major), Number(minor)];
};

const examine = async (wanted: Wanted, path: string | undefined, env: NodeJS.ProcessEnv = {}) => {
  if (path === undefined) throw new Error('not found');
  const version = await versionOf(path, env);
  const [major, minor] = wanted.least;
  if (version[0] < major || (version[0] === major && version[1] < minor)) {
    throw new Error(`${path} is ${version.join('.')}, ${wanted.least.join('.')} is needed`);
  }
  return { path, env, version };
};

const onMachine = (wanted: Wanted) =>
  examine(
    wanted,
    findExecutable(wanted.file, [...(process.env['PATH'] ?? '').split(delimiter), ...foldersBelow('/')]),
  );

const fromDebian = async (wanted: Wanted) => {
  if (findExecutable('apt-get') === undefined) throw new Error('no apt-get here');
  const root = await fetchDebianPackage(wanted.debianPackage);
  const env = { LD_LIBRARY_PATH: librariesBelow(root).join(delimiter) };
  return examine(wanted, findExecutable(wanted.file, foldersBelow(root)), env);
};

const search = async (wanted: Wanted): Promise<Found> => {
  const tried: string[] = [];
  const ways: [string, () => Promise<Binary>][] = [
    ['npm', async () => examine(wanted, await wanted.fromNpm?.())],
    ['this machine', () => onMachine(wanted)],
    [`Debian's ${wanted.debianPackage}`, () => fromDebian(wanted)],
  ];
  for (const [origin, way] of ways) {
    try {
      return { binary: await way(), tried };
    } catch (error) {
      const [line] = (error as Error).message.trim().split('\n').slice(-1);
      tried.push(`${origin} (${line})`);
    }
  }
  return { binary: undefined, tried };
};

const findings = new Map<string, Promise<Found>>();

/** Finds the program. The result is cached, because looking starts a process. */
export const findBinary = (wanted: Wanted): Promise<Found> => {
  const known = findings.get(wanted.name) ?? search(wanted);
  findings.set(wanted.name, known);
  return known;
};
