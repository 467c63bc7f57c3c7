import { sql } from '@tessera/kit/database/sql';
import { type BillingStack, makeMeter, makeSeller, startBilling, tokenOf } from '../../test/factories.ts';
import { countUsage } from '../usage/counting/worker.ts';
import { usageDaysMigration, usageQuartersMigration } from './162-usage-sums.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const count = async (): Promise<void> => {
  while (await countUsage(stack.billing));
};
const sumsOf = `SELECT meter_id, date_trunc('day', hour, 'UTC') AS day, sum(count)::int AS count, sum(sum)::float8 AS sum,
  min(min)::float8 AS min, max(max)::float8 AS max FROM usage_rollups
  WHERE customer_id = '00000000-0000-0000-0000-000000000000' GROUP BY 1, 2 ORDER BY 1, 2`;
const kept = `SELECT meter_id, day, count::int, sum::float8, min::float8, max::float8 FROM usage_days ORDER BY 1, 2`;

const expectDays = async (): Promise<void> => {
  const days = await sql(stack.db, kept);
  expect(days.length).toBeGreaterThan(0);
  expect(days).toEqual(await sql(stack.db, sumsOf));
};

/** As the release before adds to hours. */
const addAsBefore = (meterId: string, hour: string, n: number): Promise<unknown> =>
  stack.db.query(
    `INSERT INTO usage_rollups AS present (meter_id, customer_id, hour, count, sum, min, max)
     VALUES ($1, '00000000-0000-0000-0000-000000000000', $2, 1, $3::numeric, $3::numeric, $3::numeric)
     ON CONFLICT (meter_id, customer_id, hour) DO UPDATE SET count = present.count + excluded.count,
       sum = present.sum + excluded.sum, min = least(present.min, excluded.min), max = greatest(present.max, excluded.max)`,
    [meterId, hour, n],
  );
const quartersOf = (meterId: string) =>
  sql<{ hour: Date; quarters: (number | null)[] | null }>(
    stack.db,
    `SELECT hour, quarters FROM usage_rollups
     WHERE meter_id = $1 AND customer_id = '00000000-0000-0000-0000-000000000000' ORDER BY hour`,
    [meterId],
  );

describe('sums of days and quarters', () => {
  it('are made of what was counted before, and follow whoever counts and takes back', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const meters = [];
    for (const func of ['sum', 'min', 'max'] as const)
      meters.push(await makeMeter(stack, { organizationId, aggregation: { func, property: 'n' } }));
    const ingest = async (events: object[]) => {
      const as = tokenOf(organizationId, 'events:write');
      const body = {
        events: events.map((event) => ({ name: 'call', external_customer_id: 'ada', ...event })),
      };
      const { status, text } = await stack.send('POST', '/events/ingest', { as, body });
      if (status !== 200) throw new Error(text);
      await count();
    };
    const event = (external_id: string, timestamp: string, n: number) => ({
      external_id,
      timestamp,
      metadata: { n },
    });
    await ingest([
      event('a', '2026-01-10T10:05:00Z', 1),
      event('b', '2026-01-10T10:20:00Z', 7),
      event('c', '2026-01-10T12:59:00Z', 4),
      event('d', '2026-01-11T00:00:00Z', 2),
    ]);
    await expectDays();
    await stack.db.query(`DROP TABLE usage_days; DROP FUNCTION add_usage_hours, change_usage_hours CASCADE;
      ALTER TABLE usage_rollups DROP COLUMN quarters CASCADE; DROP FUNCTION add_usage_quarters, forget_usage_quarters CASCADE;
      DROP TRIGGER IF EXISTS forget_usage_quarters ON usage_rollups`);
    await stack.db.query(usageDaysMigration.sql);
    await stack.db.query(usageQuartersMigration.sql);
    await expectDays();
    const [meter] = meters;
    const hours = ['2026-01-10T10:00:00Z', '2026-01-10T12:00:00Z', '2026-01-11T00:00:00Z'];
    const unknown = hours.map((hour) => ({ hour: new Date(hour), quarters: null }));
    expect(await quartersOf(meter?.id ?? '')).toEqual(unknown);
    await ingest([event('e', '2026-01-11T03:20:00Z', 9), event('f', '2026-01-11T03:50:00Z', 5)]);
    await ingest([event('g', '2026-01-11T03:59:59.999Z', 1), event('h', '2026-01-10T10:20:00Z', 1)]);
    await expectDays();
    const known = [0, 1, 0, 2, 0, 9, 0, 6, null, 9, null, 1, null, 9, null, 5];
    expect(await quartersOf(meter?.id ?? '')).toEqual([
      ...unknown,
      { hour: new Date('2026-01-11T03:00:00Z'), quarters: known },
    ]);
    await ingest([
      { voids: 'b', timestamp: '2026-01-10T10:20:00Z' },
      { voids: 'a', timestamp: '2026-01-10T10:20:00Z' },
      { voids: 'd', timestamp: '2026-01-10T10:20:00Z' },
    ]);
    await expectDays();
    for (const { id } of meters) {
      await addAsBefore(id, '2026-01-11T03:00:00Z', 100);
      await addAsBefore(id, '2026-01-12T03:00:00Z', -1);
    }
    await expectDays();
    expect((await quartersOf(meter?.id ?? '')).map(({ quarters }) => quarters)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
