/** Billing, ClickHouse, NATS and Postgres die while events are sent and copied: ClickHouse has each of them once. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tessera/kit/test/eventually';
import { startClickHouse } from '@tessera/local/servers/clickhouse';
import type { Server } from '@tessera/local/servers/servers';
import { type Journey, startJourney } from './support/system.ts';
import { keepLedger, killBilling, killDatabase, killNats } from './support/usage-ledger.ts';

let clickhouse: Server;
let journey: Journey;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-clickhouse-'));
  clickhouse = await startClickHouse({ dir, isThrowaway: true });
  journey = await startJourney({
    isDurable: true,
    env: { USAGE_STORE: 'clickhouse', CLICKHOUSE_URL: clickhouse.url },
  });
});
afterAll(async () => {
  await journey?.stop();
  await clickhouse?.stop();
});

const killClickHouse = async (): Promise<void> => {
  await clickhouse.kill();
  await clickhouse.restart();
};

/** The events that ClickHouse has, and their sum. */
const readCopy = async (): Promise<unknown> => {
  const query = `SELECT count() AS events, sum(toUInt64(substring(metadata['units'], 2))) AS units
    FROM usage_events FINAL WHERE source = 'user' FORMAT JSONEachRow`;
  const response = await fetch(clickhouse.url, { method: 'POST', body: query });
  return JSON.parse(await response.text());
};

it('the ledger of usage balances in ClickHouse', async () => {
  const sent = await keepLedger(journey, [
    killClickHouse,
    killBilling,
    killNats,
    killDatabase,
    killClickHouse,
    killBilling,
  ]);
  await eventually(async () => expect(await readCopy()).toEqual({ events: sent, units: sent }), 120_000);
});
