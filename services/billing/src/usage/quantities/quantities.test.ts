import { eventually } from '@tessera/kit/test/eventually';
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
import { polarAs } from '../../../test/polar.ts';
import { customerOf } from '../../../test/portal.ts';
import { randomAggregations, randomEvents, randomFilters } from '../../../test/random-usage.ts';
import { countUsage, makeMonths } from '../counting/worker.ts';
import { countedValue, funcOf, passes } from '../filter.ts';

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
const count = async (): Promise<void> => {
  while (await countUsage(stack.billing));
};
const ingest = async (events: object[]) => {
  const as = tokenOf(seller.organizationId, 'events:write');
  const { status, text } = await stack.send('POST', '/events/ingest', { as, body: { events } });
  if (status !== 200) throw new Error(text);
};
const event = (timestamp: string, values: object = {}) => ({
  name: 'call',
  external_customer_id: 'ada',
  timestamp,
  ...values,
});

describe('the client’s quantities', () => {
  it('are of each period, and of all, whether counted already or not', async () => {
    const polar = await polarAs(stack, tokenOf(seller.organizationId, 'meters:read'));
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    const meter = await makeMeter(stack, { ...owner(), aggregation: { func: 'sum', property: 'n' } });
    const [inside, late] = ['2026-01-11T10:59:59.999Z', '2026-01-13T23:59:59Z'];
    await ingest([event(inside, { metadata: { n: 1.25 } }), event(late, { metadata: { n: 2 } })]);
    const ask = (values: object = {}) =>
      polar.meters.quantities({
        id: meter.id,
        startTimestamp: new Date('2026-01-11T10:30:00Z'),
        endTimestamp: new Date('2026-01-14T00:30:00Z'),
        interval: 'day',
        ...values,
      });
    const day = (text: string, quantity: number) => ({
      timestamp: new Date(`2026-01-${text}T00:00:00Z`),
      quantity,
    });
    const expected = {
      quantities: [day('11', 1.25), day('12', 0), day('13', 2), day('14', 0)],
      total: 3.25,
    };
    expect(await ask()).toEqual(expected);
    await count();
    expect(await ask()).toEqual(expected);
    await ingest([event('2026-01-12T08:00:00Z', { external_customer_id: 'bob', metadata: { n: 10 } })]);
    expect(await ask()).toMatchObject({ total: 13.25 });
    expect(await ask({ customerId: ada.id })).toMatchObject({ total: 3.25 });
    expect(await ask({ externalCustomerId: ['bob'] })).toMatchObject({ total: 10 });
    expect(await ask({ interval: 'month' })).toEqual({ quantities: [day('01', 13.25)], total: 13.25 });
    expect((await ask({ interval: 'hour' })).quantities).toHaveLength(63);
    expect(
      (await ask({ interval: 'week' })).quantities.map(({ timestamp }) => timestamp.toISOString()),
    ).toEqual(['2026-01-05T00:00:00.000Z', '2026-01-12T00:00:00.000Z']);
    expect(await ask({ interval: 'year' })).toMatchObject({ quantities: [{ quantity: 13.25 }] });
    const moment = new Date(inside);
    expect(await ask({ startTimestamp: moment, endTimestamp: moment })).toMatchObject({ total: 1.25 });
  });

  it('follow the days of a time zone, also where it is half an hour off and where clocks change', async () => {
    const meter = await makeMeter(stack, owner());
    await ingest([
      event('2025-10-25T22:30:00Z'),
      event('2025-10-26T22:30:00Z'),
      event('2025-10-26T23:30:00Z'),
    ]);
    await count();
    const ask = async (timezone: string) => {
      const { body } = await stack.send(
        'GET',
        `/meters/${meter.id}/quantities?start_timestamp=2025-10-25T12:00:00Z&end_timestamp=2025-10-27T12:00:00Z&interval=day&timezone=${encodeURIComponent(timezone)}`,
        { as: seller.owner },
      );
      return body.quantities?.map(({ quantity, timestamp }: { quantity: number; timestamp: string }) => [
        timestamp.slice(5, 16),
        quantity,
      ]);
    };
    expect(await ask('Europe/Berlin')).toEqual([
      ['10-24T22:00', 0],
      ['10-25T22:00', 2],
      ['10-26T23:00', 1],
    ]);
    expect(await ask('Asia/Kolkata')).toEqual([
      ['10-24T18:30', 0],
      ['10-25T18:30', 1],
      ['10-26T18:30', 2],
    ]);
    expect(await ask('Nowhere/Land')).toBeUndefined();
    await ingest([event('2025-10-25T18:29:59Z'), event('2025-10-25T18:30:00Z')]);
    const later = [
      ['10-24T18:30', 1],
      ['10-25T18:30', 2],
      ['10-26T18:30', 2],
    ];
    expect(await ask('Asia/Kolkata')).toEqual(later);
    await count();
    expect(await ask('Asia/Kolkata')).toEqual(later);
  });

  it('read the last minutes of a seller by an index, also where another has just sent most of what there is', async () => {
    const meter = await makeMeter(stack, { ...owner(), aggregation: { func: 'sum', property: 'n' } });
    // Of a meter whose past is not counted all events are read, by whatever way is the shortest.
    await count();
    const other = await makeSeller(stack);
    const { db } = stack.billing;
    const insert = (organizationId: string, step: string) =>
      db.query(
        `INSERT INTO usage_events (id, organization_id, "timestamp", ingested_at, source, name, metadata)
         SELECT gen_random_uuid(), $1, now() - n * $2::interval, now(), 'user', 'call', '{"n": 1}'
         FROM generate_series(0, 19999) AS n`,
        [organizationId, step],
      );
    await insert(seller.organizationId, '1 minute');
    await insert(other.organizationId, '1 millisecond');
    await db.query('ANALYZE usage_events');
    const ask = async () => {
      const range = `start_timestamp=${new Date(Date.now() - 86_400_000).toISOString()}&end_timestamp=${new Date().toISOString()}`;
      const { status } = await stack.send('GET', `/meters/${meter.id}/quantities?${range}&interval=day`, {
        as: seller.owner,
      });
      expect(status).toBe(200);
    };
    const reads = async () => {
      const rows = await db.query(
        `SELECT sum(seq_tup_read)::int AS scanned, sum(seq_tup_read + idx_tup_fetch)::int AS "all" FROM pg_stat_user_tables
         WHERE relname LIKE 'usage_events_%' AND relname <> 'usage_event_names'`,
      );
      return rows[0] as { scanned: number; all: number };
    };
    const before = await reads();
    await ask();
    // Postgres tells of what it has read a moment later; of what was read before, by other tests, too.
    const after = await eventually(async () => {
      const now = await reads();
      expect(now.all).toBeGreaterThan(before.all);
      return now;
    }, 20_000);
    expect(after.scanned - before.scanned).toBeLessThan(20_000);
  });

  it.each([
    ['', 'start_timestamp'],
    ['start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2025-01-01T00:00:00Z&interval=day', 'end_timestamp'],
    [
      'start_timestamp=2000-01-01T00:00:00Z&end_timestamp=2026-01-01T00:00:00Z&interval=hour',
      'end_timestamp',
    ],
    ['start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-02T00:00:00Z&interval=century', 'interval'],
    ['start_timestamp=2026-01-01&end_timestamp=2026-01-02T00:00:00Z&interval=day', 'start_timestamp'],
  ])('are refused for %s', async (query, key) => {
    const { id } = await makeMeter(stack, owner());
    const { status, body } = await stack.send('GET', `/meters/${id}/quantities?${query}`, {
      as: seller.owner,
    });
    expect([status, body.detail[0].loc]).toEqual([422, ['query', key]]);
  });

  it('stay their seller’s', async () => {
    const { id } = await makeMeter(stack, owner());
    const range = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-02T00:00:00Z&interval=day';
    const { owner: as } = await makeSeller(stack);
    expect((await stack.send('GET', `/meters/${id}/quantities?${range}`, { as })).status).toBe(404);
    const unscoped = tokenOf(seller.organizationId, 'events:read');
    expect((await stack.send('GET', `/meters/${id}/quantities?${range}`, { as: unscoped })).status).toBe(403);
  });
});

