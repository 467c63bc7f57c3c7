import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { eventually } from '@tessera/kit/test/eventually';
import { startClickHouse } from '@tessera/local/servers/clickhouse';
import type { Server } from '@tessera/local/servers/servers';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../../../test/factories.ts';
import type { EventRow } from '../store/store.ts';
import { connectClickHouse } from './connect.ts';
import { copyRound, endForgotten, startCopies } from './copy.ts';
import { select } from './read.ts';
import { startCopyingUsage } from './worker.ts';

let server: Server;
let client: ClickHouseClient;
let stack: BillingStack;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-clickhouse-'));
  server = await startClickHouse({ dir, isThrowaway: true });
  client = await connectClickHouse(server.url);
  stack = await startBilling({ workers: false, clickhouse: client });
});
beforeEach(() => stack.db.query('SELECT stop_usage_copies()'));
afterAll(async () => {
  await client.close();
  await stack.stop();
  await server.stop();
});

const write = async (
  organizationId: string,
  size: number,
  timestamp = new Date('2026-01-10T12:00:00Z'),
): Promise<void> => {
  const event = (): EventRow => ({
    id: uuidv7(),
    organizationId,
    timestamp,
    ingestedAt: new Date('2026-01-10T12:00:00Z'),
    source: 'user',
    name: 'call',
    customerId: null,
    externalCustomerId: null,
    externalId: null,
    voids: null,
    metadata: {},
  });
  await stack.billing.usage.insert(Array.from({ length: size }, event));
};
const copyAll = async (): Promise<void> => {
  while ((await copyRound(stack.db, client)) !== 'done');
};
/** Rows, not events: what arrived twice is seen. */
const rowsOf = async (organizationId: string, final = ''): Promise<number> => {
  const [row] = await select<{ rows: string }>(
    client,
    `SELECT toString(count()) AS rows FROM usage_events ${final} WHERE organization_id = '${organizationId}'`,
  );
  return Number(row?.rows);
};
/** Events: their newest versions. */
const copiesOf = (organizationId: string): Promise<number> => rowsOf(organizationId, 'FINAL');

/** As lists show them. */
const listedOf = async (organizationId: string): Promise<number> => {
  const [rows] = await stack.billing.usage.page({ organizations: [organizationId], sources: ['user'] }, page);
  return rows.length;
};
const page = { page: 1, limit: 100, sorting: ['-timestamp'] };
const readCopying = async (): Promise<{ isOn: boolean; waiting: number }> => {
  const [row] = await stack.db.query(
    `SELECT is_on AS "isOn", (SELECT count(*)::int FROM usage_copies) AS waiting FROM usage_copying`,
  );
  return row;
};

