import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { startClickHouse } from '@tessera/local/servers/clickhouse';
import { type BillingStack, makeMeter, makeSeller, startBilling, tokenOf } from '../../../test/factories.ts';
import { describeUsageStore } from '../../../test/usage-store.ts';
import { countUsage } from '../counting/worker.ts';
import { connectClickHouse } from './connect.ts';

let stack: BillingStack;
/** Questions that ClickHouse was asked. */
let asked = 0;

const start = async (): Promise<BillingStack> => {
  const dir = await mkdtemp(join(tmpdir(), 'tessera-clickhouse-'));
  const server = await startClickHouse({ dir, isThrowaway: true });
  const client = await connectClickHouse(server.url);
  const clickhouse = Object.create(client) as ClickHouseClient;
  clickhouse.query = ((...given: Parameters<ClickHouseClient['query']>) => {
    asked += 1;
    return client.query(...given);
  }) as ClickHouseClient['query'];
  stack = await startBilling({ workers: false, clickhouse });
  stack.own(server);
  stack.own({ stop: () => client.close() });
  const { usageCopies } = stack.billing;
  await usageCopies?.start();
  while ((await usageCopies?.copy()) !== 'done');
  return stack;
};

describeUsageStore('ClickHouse', start);

describe('with ClickHouse, the API', () => {
  const range = 'start_timestamp=2026-01-10T00:00:00Z&end_timestamp=2026-01-11T23:59:59Z&interval=day';
  const events = [
    { timestamp: '2026-01-10T08:00:00Z', metadata: { model: 'a', region: 'eu', n: 1.5 } },
    { timestamp: '2026-01-10T09:00:00Z', metadata: { model: 'a', region: 'us', n: 2 } },
    { timestamp: '2026-01-10T10:00:00Z', metadata: { model: 'b', region: 'eu', n: 4 } },
    { timestamp: '2026-01-11T08:00:00Z', metadata: { model: 'b', region: 'eu', n: 8 } },
  ].map((event) => ({ name: 'call', external_customer_id: 'ada', ...event }));

  it('answers quantities that no hourly sums are kept of, and previews, as soon as events are in', async () => {
    const { organizationId } = await makeSeller(stack);
    const as = tokenOf(organizationId, 'meters:write', 'events:write', 'events:read');
    const models = await makeMeter(stack, {
      organizationId,
      aggregation: { func: 'count', uniqueProperty: 'model' },
    });
    const units = await makeMeter(stack, { organizationId, aggregation: { func: 'sum', property: 'n' } });
    await stack.send('POST', '/events/ingest', { as, body: { events } });
    const quantities = async (id: string, more = ''): Promise<unknown> => {
      const { body } = await stack.send('GET', `/meters/${id}/quantities?${range}${more}`, { as });
      return [...body.quantities.map(({ quantity }: { quantity: number }) => quantity), body.total];
    };
    const before = asked;
    expect(await quantities(models.id)).toEqual([2, 1, 2]);
    expect(await quantities(units.id, '&metadata[region]=eu')).toEqual([5.5, 8, 13.5]);
    const { body: preview } = await stack.send('POST', '/meters/preview', {
      as,
      body: {
        filter: { conjunction: 'and', clauses: [{ property: 'region', operator: 'eq', value: 'eu' }] },
        aggregation: { func: 'max', property: 'n' },
        start_timestamp: '2026-01-10T00:00:00Z',
        end_timestamp: '2026-01-11T23:59:59Z',
        interval: 'day',
      },
    });
    expect(preview).toMatchObject({ quantities: [{ quantity: 4 }, { quantity: 8 }], total: 8, events: 3 });
    expect(asked - before).toBeGreaterThanOrEqual(6);
    while (await countUsage(stack.billing));
    expect(await quantities(units.id)).toEqual([7.5, 8, 15.5]);
  });

  it('shows an event and what took it back at once', async () => {
    const { organizationId } = await makeSeller(stack);
    const as = tokenOf(organizationId, 'events:write', 'events:read');
    const send = (event: object) =>
      stack.send('POST', '/events/ingest', { as, body: { events: [{ ...events[0], ...event }] } });
    await send({ external_id: 'wrong' });
    await send({ external_id: 'right', voids: 'wrong' });
    const { body } = await stack.send('GET', '/events/?sorting=timestamp&name=call', { as });
    expect(body.pagination.total_count).toBe(2);
    const [wrong, right] = body.items;
    expect(wrong).toMatchObject({ external_id: 'wrong', voided_by: right.id });
  });
});

it('never left a question to Postgres', () => {
  expect(stack.log.lines().filter(({ msg }) => String(msg).startsWith('ClickHouse'))).toEqual([]);
});
