import { sql } from '@tessera/kit/database/sql';
import { eventually } from '@tessera/kit/test/eventually';
import type { Aggregation, Filter } from '@tessera/proto/api/billing/meter';
import { customerStateChanged } from '@tessera/proto/events/billing';
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
import type { MeterRow } from '../../catalog/meters/entity.ts';
import { countBatches } from '../counting/count.ts';
import { countPast } from '../counting/past.ts';
import { countUsage, makeMonths } from '../counting/worker.ts';
import { creditMeters, resetMeters } from '../credits/credits.ts';
import { countedValue, funcOf, passes } from '../filter.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
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
const ingest = async (events: object[]) => {
  const as = tokenOf(seller.organizationId, 'events:write');
  const { status, text } = await stack.send('POST', '/events/ingest', { as, body: { events } });
  if (status !== 200) throw new Error(text);
};
const call = (values: object = {}) => ({ name: 'call', external_customer_id: 'ada', ...values });
const metersOf = async (query = '') => (await get(`/customer-meters/?${query}`)).items;

describe('a customer’s meter', () => {
  it('counts what is taken in, and is in the customer’s state', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada', name: 'Ada' });
    const meter = await makeMeter(stack, { ...owner(), aggregation: { func: 'sum', property: 'tokens' } });
    await ingest([call({ metadata: { tokens: 0.1 } }), call({ metadata: { tokens: 0.2 } }), call()]);
    await count();
    const [item] = await metersOf();
    expect(item).toMatchObject({
      customer_id: ada.id,
      meter_id: meter.id,
      consumed_units: 0.3,
      credited_units: 0,
      balance: -0.3,
      customer: { id: ada.id, name: 'Ada' },
      meter: { id: meter.id, name: 'API calls', aggregation: { func: 'sum', property: 'tokens' } },
    });
    expect(await get(`/customer-meters/${item.id}`)).toEqual(item);
    const { active_meters } = await get(`/customers/${ada.id}/state`);
    expect(active_meters).toMatchObject([{ id: item.id, meter_id: meter.id, consumed_units: 0.3 }]);
  });

  it('counts the past of a meter that is made while a round of counting is under way', async () => {
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await ingest([call(), call()]);
    const { billing } = stack;
    const now = billing.now();
    await billing.db.transaction(async (em) => {
      await countBatches({ em, now, ...owner() });
      await makeMeter(stack, owner());
      expect(await countPast({ em, now, ...owner() })).toBe(true);
    });
    await count();
    expect(await metersOf()).toMatchObject([{ consumed_units: 2 }]);
  });

  it('is another’s in no way', async () => {
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeter(stack, owner());
    await ingest([call()]);
    await count();
    const [{ id }] = await metersOf();
    const as = (await makeSeller(stack)).owner;
    expect((await stack.send('GET', `/customer-meters/${id}`, { as })).status).toBe(404);
    expect((await stack.send('GET', '/customer-meters/', { as })).body.items).toEqual([]);
    const unscoped = tokenOf(seller.organizationId, 'meters:read');
    expect((await stack.send('GET', '/customer-meters/', { as: unscoped })).status).toBe(403);
  });

  it('is found by its customer and meter, and sorted by what it holds', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada', name: 'Ada' });
    const bob = await makeCustomer(stack, { ...owner(), externalId: 'bob', name: 'Bob' });
    const calls = await makeMeter(stack, { ...owner(), name: 'Calls' });
    const peak = await makeMeter(stack, {
      ...owner(),
      name: 'Peak',
      aggregation: { func: 'max', property: 'n' },
    });
    await ingest([
      call({ metadata: { n: 7 } }),
      call({ external_customer_id: 'bob', metadata: { n: 9 } }),
      call(),
    ]);
    await count();
    const shown = async (query: string) =>
      (await metersOf(query)).map(
        (it: { customer: { name: string }; meter: { name: string } }) =>
          `${it.customer.name} ${it.meter.name}`,
      );
    expect(await shown(`customer_id=${ada.id}&sorting=meter_name`)).toEqual(['Ada Calls', 'Ada Peak']);
    expect(await shown(`external_customer_id=bob&sorting=-meter_name`)).toEqual(['Bob Peak', 'Bob Calls']);
    expect(await shown(`meter_id=${peak.id}&sorting=-customer_name`)).toEqual(['Bob Peak', 'Ada Peak']);
    expect(await shown('sorting=-consumed_units')).toEqual([
      'Bob Peak',
      'Ada Peak',
      'Ada Calls',
      'Bob Calls',
    ]);
    expect(await shown('sorting=balance&limit=1')).toEqual(['Bob Peak']);
    expect(await shown(`customer_id=${bob.id}&meter_id=${calls.id}`)).toEqual(['Bob Calls']);
    expect((await stack.send('GET', '/customer-meters/?sorting=name', { as: seller.owner })).status).toBe(
      422,
    );
  });

  it('has what was sent before there was a customer, or a meter', async () => {
    await ingest([call({ metadata: { n: 1 } }), call({ metadata: { n: 2 } })]);
    await makeMeter(stack, { ...owner(), aggregation: { func: 'sum', property: 'n' } });
    await count();
    expect(await metersOf()).toEqual([]);
    const { body: ada } = await stack.send('POST', '/customers/', {
      as: seller.owner,
      body: { email: 'ada@example.com', external_id: 'ada', organization_id: seller.organizationId },
    });
    await ingest([call({ metadata: { n: 4 } })]);
    await count();
    expect(await metersOf()).toMatchObject([{ customer_id: ada.id, consumed_units: 7 }]);
    expect((await get(`/events/?customer_id=${ada.id}`)).pagination.total_count).toBe(3);
    await makeMeter(stack, { ...owner(), name: 'Later' });
    await ingest([call()]);
    await count();
    expect(await metersOf('sorting=-meter_name')).toMatchObject([
      { consumed_units: 4 },
      { consumed_units: 7 },
    ]);
  });

  it('bears the largest numbers', async () => {
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeter(stack, { ...owner(), aggregation: { func: 'sum', property: 'n' } });
    await ingest([
      call({ metadata: { n: 1e308 } }),
      call({ metadata: { n: 1e308 } }),
      call({ metadata: { n: 5e-324 } }),
    ]);
    await count();
    expect(await metersOf()).toMatchObject([
      { consumed_units: Number.MAX_VALUE, balance: -Number.MAX_VALUE },
    ]);
  });

  it('tells its customer’s state once for a burst', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeter(stack, owner());
    await ingest([call(), call()]);
    await ingest([call()]);
    await count();
    const marks = await sql(
      stack.db,
      'SELECT DISTINCT customer_id FROM customer_state_changes WHERE customer_id = $1',
      [ada.id],
    );
    expect(marks).toHaveLength(1);
    expect(stack.events.all(customerStateChanged)).toEqual([]);
  });
});

