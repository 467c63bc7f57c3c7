import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Printer } from '../processes/readable-log.ts';
import { root } from './system-processes.ts';

const sources = [
  'web/*.{html,ts,mjs,cjs,json}',
  'web/{src,public,vite}/**/*',
  'proto/api/**/*.ts',
  'package-lock.json',
  'tsconfig.base.json',
];

/** A fingerprint of everything that the built application is made of. */
const fingerprint = (): string => {
  const hash = createHash('sha256');
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  for (const file of files.filter((path) => statSync(join(root, path)).isFile())) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
};

const runBuild = async (folder: string, signal: AbortSignal | undefined): Promise<void> => {
  const args = [
    'run',
    'build',
    '-w',
    'web',
    '--silent',
    '--',
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  // Also when tests start it: what is served must be what sellers and buyers get.
  const env = { ...process.env, NODE_ENV: 'production', PATH: path };
  const child = spawn('npm', args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => output.push(text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The web application could not be built:\n${output.join('').trim()}`);
};

const forgetOlder = (cache: string, kept: number): void => {
  const builds = readdirSync(cache)
    .filter((name) => name.startsWith('app-'))
    .map((name) => join(cache, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const build of builds.slice(kept)) rmSync(build, { recursive: true, force: true });
};

/**
 * Builds the web application and returns the folder, which is named by a fingerprint of the sources: an unchanged
 * application is not built again, and a running system keeps the build that it started with.
 */
export const buildWeb = async (options: { print?: Printer; signal?: AbortSignal } = {}): Promise<string> => {
  const cache = join(root, 'web/.cache');
  const name = fingerprint();
  const folder = join(cache, `app-${name}`);
  if (existsSync(join(folder, 'index.html'))) return folder;
  options.print?.('web', 'building the web application');
  mkdirSync(cache, { recursive: true });
  const fresh = join(cache, `new-${name}-${process.pid}`);
  try {
    await runBuild(fresh, options.signal);
    if (!existsSync(folder)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  forgetOlder(cache, 4);
  return folder;
};
