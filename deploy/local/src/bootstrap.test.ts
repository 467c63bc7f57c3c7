import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bootstrap = join(import.meta.dirname, '../bootstrap.mjs');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tessera-bootstrap-'));
  mkdirSync(join(root, 'deploy/local'), { recursive: true });
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  cpSync(bootstrap, join(root, 'deploy/local/bootstrap.mjs'));
  writeFileSync(join(root, 'node_modules/.bin/node'), '');
  writeFileSync(join(root, 'npm.mjs'), '');
  lock('package-lock.json', '2.0.0');
  lock('node_modules/.package-lock.json', '1.0.0');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lock = (file: string, version: string) =>
  writeFileSync(join(root, file), JSON.stringify({ packages: { 'node_modules/part': { version } } }));

const prepare = (command: string) =>
  run(process.execPath, [join(root, 'deploy/local/bootstrap.mjs'), command], {
    env: { ...process.env, npm_execpath: join(root, 'npm.mjs') },
  });

describe('with packages of an earlier version', () => {
  it('a start installs those of this one', async () => {
    expect((await prepare('start')).stderr).toContain('Installing packages');
  });

  it.each(['parked', 'usage'])('%s leaves them to the system that runs with them', async (command) => {
    const { stdout, stderr } = await prepare(command);
    expect([stdout, stderr]).toEqual([join(root, 'node_modules/.bin/node'), '']);
  });
});
