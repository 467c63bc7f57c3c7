import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../servers/postgres.ts';
import { keepForTeardown } from './jest-teardown.ts';
import { openTestFolder } from './test-folder.ts';

/** Starts one throwaway Postgres for all test files of a run; they find it by TEST_POSTGRES_URL. */
export default async function setUp(): Promise<void> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return;
  const dir = openTestFolder();
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), fsync: false });
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  keepForTeardown(async () => {
    await postgres.kill();
    rmSync(dir, { recursive: true, force: true });
  });
}
