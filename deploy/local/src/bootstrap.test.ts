import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  it('starts made together install them once', async () => {
    // Takes long enough for the others to see that it installs, and leaves what the lock file names.
    writeFileSync(
      join(root, 'npm.mjs'),
      `import { appendFileSync, copyFileSync } from 'node:fs';
       await new Promise((resolve) => setTimeout(resolve, 1_000));
       appendFileSync('installed', 'x');
       copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`,
    );
    await Promise.all([prepare('start'), prepare('test'), prepare('start')]);
    expect(readFileSync(join(root, 'installed'), 'utf8')).toBe('x');
  });

  it('a start installs them after one that was killed while it did', async () => {
    mkdirSync(join(root, '.cache'));
    const ended = spawn(process.execPath, ['--version']);
    await once(ended, 'exit');
    writeFileSync(join(root, '.cache/installing'), String(ended.pid));
    expect((await prepare('start')).stderr).toContain('Installing packages');
  });

  it.each(['parked', 'usage'])('%s leaves them to the system that runs with them', async (command) => {
    const { stdout, stderr } = await prepare(command);
    expect([stdout, stderr]).toEqual([join(root, 'node_modules/.bin/node'), '']);
  });

  it.each(['start', 'test'])('%s does not take them from a system that runs with them', async (command) => {
    const node = join(root, 'node_modules/.bin/node');
    copyFileSync(process.execPath, node);
    const service = join(root, 'service.mjs');
    writeFileSync(service, "process.stdin.resume(); console.log('ready')");
    const running = spawn(node, [service], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(running.stdout, 'data');
    await expect(prepare(command)).rejects.toThrow(`process ${running.pid} still runs`);
    const exit = once(running, 'exit');
    running.stdin.end();
    await exit;
    expect((await prepare(command)).stderr).toContain('Installing packages');
  });
});
