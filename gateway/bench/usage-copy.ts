/**
 * Cost and benefit of ClickHouse for usage, on the engine that tests run: copying events from Postgres with billing's
 * own command, against batch inserts of the same rows by the official client into the same kind of table (goal: at
 * least 0.4); the storage per event in both engines; and the time of a preview and of a filtered page in both.
 *
 * BENCH_HISTORY: number of events of a seller (default 300,000).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { startClickHouse } from '@tessera/local/servers/clickhouse';
import { startSystem } from '@tessera/local/system/system';
import { Client } from 'pg';
import { createSeller } from '../journeys/support/clients.ts';
import { createSender } from './measuring/requests.ts';
import { median } from './measuring/rounds.ts';
import { makeHistory } from './measuring/usage-history.ts';

const size = Number(process.env['BENCH_HISTORY'] ?? 300_000);
const batch = 10_000;
const goal = 0.4;
const rounds = 15;

const clickhouse = await startClickHouse({
  dir: await mkdtemp(join(tmpdir(), 'tessera-clickhouse-')),
  isThrowaway: true,
});
const client = createClient({ url: clickhouse.url });
const dataDir = await mkdtemp(join(tmpdir(), 'tessera-bench-'));

/** Starts the same system again, reading usage from one engine or the other. */
const start = (store: 'postgres' | 'clickhouse') =>
  startSystem({
    dataDir,
    isDurable: true,
    isWebServed: false,
    env: { USAGE_STORE: store, CLICKHOUSE_URL: clickhouse.url },
  });
let system = await start('postgres');
const databaseUrl = () => system.servers.postgres.url.replace(/\/\w+(\?|$)/, '/billing$1');
const db = new Client({ connectionString: databaseUrl() });
await db.connect();

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const line = (name: string, text: string): void => console.log(`${name.padEnd(34)} ${text}`);

/** Runs `npm run usage -- <word>` on this system. */
const command = async (word: string): Promise<void> => {
  const file = new URL('../../services/billing/src/usage-command.ts', import.meta.url).pathname;
  const env = { ...process.env, DATABASE_URL: databaseUrl(), CLICKHOUSE_URL: clickhouse.url };
  const child = spawn(process.execPath, [file, word], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`usage ${word} failed`);
};

const ask = async <Row>(query: string): Promise<Row[]> =>
  (await client.query({ query, format: 'JSONEachRow' })).json<Row>();

/** Inserts the same rows by the client alone, from memory. Returns milliseconds. */
const insertBare = async (): Promise<number> => {
  await client.command({ query: 'DROP TABLE IF EXISTS bare' });
  await client.command({ query: 'CREATE TABLE bare AS usage_events' });
  let milliseconds = 0;
  for (let from = 0; from < size; from += batch) {
    const values = await ask(
      `SELECT * FROM usage_events ORDER BY organization_id, timestamp, id LIMIT ${batch} OFFSET ${from}`,
    );
    milliseconds += await timed(() => client.insert({ table: 'bare', values, format: 'JSONEachRow' }));
  }
  return milliseconds;
};

/** Returns bytes per event, indexes included. */
const roomOf = async (): Promise<{ postgres: number; clickhouse: number }> => {
  const { rows } = await db.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'usage_events'::regclass`,
  );
  await client.command({ query: 'OPTIMIZE TABLE usage_events FINAL' });
  const [row] = await ask<{ bytes: string }>(
    `SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE table = 'usage_events' AND active`,
  );
  return { postgres: Number(rows[0]?.bytes) / size, clickhouse: Number(row?.bytes) / size };
};

const senderOf = (token: string) =>
  createSender(`${system.url.replace('127.0.0.1', 'localhost')}/api/billing/v1`, { token, connections: 4 });

const openShop = async () => {
  const seller = await createSeller(system.url.replace('127.0.0.1', 'localhost'));
  const sender = senderOf(seller.token);
  const customers: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const email = `user${index}@example.com`;
    customers.push((await sender.send<{ id: string }>('POST', '/customers/', { email })).id);
  }
  return { token: seller.token, organizationId: seller.organizationId, customers, meters: [] as string[] };
};

const preview = {
  filter: { conjunction: 'and', clauses: [{ property: 'tokens', operator: 'gt', value: 500 }] },
  aggregation: { func: 'sum', property: 'tokens' },
  start_timestamp: new Date(Date.now() - 90 * 86_400_000),
  end_timestamp: new Date(),
  interval: 'day',
};

/** Returns medians in milliseconds, through the gateway. */
const askShop = async (token: string): Promise<Record<string, number>> => {
  const { send } = senderOf(token);
  const questions: Record<string, () => Promise<unknown>> = {
    'a preview': () => send('POST', '/meters/preview', preview),
    'a page': () => send('GET', '/events/?limit=100'),
    'a page by metadata': () => send('GET', '/events/?limit=100&metadata[tokens]=7'),
  };
  const times: Record<string, number> = {};
  for (const [name, question] of Object.entries(questions)) {
    await question();
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await timed(question));
    times[name] = median(all);
  }
  return times;
};

try {
  const shop = await openShop();
  await makeHistory(db, shop, size);
  await db.query('ANALYZE usage_events');
  const inPostgres = await askShop(shop.token);
  const startUp = await timed(() => command('--help'));
  const moving = (await timed(() => command('move'))) - startUp;
  const bare = await insertBare();
  const ratio = bare / moving;
  line('client’s batch inserts', `${((size / bare) * 1000).toFixed(0)} events a second`);
  const isReached = ratio >= goal ? '' : '  NOT REACHED';
  line(
    'copied from Postgres',
    `${((size / moving) * 1000).toFixed(0)}, ${ratio.toFixed(3)} of it (goal: ${goal})${isReached}`,
  );
  const room = await roomOf();
  line('bytes an event in Postgres', room.postgres.toFixed(0));
  line('bytes an event in ClickHouse', room.clickhouse.toFixed(0));
  await db.end();
  await system.stop();
  system = await start('clickhouse');
  const inClickHouse = await askShop(shop.token);
  for (const [name, milliseconds] of Object.entries(inPostgres))
    line(
      `${name} of ${size} events`,
      `${milliseconds.toFixed(0)} ms in Postgres, ${inClickHouse[name]?.toFixed(0)} ms in ClickHouse`,
    );
} finally {
  await db.end().catch(() => undefined);
  await client.close();
  await system.stop();
  await rm(dataDir, { recursive: true, force: true });
  await clickhouse.stop();
}