describe('copying', () => {
  it('brings what was there, and what is written meanwhile, once', async () => {
    const organizationId = uuidv7();
    await write(organizationId, 30);
    await startCopies(stack.db, client);
    await write(organizationId, 12);
    await copyAll();
    expect(await copiesOf(organizationId)).toBe(42);
    await write(organizationId, 1);
    expect(await listedOf(organizationId)).toBe(43);
    expect(await copiesOf(organizationId)).toBe(43);
  });

  it('brings a history of several pages and organizations, events of the same moment included', async () => {
    const organizations = Array.from({ length: 5 }, () => uuidv7());
    await stack.db.query(
      `INSERT INTO usage_events (id, organization_id, "timestamp", ingested_at, source, name, metadata)
       SELECT gen_random_uuid(), organization_id, at, at, 'user', 'call', '{}' FROM unnest($1::uuid[]) AS organization_id,
         generate_series(1, 5000) AS n, LATERAL (SELECT timestamptz '2026-01-10' + make_interval(mins => n / 40) AS at) AS moment`,
      [organizations],
    );
    await startCopies(stack.db, client);
    await copyAll();
    expect(await Promise.all(organizations.map((id) => rowsOf(id)))).toEqual(organizations.map(() => 5000));
    expect(await Promise.all(organizations.map(copiesOf))).toEqual(organizations.map(() => 5000));
  });

  it('brings what was changed since', async () => {
    const organizationId = uuidv7();
    await write(organizationId, 2);
    await startCopies(stack.db, client);
    await copyAll();
    await stack.db.query('UPDATE usage_events SET voided_by = $2 WHERE organization_id = $1', [
      organizationId,
      uuidv7(),
    ]);
    const [rows] = await stack.billing.usage.page(
      { organizations: [organizationId], sources: ['user'] },
      page,
    );
    expect(rows.map(({ voidedBy }) => voidedBy)).toEqual([expect.any(String), expect.any(String)]);
  });

  it('brings what lies in a month that gets its partition meanwhile', async () => {
    const organizationId = uuidv7();
    const may = new Date('2026-05-10T12:00:00Z');
    await write(organizationId, 1, may);
    await startCopies(stack.db, client);
    await write(organizationId, 1, may);
    await stack.db.query(`SELECT make_usage_month('2026-05-01')`);
    await write(organizationId, 1, may);
    await copyAll();
    expect(await copiesOf(organizationId)).toBe(3);
    expect(await listedOf(organizationId)).toBe(3);
  });

  it('sends a batch again whose sender died after it had arrived, and it is there once', async () => {
    const organizationId = uuidv7();
    await startCopies(stack.db, client);
    await copyAll();
    await write(organizationId, 20);
    const dies = Object.create(client) as ClickHouseClient;
    dies.insert = async (given: Parameters<ClickHouseClient['insert']>[0]) => {
      await client.insert(given);
      throw new Error('the process died here');
    };
    await expect(async () => {
      while (await copyRound(stack.db, dies));
    }).rejects.toThrow('died');
    expect(await rowsOf(organizationId)).toBe(20);
    await write(organizationId, 5);
    await copyAll();
    expect(await rowsOf(organizationId)).toBe(25);
  });

  it('by two processes at once brings each event once', async () => {
    const organizationId = uuidv7();
    await startCopies(stack.db, client);
    await copyAll();
    for (let batch = 0; batch < 10; batch += 1) {
      await write(organizationId, 3);
      await Promise.all([copyRound(stack.db, client), copyRound(stack.db, client)]);
    }
    await copyAll();
    expect(await rowsOf(organizationId)).toBe(30);
  });

  it('begins anew where ClickHouse has lost its tables, while the worker runs', async () => {
    const organizationId = uuidv7();
    await write(organizationId, 7);
    const worker = startCopyingUsage(stack.billing);
    try {
      await eventually(async () => expect(await copiesOf(organizationId).catch(() => 0)).toBe(7));
      for (const table of ['usage_events', 'usage_histories'])
        await client.command({ query: `DROP TABLE ${table} SYNC` });
      expect(await listedOf(organizationId)).toBe(7);
      await write(organizationId, 1);
      await eventually(async () => expect(await copiesOf(organizationId).catch(() => 0)).toBe(8), 60_000);
    } finally {
      await worker.stop();
    }
  });

  it('ends where nobody has copied for an hour, and the copy is then made anew', async () => {
    const organizationId = uuidv7();
    await startCopies(stack.db, client);
    await copyAll();
    await endForgotten(stack.db);
    await write(organizationId, 3);
    expect(await readCopying()).toEqual({ isOn: true, waiting: 1 });
    await stack.db.query(`UPDATE usage_copying SET tried_at = now() - interval '61 minutes'`);
    await endForgotten(stack.db);
    await write(organizationId, 4);
    expect(await readCopying()).toEqual({ isOn: false, waiting: 0 });
    expect(await listedOf(organizationId)).toBe(7);
    await startCopies(stack.db, client);
    await copyAll();
    expect(await copiesOf(organizationId)).toBe(7);
  });
});

describe('what ClickHouse refuses', () => {
  it('is told without what it was asked, which may be a customer’s', async () => {
    const refused = select(client, `SELECT nonsense('ada@example.com')`);
    await expect(refused).rejects.toThrow(/^ClickHouse refuses: UNKNOWN_FUNCTION \(46\)$/);
  });
});

describe('ClickHouse that dies', () => {
  it('leaves its answers to Postgres, and has all of it when it is back', async () => {
    const organizationId = uuidv7();
    await startCopies(stack.db, client);
    await write(organizationId, 5);
    await copyAll();
    await server.kill();
    await write(organizationId, 5);
    expect(await listedOf(organizationId)).toBe(10);
    await expect(async () => {
      while (await copyRound(stack.db, client));
    }).rejects.toThrow();
    await server.restart();
    await copyAll();
    expect(await copiesOf(organizationId)).toBe(10);
  });
});
