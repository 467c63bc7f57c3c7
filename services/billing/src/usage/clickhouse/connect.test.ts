import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readEnv } from '@tessera/kit/config';
import { findClickHouse, UsageEnv } from './connect.ts';

const run = promisify(execFile);
const always = { retentionMonths: null };
const find = async (env: Record<string, string>, usage: { retentionMonths: number | null } = always) =>
  findClickHouse(readEnv(UsageEnv, env), usage);

describe('where events are read from', () => {
  it('is Postgres unless ClickHouse is asked for, whatever address is known', async () => {
    expect(await find({})).toBeUndefined();
    expect(await find({ USAGE_STORE: '', CLICKHOUSE_URL: 'http://localhost:8123' })).toBeUndefined();
  });

  it('is refused with a message that names what is missing, wrong or does not fit', async () => {
    await expect(find({ USAGE_STORE: 'clickhouse' })).rejects.toThrow('CLICKHOUSE_URL: is needed');
    await expect(find({ USAGE_STORE: 'mongo' })).rejects.toThrow('USAGE_STORE');
    const env = { USAGE_STORE: 'clickhouse', CLICKHOUSE_URL: 'http://localhost:8123' };
    await expect(find({ ...env, CLICKHOUSE_URL: 'clickhouse://localhost' })).rejects.toThrow(
      'CLICKHOUSE_URL',
    );
    await expect(find(env, { retentionMonths: 12 })).rejects.toThrow('billing.usage.retentionMonths');
  });

  it('is found without asking for an answer: billing starts while ClickHouse is away', async () => {
    const client = await find({ USAGE_STORE: 'clickhouse', CLICKHOUSE_URL: 'http://127.0.0.1:9' });
    expect(client).toBeDefined();
    await client?.close();
  });

  it('loads nothing of ClickHouse where it is Postgres', async () => {
    const parts = ['parts.ts', 'workers.ts'].map((file) => join(import.meta.dirname, '../..', file));
    const program = `import module from 'node:module';
      for (const part of ${JSON.stringify(parts)}) await import(part);
      console.log(Object.keys(module._cache).filter((file) => file.includes('@clickhouse')).length);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
    expect(stdout.trim()).toBe('0');
  });
});
