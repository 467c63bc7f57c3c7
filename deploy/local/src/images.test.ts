import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './system-processes.ts';

type Lock = { packages: Record<string, { link?: boolean; dev?: boolean }> };

/** Folders that a stage of the images takes from the stage that installs packages. */
const copied = [
  ...readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8').matchAll(/^COPY --from=modules (\S+)/gm),
].map(([, folder = '']) => folder);

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

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
