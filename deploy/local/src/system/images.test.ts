import { readFileSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { entryOf, root } from './system-processes.ts';

type Lock = { packages: Record<string, { link?: boolean; dev?: boolean }> };

const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');

/** Folders that a stage of the images takes from the stage that installs packages. */
const copied = [...dockerfile.matchAll(/^COPY --from=modules (\S+)/gm)].map(([, folder = '']) => folder);

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;

/** Packages that processes need and that npm installs inside of a workspace, because another version lies above it. */
const nested = Object.entries(packages)
  .filter(([path, { dev }]) => /^(services\/[a-z]+|gateway|proto)\/node_modules\//.test(path) && dev !== true)
  .map(([path]) => `/app/${path}`);

describe('the images of the services', () => {
  it('have the packages that npm puts into a workspace as well as those that all share', () => {
    expect(copied.length).toBeGreaterThan(0);
    for (const folder of copied)
      expect([...nested, '/app/node_modules/express'].filter((path) => !isWithin(folder, path))).toEqual([]);
  });
});

describe('the health check of the images', () => {
  it('leaves migrations as many seconds as the startup probe on Kubernetes does', () => {
    const [, hours] = /--start-period=(\d+)h /.exec(dockerfile) ?? [];
    const manifest = readFileSync(join(root, 'deploy/k8s/base/process.yaml'), 'utf8');
    const [, period, failures] =
      /startupProbe:[^]*?periodSeconds: (\d+)\s+failureThreshold: (\d+)/.exec(manifest) ?? [];
    expect(Number(hours) * 3600).toBe(Number(period) * Number(failures));
  });
});

/** The patterns of `.dockerignore` in order: the last one that matches a file decides. */
const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isSent: line.startsWith('!'), glob: line.replace(/^!/, '') }));

describe('the files that Docker is sent', () => {
  // A part of a service that is missing fails its start too, but those are sent whole: the inbox is picked by file.
  it('have every file that the inbox imports', () => {
    const files = importedBy('deploy/local/src/inbox/inbox.ts');
    expect(join(root, 'deploy/local/src/inbox/inbox.ts')).toBe(entryOf('inbox'));
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => !isSent(file))).toEqual([]);
  });
  it('leave out tests', () => expect(isSent('deploy/local/src/inbox/inbox.test.ts')).toBe(false));
});

function isSent(file: string): boolean {
  const matching = patterns.filter(({ glob }) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`));
  return matching.at(-1)?.isSent ?? true;
}

/** A file with all files that it imports by relative paths, directly or not. */
function importedBy(file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return [...found];
  found.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, target = ''] of text.matchAll(/from '(\.{1,2}\/[^']+)'/g))
    importedBy(posix.join(posix.dirname(file), target), found);
  return [...found];
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
