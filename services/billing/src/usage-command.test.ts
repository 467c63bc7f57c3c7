import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@tessera/kit/database/sql';
import { eventually } from '@tessera/kit/test/eventually';
import { startClickHouse } from '@tessera/local/servers/clickhouse';
import type { Server } from '@tessera/local/servers/servers';
import { compileCache } from '@tessera/local/system/system-processes';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../test/factories.ts';
import { makeMonths } from './usage/counting/worker.ts';

const command = join(import.meta.dirname, 'usage-command.ts');

let server: Server;
let stack: BillingStack;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-clickhouse-'));
  server = await startClickHouse({ dir, isThrowaway: true });
  stack = await startBilling({ workers: false });
  await makeMonths(stack.billing);
});
afterAll(async () => {
  await stack.stop();
  await server.stop();
});

const start = (words: string[], more: Record<string, string> = {}) => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...compileCache(),
    DATABASE_URL: stack.databaseUrl,
    CLICKHOUSE_URL: server.url,
    ...more,
  };
  const child = spawn(process.execPath, [command, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output, exited: once(child, 'close') as Promise<[number | null]> };
};

const write = async (organizationId: string, size: number): Promise<void> => {
  await stack.billing.usage.insert(
    Array.from({ length: size }, (_, index) => ({
      id: uuidv7(),
      organizationId,
      timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000),
      ingestedAt: new Date('2026-01-15T12:00:00Z'),
      source: 'user',
      name: 'call',
      customerId: null,
      externalCustomerId: 'ada',
      externalId: null,
      voids: null,
      metadata: { n: 1 },
    })),
  );
};

const readPlace = async (): Promise<{ version: string; hasBegun: boolean }> => {
  const [row] = await sql<{ version: string; hasBegun: boolean }>(
    stack.db,
    `SELECT version::text AS version, cursor_id IS NOT NULL AS "hasBegun" FROM usage_copying`,
  );
  if (!row) throw new Error('there is one row');
  return row;
};

const readCopy = async (): Promise<unknown> => {
  const query = `SELECT count() AS events, sum(toUInt64(substring(metadata['n'], 2))) AS units
    FROM usage_events FINAL FORMAT JSONEachRow`;
  const response = await fetch(server.url, { method: 'POST', body: query });
  return JSON.parse(await response.text());
};

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'close');
};

describe('usage move', () => {
  it('copies all events while more are taken in, and goes on where it was killed', async () => {
    const organizationId = uuidv7();
    const before = 40;
    for (let written = 0; written < before; written += 1) await write(organizationId, 1_000);
    const first = start(['move']);
    await eventually(async () => expect(await readPlace()).toMatchObject({ hasBegun: true }), 60_000);
    await kill(first.child);
    const { version } = await readPlace();
    // Whoever was killed may have held the lease.
    await stack.db.query('UPDATE usage_copying SET lease_until = NULL');
    let more = 0;
    const second = start(['move']);
    const isOver = second.exited.then(() => true);
    while (!(await Promise.race([isOver, write(organizationId, 10).then(() => false)]))) more += 1;
    expect(await second.exited).toEqual([0, null]);
    expect(second.output()).toContain('the copy is complete');
    expect(await readPlace()).toEqual({ version, hasBegun: true });
    const third = start(['move']);
    expect(await third.exited).toEqual([0, null]);
    const [kept] = await sql<{ events: number }>(
      stack.db,
      'SELECT count(*)::int AS events FROM usage_events',
    );
    expect(kept?.events).toBeGreaterThanOrEqual(before * 1_000 + more * 10);
    expect(await readCopy()).toEqual({ events: kept?.events, units: kept?.events });
    const status = start(['status']);
    expect(await status.exited).toEqual([0, null]);
    expect(status.output()).toBe(
      `${kept?.events} of ${kept?.events} events are in ClickHouse; the copy is complete\n`,
    );
  });

  it('says how it is used, and what is missing', async () => {
    const help = start(['--help']);
    expect(await help.exited).toEqual([0, null]);
    expect(help.output()).toContain('usage move');
    const unknown = start(['mvoe']);
    expect(await unknown.exited).toEqual([1, null]);
    expect(unknown.output()).toContain('usage move');
    const nowhere = start(['move'], { CLICKHOUSE_URL: '' });
    expect(await nowhere.exited).toEqual([1, null]);
    expect(nowhere.output()).toContain('CLICKHOUSE_URL');
  });
});
