import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresUrlOf } from './servers/postgres.ts';
import { startPostgres } from './servers/servers.ts';
import { compileCache } from './system/system-processes.ts';

const script = fileURLToPath(new URL('usage.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-usage-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => {
  const { DATABASE_URL: _, CLICKHOUSE_URL: __, NODE_OPTIONS: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    env: { ...env, ...compileCache(), INIT_CWD: tmpdir() },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

describe('npm run usage', () => {
  it('finds the database of the system that keeps its data in the folder', async () => {
    const dir = join(folder, 'postgres');
    const postgres = await startPostgres({ dir, fsync: false });
    try {
      expect(postgresUrlOf(dir)).toBe(postgres.url);
      expect(run('move', '--data', folder)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('CLICKHOUSE_URL'),
      });
    } finally {
      await postgres.stop();
    }
  });

  it('says in one line what is missing or misspelt, and how it is used', () => {
    expect(run('move', '--data', folder)).toEqual({
      status: 1,
      stdout: '',
      stderr: `No Postgres was started in ${folder}: name its folder with --data, or set DATABASE_URL\n`,
    });
    expect(run('--dato', folder).stderr).toContain("Unknown option '--dato'");
    expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
  });
});