describe('credit', () => {
  const credit = (customerId: string, meterId: string, units: number, rollover = false) =>
    stack.db.transaction((em) =>
      creditMeters(em, stack.clock.now(), [{ ...owner(), customerId, meterId, units, rollover }]),
    );
  const reset = (customerId: string, meterId: string) =>
    stack.db.transaction((em) => resetMeters(em, stack.clock.now(), [{ ...owner(), customerId, meterId }]));

  it('is used up, rolls over where it may, and never falls below nothing', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    const meter = await makeMeter(stack, owner());
    await credit(ada.id, meter.id, 10);
    await credit(ada.id, meter.id, 5, true);
    await ingest(Array.from({ length: 12 }, () => call()));
    await count();
    expect(await metersOf()).toMatchObject([{ consumed_units: 12, credited_units: 15, balance: 3 }]);
    await reset(ada.id, meter.id);
    expect(await metersOf()).toMatchObject([{ consumed_units: 0, credited_units: 3, balance: 3 }]);
    await credit(ada.id, meter.id, -20);
    expect(await metersOf()).toMatchObject([{ credited_units: 0, balance: 0 }]);
    await count();
    const { items } = await get('/events/?source=system&sorting=timestamp');
    expect(items.map((it: { name: string; metadata: object }) => [it.name, it.metadata])).toEqual([
      ['meter.credited', { meter_id: meter.id, units: 10, rollover: false }],
      ['meter.credited', { meter_id: meter.id, units: 5, rollover: true }],
      ['meter.reset', { meter_id: meter.id }],
      ['meter.credited', { meter_id: meter.id, units: 3, rollover: true }],
      ['meter.credited', { meter_id: meter.id, units: -20, rollover: false }],
    ]);
  });

  it('that is left does not outlive a period that used more', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    const meter = await makeMeter(stack, owner());
    await credit(ada.id, meter.id, 2, true);
    await ingest([call(), call(), call()]);
    await count();
    await reset(ada.id, meter.id);
    expect(await metersOf()).toMatchObject([{ consumed_units: 0, credited_units: 0, balance: 0 }]);
  });
});