describe('what a customer has used themselves', () => {
  it('is of each day, is nobody else’s, and is asked for as sellers do', async () => {
    const ada = await makeCustomer(stack, { ...owner(), externalId: 'ada' });
    await makeMeter(stack, { ...owner(), aggregation: { func: 'sum', property: 'n' } });
    await ingest([
      event('2026-01-12T10:00:00Z', { metadata: { n: 4 } }),
      event('2026-01-12T11:00:00Z', { external_customer_id: 'bob', metadata: { n: 50 } }),
    ]);
    await count();
    const as = customerOf(seller, ada.id);
    const { body: list } = await stack.send('GET', '/customer-portal/meters/', { as });
    const path = `/customer-portal/meters/${list.items[0].id}/quantities`;
    const range = 'start_timestamp=2026-01-11T00:00:00Z&end_timestamp=2026-01-12T23:59:59Z&interval=day';
    expect((await stack.send('GET', `${path}?${range}`, { as })).body).toEqual({
      quantities: [
        { timestamp: '2026-01-11T00:00:00.000Z', quantity: 0 },
        { timestamp: '2026-01-12T00:00:00.000Z', quantity: 4 },
      ],
      total: 4,
    });
    const stranger = customerOf(seller, (await makeCustomer(stack, owner())).id);
    expect((await stack.send('GET', `${path}?${range}`, { as: stranger })).status).toBe(404);
    expect((await stack.send('GET', `${path}?${range}`, { as: seller.owner })).status).toBe(401);
    expect((await stack.send('GET', `${path}?interval=day`, { as })).status).toBe(422);
  });
});

