import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepForTeardown } from './jest-teardown.ts';
import { startPostgres } from './postgres.ts';
import { identityOf, isAlive, type ProcessIdentity } from './tether.ts';

const PREFIX = 'tessera-tests-';

/** Folders of test runs that were killed: they hold nothing that anybody needs. */
const sweepAbandoned = (): void => {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const folder of folders.map((name) => join(tmpdir(), name))) {
    try {
      const owner = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as ProcessIdentity;
      if (!isAlive(owner)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // just being made by another run
    }
  }
};

/** One throwaway Postgres for all test files of a run; they find it by TEST_POSTGRES_URL. */
export default async function setUp(): Promise<void> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return;
  sweepAbandoned();
  const dir = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(dir, 'owner.json'), JSON.stringify(identityOf(process.pid)));
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), fsync: false });
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  keepForTeardown(async () => {
    await postgres.kill();
    rmSync(dir, { recursive: true, force: true });
  });
}