/** What all events since the last reset come to, by plain code. */
const recount = async (meter: MeterRow, customerId: string) => {
  const rows = await sql<{
    name: string;
    source: string;
    timestamp: Date;
    metadata: Record<string, string | number | boolean>;
  }>(
    stack.db,
    'SELECT name, source, "timestamp", metadata FROM usage_events WHERE customer_id = $1 ORDER BY position',
    [customerId],
  );
  const isAbout = (row: (typeof rows)[number], name: string) =>
    row.source === 'system' && row.name === name && row.metadata['meter_id'] === meter.id;
  const window = rows.slice(rows.findLastIndex((row) => isAbout(row, 'meter.reset')) + 1);
  const credited = window
    .filter((row) => isAbout(row, 'meter.credited'))
    .reduce((sum, { metadata }) => Math.max(0, sum + Number(metadata['units'])), 0);
  const values = window.flatMap((row) => {
    const value =
      row.source === 'user' && passes(meter.filter, row) ? countedValue(meter.aggregation, row) : undefined;
    return value === undefined ? [] : [value];
  });
  const numbers = values.map(Number);
  const total = numbers.reduce((sum, value) => sum + value, 0);
  const consumed = {
    count: values.length,
    unique: new Set(values).size,
    sum: total,
    max: numbers.length ? Math.max(...numbers) : 0,
    min: numbers.length ? Math.min(...numbers) : 0,
    avg: numbers.length ? total / numbers.length : 0,
  }[funcOf(meter.aggregation)];
  return { consumed, credited };
};

describe('customers’ meters', () => {
  const clause = (property: string, operator: 'gt' | 'eq' | 'ne', value: string | number) => ({
    property,
    operator,
    value,
  });
  const filters: Filter[] = [
    { conjunction: 'and', clauses: [] },
    { conjunction: 'or', clauses: [clause('n', 'gt', 2), clause('name', 'eq', 'b')] },
  ];
  const aggregations: Aggregation[] = [
    { func: 'count' },
    { func: 'count', uniqueProperty: 'n' },
    ...(['sum', 'max', 'min', 'avg'] as const).map((func) => ({ func, property: 'n' })),
  ];
  const event = fc.record({
    name: fc.constantFrom('a', 'b'),
    external_customer_id: fc.constantFrom('ada', 'bob'),
    external_id: fc.option(
      fc.integer({ min: 0, max: 15 }).map((n) => `e${n}`),
      { nil: undefined },
    ),
    timestamp: fc.constantFrom('2025-11-03T10:30:00Z', '2026-01-15T11:00:00Z', '2026-01-15T12:00:00Z'),
    metadata: fc.oneof(
      fc.record({ n: fc.integer({ min: -8, max: 8 }).map((n) => n / 4) }),
      fc.constant({ n: 'text' }),
      fc.constant({}),
    ),
  });
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.array(event, { minLength: 1, maxLength: 6 }).map((events) => ({ events })) },
    { weight: 2, arbitrary: fc.constant({ counts: true as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ credits: fc.integer({ min: -20, max: 20 }), rollover: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.constant({ resets: true as const }) },
    { weight: 1, arbitrary: fc.constant({ arrives: true as const }) },
    { weight: 1, arbitrary: fc.constant({ meters: true as const }) },
  );

  it('are at any time what a full recount says', async () => {
    await makeMonths(stack.billing);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        seller = await makeSeller(stack);
        const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
        const customers = [ada.id];
        const meters: MeterRow[] = [];
        const addMeters = async () => {
          for (const aggregation of aggregations)
            for (const filter of filters)
              meters.push(await makeMeter(stack, { ...owner(), aggregation, filter }));
        };
        await addMeters();
        const [credited] = meters;
        if (!credited) throw new Error('no meter');
        const about = { ...owner(), customerId: ada.id, meterId: credited.id };
        const now = stack.clock.now();
        for (const one of steps) {
          if ('events' in one) await ingest(one.events);
          if ('counts' in one) await count();
          if ('credits' in one)
            await stack.db.transaction((em) =>
              creditMeters(em, now, [{ ...about, units: one.credits, rollover: one.rollover }]),
            );
          if ('resets' in one)
            await stack.db.transaction((em) =>
              resetMeters(
                em,
                now,
                meters.map(({ id: meterId }) => ({ ...about, meterId })),
              ),
            );
          if ('arrives' in one && customers.length === 1)
            customers.push((await makeCustomer(stack, { ...owner(), externalId: 'bob' })).id);
          if ('meters' in one && meters.length === 2 * aggregations.length) await addMeters();
        }
        await count();
        const items = await metersOf('limit=100');
        for (const customerId of customers)
          for (const meter of meters) {
            const item = items.find(
              (it: { customer_id: string; meter_id: string }) =>
                it.customer_id === customerId && it.meter_id === meter.id,
            );
            const expected = await recount(meter, customerId);
            const shown = { consumed: item?.consumed_units ?? 0, credited: item?.credited_units ?? 0 };
            expect({ ...shown, meter: meter.aggregation }).toEqual({
              consumed: expect.closeTo(expected.consumed, 9),
              credited: expected.credited,
              meter: meter.aggregation,
            });
          }
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});

describe('counting in the background', () => {
  it('needs nobody to ask for it', async () => {
    const running = await startBilling();
    seller = await makeSeller(running);
    const before = stack;
    stack = running;
    await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeter(stack, owner());
    await ingest([call()]);
    await eventually(async () => expect(await metersOf()).toMatchObject([{ consumed_units: 1 }]));
    stack = before;
    await running.stop();
  });
});
