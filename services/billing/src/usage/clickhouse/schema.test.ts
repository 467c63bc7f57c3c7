import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickHouse } from '@tessera/local/servers/clickhouse';
import { connectClickHouse } from './connect.ts';
import { select } from './read.ts';
import { makeTables } from './schema.ts';

const file = join(import.meta.dirname, '../../../../../deploy/clickhouse/cluster.sql');

/** `local`: the same tables as one server can have them, without Keeper and other servers. */
const local = (statement: string): string =>
  statement
    .replace(/ ON CLUSTER \w+/, '')
    .replace(/Replicated(\w+)\('[^']+', '[^']+'(?:, )?/, '$1(')
    .replace('replicated_deduplication_window', 'non_replicated_deduplication_window');

it('a cluster’s tables are written as ClickHouse reads them, with the columns of one server', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-clickhouse-'));
  const server = await startClickHouse({ dir, isThrowaway: true });
  const client = await connectClickHouse(server.url);
  try {
    const text = await readFile(file, 'utf8');
    const statements = text
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .map((statement) => statement.trim())
      .filter((statement) => statement !== '');
    expect(statements).toHaveLength(3);
    for (const statement of statements) {
      const [row] = await select<{ isRead: number }>(
        client,
        `SELECT isNotNull(formatQueryOrNull(unhex('${Buffer.from(statement).toString('hex')}'))) AS isRead`,
      );
      expect([statement, row?.isRead]).toEqual([statement, 1]);
    }
    await makeTables(client);
    const [events = '', , histories = ''] = statements.map(local);
    await client.command({ query: events });
    await client.command({ query: histories.replace('usage_histories', 'usage_histories_local') });
    const described = (table: string) =>
      select(
        client,
        `SELECT name, type FROM system.columns WHERE table = '${table}' AND database = currentDatabase() ORDER BY position`,
      );
    const keys = (table: string) =>
      select(
        client,
        `SELECT engine, partition_key, sorting_key FROM system.tables WHERE name = '${table}' AND database = currentDatabase()`,
      );
    for (const table of ['usage_events', 'usage_histories']) {
      expect(await described(`${table}_local`)).toEqual(await described(table));
      expect(await keys(`${table}_local`)).toEqual(await keys(table));
    }
    expect(await described('usage_events')).toHaveLength(14);
  } finally {
    await client.close();
    await server.stop();
  }
});
