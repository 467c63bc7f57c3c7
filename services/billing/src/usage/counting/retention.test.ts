import { sql } from '@tessera/kit/database/sql';
import {
  type BillingStack,
  makeCustomer,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { countUsage, detachMonths, makeMonths } from './worker.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const get = async (path: string) => (await stack.send('GET', path, { as: seller.owner })).body;
const ingest = async (timestamp: string, external_id: string) => {
  const event = { name: 'call', external_customer_id: 'ada', external_id, timestamp };
  const as = tokenOf(seller.organizationId, 'events:write');
  const { status, text, body } = await stack.send('POST', '/events/ingest', {
    as,
    body: { events: [event] },
  });
  if (status !== 200) throw new Error(text);
  return body;
};
const count = async (): Promise<void> => {
  while (await countUsage(stack.billing));
};

describe('events that are kept no longer', () => {
  it('leave with their month; what they came to stays', async () => {
    const now = stack.clock.now();
    await makeCustomer(stack, { organizationId: seller.organizationId, externalId: 'ada' });
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const month = (ahead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
    await makeMonths({ ...stack.billing, now: () => month(-8) });
    await makeMonths(stack.billing);
    await ingest(month(-8).toISOString(), 'old');
    await ingest(now.toISOString(), 'new');
    const keeping = { ...stack.billing, usageRetentionMonths: 6 };
    // What waits to be counted is not let go.
    await detachMonths(keeping);
    expect((await get('/events/')).pagination.total_count).toBe(2);
    await count();
    await detachMonths({ ...keeping, usageRetentionMonths: null });
    expect((await get('/events/')).pagination.total_count).toBe(2);
    await detachMonths(keeping);
    const { items, pagination } = await get('/events/');
    expect([pagination.total_count, items.map((item: { external_id: string }) => item.external_id)]).toEqual([
      1,
      ['new'],
    ]);
    const part = `usage_events_${month(-8).toISOString().slice(0, 7).replace('-', '_')}`;
    expect(await sql(stack.db, `SELECT external_id FROM ${part}`)).toEqual([{ external_id: 'old' }]);
    expect((await get(`/customer-meters/?meter_id=${meter.id}`)).items).toMatchObject([
      { consumed_units: 2 },
    ]);
    const range = `start_timestamp=${month(-9).toISOString()}&end_timestamp=${month(1).toISOString()}&interval=month`;
    expect((await get(`/meters/${meter.id}/quantities?${range}`)).total).toBe(2);
    expect(await ingest(month(-7).toISOString(), 'old')).toEqual({ inserted: 1, duplicates: 0 });
    expect(await ingest(now.toISOString(), 'new')).toEqual({ inserted: 0, duplicates: 1 });
  });
});
