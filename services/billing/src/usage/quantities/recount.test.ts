import fc from 'fast-check';
import {
  type BillingStack,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { countUsage, makeMonths } from '../counting/worker.ts';
import { funcOf } from '../filter.ts';
import { quantityOf } from './rules.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  await makeMonths(stack.billing);
});
afterAll(() => stack.stop());

const count = async (): Promise<void> => {
  while (await countUsage(stack.billing));
};
const ingest = async (events: object[]) => {
  const as = tokenOf(seller.organizationId, 'events:write');
  const { status, text } = await stack.send('POST', '/events/ingest', { as, body: { events } });
  if (status !== 200) throw new Error(text);
};

const minute = 60_000;
/** Where clocks go back or on, some over midnight, some by half an hour; and in Liberia once by 44 minutes and a half. */
const turns = [
  ['Europe/Berlin', '2025-10-26T01:00:00Z'],
  ['Europe/Berlin', '2025-03-30T01:00:00Z'],
  ['America/Havana', '2025-11-02T05:00:00Z'],
  ['America/Havana', '2025-03-09T05:00:00Z'],
  ['Atlantic/Azores', '2025-10-26T01:00:00Z'],
  ['Asia/Beirut', '2025-10-25T21:00:00Z'],
  ['Australia/Lord_Howe', '2025-04-05T15:00:00Z'],
  ['Australia/Lord_Howe', '2025-10-04T15:30:00Z'],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
  ['Asia/Kolkata', '2025-12-31T18:30:00Z'],
  ['Asia/Kathmandu', '2025-12-31T18:15:00Z'],
  ['UTC', '2026-01-01T00:00:00Z'],
] as const;

/** Minutes from a turn: near it, and some days off. */
const moments = fc.oneof(
  fc.integer({ min: -200, max: 200 }),
  fc.integer({ min: -14_400, max: 14_400 }),
  fc.constantFrom(-60, -45, -30, -15, -1 / 60_000, 0, 15, 30, 45, 60),
);
const events = fc.array(
  fc.record({ at: moments, n: fc.constantFrom(-2, 0.25, 1, 3, 1000), isNamed: fc.boolean() }),
  { minLength: 5, maxLength: 40 },
);
const funcs = fc.constantFrom('count', 'sum', 'min', 'max', 'avg');

/** Of each period, and of all of them, as hourly sums and events themselves have it. */
const compare = async (meter: Awaited<ReturnType<typeof makeMeter>>, asked: Asked): Promise<void> => {
  const { from, through, timezone, interval, externalId } = asked;
  const range = `start_timestamp=${from.toISOString()}&end_timestamp=${through.toISOString()}&interval=${interval}`;
  const more = externalId ? `&external_customer_id=${externalId}` : '';
  const { body, text, status } = await stack.send(
    'GET',
    `/meters/${meter.id}/quantities?${range}&timezone=${encodeURIComponent(timezone)}${more}`,
    { as: seller.owner },
  );
  if (status !== 200) throw new Error(text);
  const query = {
    organizations: [seller.organizationId],
    filter: meter.filter,
    aggregation: meter.aggregation,
    externalCustomers: externalId ? [externalId] : undefined,
    from,
    through,
    timezone,
  };
  const func = funcOf(meter.aggregation);
  const parts = await stack.billing.usage.sums({ ...query, interval });
  const [whole] = await stack.billing.usage.sums({ ...query, interval: null });
  const found = body.quantities
    .filter(({ quantity }: { quantity: number }) => quantity !== 0)
    .map(({ timestamp, quantity }: { timestamp: string; quantity: number }) => [timestamp, quantity]);
  const expected = parts
    .map((sums) => [sums.bucket.toISOString(), quantityOf(func, sums)] as const)
    .filter(([, quantity]) => quantity !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  expect({ asked, func, found, total: body.total }).toEqual({
    asked,
    func,
    found: expected,
    total: quantityOf(func, whole),
  });
};

type Asked = {
  from: Date;
  through: Date;
  timezone: string;
  interval: 'hour' | 'day' | 'week' | 'month' | 'year';
  externalId: string | null;
};

/** An hour that begins within a quarter of an hour. */
const atOddTurn: [
  (typeof turns)[number],
  { at: number; n: -2; isNamed: boolean }[],
  'count',
  [number, number, boolean][],
] = [
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
  [0, 0, 0, 0, -60].map((at) => ({ at, n: -2 as const, isNamed: false })),
  'count',
  [
    [-60, 60, false],
    [0, 0, false],
  ],
];

describe('what was counted', () => {
  it('is what events come to, in any range and time zone, while some wait, are taken back, or have no quarters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...turns),
        events,
        funcs,
        fc.array(fc.tuple(moments, moments, fc.boolean()), { minLength: 2, maxLength: 4 }),
        async ([timezone, turn], list, func, ranges) => {
          seller = await makeSeller(stack);
          const { organizationId } = seller;
          const aggregation = func === 'count' ? { func } : { func, property: 'n' };
          const meter = await makeMeter(stack, { organizationId, aggregation } as never);
          const timeOf = (minutes: number): Date => new Date(Date.parse(turn) + Math.round(minutes * minute));
          const all = list.map(({ at, n, isNamed }, index) => ({
            name: 'call',
            external_id: `${index}`,
            timestamp: timeOf(at).toISOString(),
            external_customer_id: isNamed ? 'ada' : 'bob',
            metadata: { n },
          }));
          const asked = ranges.flatMap(([one, other, isOfAda]) =>
            (['hour', 'day', 'week', 'month', 'year'] as const).map(
              (interval): Asked => ({
                from: timeOf(Math.min(one, other)),
                through: timeOf(Math.max(one, other)),
                timezone,
                interval,
                externalId: isOfAda ? 'ada' : null,
              }),
            ),
          );
          const check = async () => {
            for (const one of asked) await compare(meter, one);
          };
          const third = Math.ceil(all.length / 3);
          await ingest(all.slice(0, third));
          await count();
          await check();
          // As hours are that a release of before has changed.
          await stack.db.query(
            `UPDATE usage_rollups SET quarters = NULL WHERE meter_id = $1 AND extract(hour FROM hour)::int % 2 = 0`,
            [meter.id],
          );
          await ingest(all.slice(third, 2 * third));
          await count();
          await ingest(all.slice(2 * third));
          await check();
          await ingest(
            all.slice(0, 2).map(({ external_id: voids, external_customer_id, timestamp }) => ({
              name: 'correction',
              voids,
              external_customer_id,
              timestamp,
            })),
          );
          await check();
        },
      ),
      { numRuns: 12, includeErrorInReport: true, examples: [atOddTurn] },
    );
  }, 240_000);
});
