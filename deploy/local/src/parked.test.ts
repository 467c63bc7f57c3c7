import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNats } from './servers/servers.ts';
import { compileCache } from './system/system-processes.ts';

const script = fileURLToPath(new URL('parked.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-parked-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => {
  const { NATS_URL: _, NODE_OPTIONS: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    env: { ...env, ...compileCache(), INIT_CWD: tmpdir() },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

describe('npm run parked', () => {
  it('speaks to the system that keeps its data in the folder', async () => {
    const nats = await startNats({ dir: join(folder, 'nats') });
    try {
      const nothing = { status: 0, stdout: 'Nothing is parked.\n', stderr: '' };
      expect(run('--data', folder)).toEqual(nothing);
      expect(run('list', 'billing-memberships', '--data', folder.slice(tmpdir().length + 1))).toEqual(
        nothing,
      );
    } finally {
      await nats.stop();
    }
    const { status, stderr } = run('--data', folder);
    expect([status, stderr]).toEqual([
      1,
      `NATS cannot be reached at ${nats.url} (NATS_URL): connection refused\n`,
    ]);
  });

  it('says in one line what is missing or misspelt, and how it is used', () => {
    expect(run('--data', folder)).toEqual({
      status: 1,
      stdout: '',
      stderr: `No NATS server was started in ${folder}: name its folder with --data, or set NATS_URL\n`,
    });
    expect(run('--dato', folder).stderr).toContain("Unknown option '--dato'");
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  });
});
