import { sql } from '@tessera/kit/database/sql';
import type { Aggregation } from '@tessera/proto/api/billing/meter';
import fc from 'fast-check';
import {
  type BillingStack,
  makeCustomer,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { countUsage, makeMonths } from '../counting/worker.ts';
import { resetMeters } from '../credits/credits.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  await makeMonths(stack.billing);
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const owner = () => ({ organizationId: seller.organizationId });
const get = async (path: string) => (await stack.send('GET', path, { as: seller.owner })).body;
const count = async (): Promise<void> => {
  while (await countUsage(stack.billing));
};
const send = (events: object[]) =>
  stack.send('POST', '/events/ingest', {
    as: tokenOf(seller.organizationId, 'events:write'),
    body: { events },
  });
const ingest = async (events: object[]) => {
  const { status, text, body } = await send(events);
  if (status !== 200) throw new Error(text);
  return body;
};
const use = (name: string, n: number, values: object = {}) => ({
  name: 'use',
  external_customer_id: 'ada',
  external_id: name,
  metadata: { n },
  ...values,
});
const back = (name: string, values: object = {}) => ({
  name: 'correction',
  external_customer_id: 'ada',
  voids: name,
  ...values,
});
const units = async (): Promise<number[]> =>
  (await get('/customer-meters/?sorting=meter_name')).items.map(
    (item: { consumed_units: number }) => item.consumed_units,
  );
const makeMeters = async (): Promise<string[]> => {
  const aggregations: Aggregation[] = [
    { func: 'count' },
    { func: 'sum', property: 'n' },
    { func: 'max', property: 'n' },
    { func: 'min', property: 'n' },
    { func: 'avg', property: 'n' },
    { func: 'count', uniqueProperty: 'n' },
  ];
  const ids: string[] = [];
  for (const [index, aggregation] of aggregations.entries())
    ids.push((await makeMeter(stack, { ...owner(), name: `Meter ${index}`, aggregation })).id);
  return ids;
};
const quantitiesOf = async (meterIds: readonly string[], query = ''): Promise<number[]> => {
  const range = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-31T00:00:00Z&interval=day';
  const totals: number[] = [];
  for (const id of meterIds) totals.push((await get(`/meters/${id}/quantities?${range}${query}`)).total);
  return totals;
};

describe('an event that takes another back', () => {
  it('has no meter count it, nor itself, in units, quantities and the list', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    const meters = await makeMeters();
    const at = { timestamp: '2026-01-10T08:00:00Z' };
    await ingest([use('a', 1, at), use('b', 5, at), use('c', 5, at), use('d', 9, at)]);
    await count();
    expect(await units()).toEqual([4, 20, 9, 1, 5, 3]);
    expect(await ingest([back('a'), back('d'), back('c')])).toEqual({ inserted: 3, duplicates: 0 });
    expect(await units()).toEqual([1, 5, 5, 5, 5, 1]);
    await count();
    expect(await units()).toEqual([1, 5, 5, 5, 5, 1]);
    for (const query of ['', `&customer_id=${ada.id}`, '&external_customer_id=ada'])
      expect([query, await quantitiesOf(meters, query)]).toEqual([query, [1, 5, 5, 5, 5, 1]]);
    const { items } = await get('/events/?sorting=timestamp&limit=100');
    const correction = items.find(({ voids }: { voids: string | null }) => voids === 'a');
    const target = items.find(({ external_id }: { external_id: string }) => external_id === 'a');
    expect(target).toMatchObject({ voided_by: correction.id, voids: null, is_late: false });
    expect(correction).toMatchObject({ voided_by: null, name: 'correction' });
  });

  it('may come in the request of the other, before that is counted, and before there is a customer', async () => {
    const meters = await makeMeters();
    await ingest([use('a', 3), back('a'), use('b', 4)]);
    expect((await quantitiesOf(meters))[1]).toBe(4);
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await count();
    expect(await units()).toEqual([1, 4, 4, 4, 4, 1]);
  });

  it('counts once, as any event with a name', async () => {
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeters();
    await ingest([use('a', 3), use('b', 4)]);
    const correction = back('a', { external_id: 'correction of a' });
    expect(await ingest([correction])).toEqual({ inserted: 1, duplicates: 0 });
    expect(await ingest([correction])).toEqual({ inserted: 0, duplicates: 1 });
    expect(await units()).toEqual([1, 4, 4, 4, 4, 1]);
  });

  it('is refused where there is nothing to take back, with all of its request', async () => {
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeters();
    await ingest([use('a', 3), use('gone', 4), back('gone', { external_id: 'the correction' })]);
    const { status, body } = await send([
      use('new', 1),
      back('nothing'),
      back('gone'),
      back('the correction'),
      back('a'),
      back('a'),
    ]);
    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: unknown[] }) => loc)).toEqual(
      [1, 2, 3, 5].map((index) => ['body', 'events', index, 'voids']),
    );
    expect((await send([use('self', 1, { voids: 'self' })])).body.detail).toMatchObject([
      { loc: ['body', 'events', 0, 'voids'] },
    ]);
    expect((await get('/events/')).pagination.total_count).toBe(3);
    expect(await units()).toEqual([1, 3, 3, 3, 3, 1]);
  });

  it('is one of many at once', async () => {
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeters();
    await ingest([use('a', 3), use('b', 4)]);
    await count();
    const replies = await Promise.all(Array.from({ length: 6 }, () => send([back('a')])));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies)
      if (status !== 200)
        expect(body.detail).toMatchObject([
          { loc: ['body', 'events', 0, 'voids'], msg: 'The event has already been voided.' },
        ]);
    await count();
    expect(await units()).toEqual([1, 4, 4, 4, 4, 1]);
  });

  it('is refused for another seller’s event', async () => {
    await ingest([use('mine', 3)]);
    seller = await makeSeller(stack);
    expect((await send([back('mine')])).status).toBe(422);
  });

  it('is refused once the period that counted the other is over', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    const [meterId = ''] = await makeMeters();
    await ingest([use('a', 3)]);
    await count();
    await stack.db.transaction((em) =>
      resetMeters(em, stack.clock.now(), [{ ...owner(), customerId: ada.id, meterId }]),
    );
    expect((await send([back('a')])).body.detail).toMatchObject([{ loc: ['body', 'events', 0, 'voids'] }]);
  });

  it('leaves what a recount finds, whatever is taken back when', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('use' as const), n: fc.integer({ min: -3, max: 3 }), hour: fc.nat(3) }),
      fc.record({ kind: fc.constant('back' as const), place: fc.nat(20) }),
      fc.record({ kind: fc.constant('count' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        seller = await makeSeller(stack);
        await makeCustomer(stack, { ...owner(), externalId: 'ada' });
        const meters = await makeMeters();
        const left = new Map<string, number>();
        for (const [index, one] of steps.entries()) {
          if (one.kind === 'count') await count();
          if (one.kind === 'use') {
            await ingest([use(`e${index}`, one.n, { timestamp: `2026-01-10T0${one.hour}:30:00Z` })]);
            left.set(`e${index}`, one.n);
          }
          const name = one.kind === 'back' ? [...left.keys()][one.place] : undefined;
          if (name === undefined) continue;
          await ingest([back(name)]);
          left.delete(name);
        }
        await count();
        const values = [...left.values()];
        const sum = values.reduce((total, value) => total + value, 0);
        const expected = [
          values.length,
          sum,
          values.length ? Math.max(...values) : 0,
          values.length ? Math.min(...values) : 0,
          values.length ? expect.closeTo(sum / values.length, 9) : 0,
          new Set(values).size,
        ];
        const shown = await units();
        if (shown.length > 0) expect(shown).toEqual(expected);
        else expect(values).toEqual([]);
        expect(await quantitiesOf(meters)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});

describe('an event that comes after its period', () => {
  it('counts in the one that is open, and says so', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    const [meterId = ''] = await makeMeters();
    const now = stack.clock.now();
    const before = new Date(now.getTime() - 3_600_000).toISOString();
    await ingest([use('in time', 1, { timestamp: before })]);
    await count();
    await stack.db.transaction((em) => resetMeters(em, now, [{ ...owner(), customerId: ada.id, meterId }]));
    await ingest([use('late', 1, { timestamp: before }), use('next', 1)]);
    await count();
    expect((await units())[0]).toBe(2);
    const { items } = await get('/events/?source=user');
    const late = items.filter((item: { is_late: boolean }) => item.is_late);
    expect(late.map((item: { external_id: string }) => item.external_id)).toEqual(['late']);
    expect(
      await sql(stack.db, 'SELECT 1 FROM usage_batches WHERE organization_id = $1', [seller.organizationId]),
    ).toEqual([]);
  });
});