describe('a preview', () => {
  it('says what a meter would have counted', async () => {
    await ingest([event('2026-01-11T10:00:00Z', { metadata: { n: 4 } }), event('2026-01-12T10:00:00Z')]);
    const { status, body } = await stack.send('POST', '/meters/preview', {
      as: seller.owner,
      body: {
        filter: { conjunction: 'and', clauses: [{ property: 'n', operator: 'gt', value: 3 }] },
        aggregation: { func: 'avg', property: 'n' },
        organization_id: seller.organizationId,
        start_timestamp: '2026-01-11T00:00:00Z',
        end_timestamp: '2026-01-12T23:00:00Z',
        interval: 'day',
      },
    });
    expect([status, body]).toEqual([
      200,
      {
        quantities: [
          { timestamp: '2026-01-11T00:00:00.000Z', quantity: 4 },
          { timestamp: '2026-01-12T00:00:00.000Z', quantity: 0 },
        ],
        total: 4,
        events: 1,
      },
    ]);
  });
});

/** What plain code makes of the values that count. */
const valueOf = (func: ReturnType<typeof funcOf>, values: (string | null)[]): number => {
  const numbers = values.map(Number);
  const sum = numbers.reduce((total, value) => total + value, 0);
  return {
    count: values.length,
    unique: new Set(values).size,
    sum,
    max: numbers.length ? Math.max(...numbers) : 0,
    min: numbers.length ? Math.min(...numbers) : 0,
    avg: numbers.length ? sum / numbers.length : 0,
  }[func];
};

describe('a meter over random events', () => {
  it('counts what plain code does, by hourly sums and by events', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomEvents,
        fc.array(fc.tuple(randomFilters, randomAggregations), { minLength: 4, maxLength: 4 }),
        async (list, wanted) => {
          seller = await makeSeller(stack);
          await makeCustomer(stack, { ...owner(), externalId: 'bob' });
          const events = list.map((one, index) => ({
            ...one,
            external_customer_id: index % 2 ? 'ada' : 'bob',
          }));
          await ingest(events);
          for (const [given, by] of wanted) {
            const meter = await makeMeter(stack, { ...owner(), filter: given, aggregation: by });
            const ask = async (more: string) => {
              const { body, text, status } = await stack.send(
                'GET',
                `/meters/${meter.id}/quantities?start_timestamp=2026-01-08T00:00:00Z&end_timestamp=2026-01-12T00:00:00Z&interval=day${more}`,
                { as: seller.owner },
              );
              if (status !== 200) throw new Error(text);
              return body.total;
            };
            const total = (of: string[]) => {
              const values = events.flatMap((one) => {
                const row = { ...one, source: 'user', timestamp: new Date(one.timestamp) };
                const value =
                  of.includes(one.external_customer_id) && passes(given, row)
                    ? countedValue(by, row)
                    : undefined;
                return value === undefined ? [] : [value];
              });
              const expected = valueOf(funcOf(by), values);
              return expect.closeTo(expected, expected > 1e9 ? -8 : 6);
            };
            const all = total(['ada', 'bob']);
            const answers = { all, inKolkata: all, ofAda: total(['ada']), ofBob: total(['bob']) };
            const asked = async () => ({
              all: await ask(''),
              inKolkata: await ask('&timezone=Asia/Kolkata'),
              ofAda: await ask('&external_customer_id=ada'),
              ofBob: await ask('&external_customer_id=bob&timezone=Asia/Kolkata'),
            });
            expect({ by, given, ...(await asked()) }).toEqual({ by, given, ...answers });
            await count();
            expect({ by, given, ...(await asked()) }).toEqual({ by, given, ...answers });
          }
        },
      ),
      { numRuns: 20, includeErrorInReport: true },
    );
  }, 120_000);
});
