import { sql } from '@tessera/kit/database/sql';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeCustomer, makeSeller, startBilling } from '../../../test/factories.ts';
import { createStatement } from '../../lists/list.ts';
import type { EventRow } from '../store/store.ts';
import { conditionsOf } from './read.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

describe('a page of a customer’s many events', () => {
  it('counts 10,000 beyond itself, so that whoever turns pages comes to the last one', async () => {
    const { organizationId } = await makeSeller(stack);
    const { id } = await makeCustomer(stack, { organizationId, externalId: 'ada' });
    await sql(
      stack.db,
      `INSERT INTO usage_events (id, organization_id, "timestamp", ingested_at, source, name, customer_id, external_customer_id, metadata)
       SELECT gen_random_uuid(), $1, at, at, 'user', 'call', CASE WHEN n % 2 = 0 THEN $2::uuid END, 'ada', '{}'
       FROM generate_series(1, 10250) AS n CROSS JOIN LATERAL (SELECT '2026-01-01'::timestamptz + n * interval '1 second' AS at) AS moment`,
      [organizationId, id],
    );
    const ask = async (page: number) => {
      const [rows, total] = await stack.billing.usage.page(
        { organizations: [organizationId], externalCustomers: ['ada'] },
        { page, limit: 100, sorting: ['timestamp'] },
      );
      return [rows.length, rows[0]?.timestamp.toISOString().slice(11, 19), total];
    };
    expect(await ask(1)).toEqual([100, '00:00:01', 10_100]);
    expect(await ask(2)).toEqual([100, '00:01:41', 10_200]);
    expect(await ask(3)).toEqual([100, '00:03:21', 10_250]);
    expect(await ask(103)).toEqual([50, '02:50:01', 10_250]);
    expect(await ask(104)).toEqual([0, undefined, 10_250]);
  });
});

describe('a page of the events of one name', () => {
  it('is read in the order of time', async () => {
    const { organizationId } = await makeSeller(stack);
    await sql(
      stack.db,
      `INSERT INTO usage_events (id, organization_id, "timestamp", ingested_at, source, name, metadata)
       SELECT gen_random_uuid(), $1, at, at, 'user', CASE WHEN n % 20 = 0 THEN 'call' ELSE 'other' END, '{}'
       FROM generate_series(1, 10000) AS n CROSS JOIN LATERAL (SELECT '2026-01-01'::timestamptz + n * interval '1 second' AS at) AS moment`,
      [organizationId],
    );
    await stack.db.query('ANALYZE usage_events');
    const { values, bind } = createStatement();
    const where = conditionsOf({ organizations: [organizationId], names: ['call'] }).map((is) => is(bind));
    const plan = await stack.db.query(
      `EXPLAIN SELECT e.id FROM usage_events e WHERE e.organization_id = ${bind(organizationId)} AND ${where.join(' AND ')}
       ORDER BY e."timestamp" DESC, e.id DESC LIMIT 200`,
      values,
    );
    const steps = plan.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    expect(steps).not.toMatch(/Sort  \(|Filter:.*name/);
  });
});

describe('the events of an external id', () => {
  it('are those of who has it now, and all that named it: whoever they went to', async () => {
    const { organizationId } = await makeSeller(stack);
    const ada = await makeCustomer(stack, { organizationId, externalId: 'ada' });
    const others = await Promise.all(
      ['bob', 'cy', 'dora'].map((externalId) => makeCustomer(stack, { organizationId, externalId })),
    );
    const stranger = await makeSeller(stack);
    const event = (values: Partial<EventRow>): EventRow => ({
      id: uuidv7(),
      organizationId,
      timestamp: new Date('2026-01-10T12:00:00Z'),
      ingestedAt: new Date('2026-01-10T12:00:00Z'),
      source: 'user',
      name: 'call',
      customerId: null,
      externalCustomerId: 'ada',
      externalId: null,
      voids: null,
      metadata: {},
      ...values,
    });
    const wanted = [
      event({ customerId: ada.id, externalCustomerId: null }),
      event({ customerId: ada.id, externalCustomerId: 'ada' }),
      // They were called so when these came.
      ...others.map(({ id }) => event({ customerId: id, timestamp: new Date('2026-01-11T12:00:00Z') })),
      event({ externalCustomerId: 'nobody' }),
    ];
    await stack.billing.usage.insert([
      ...wanted,
      event({ customerId: others[0]?.id ?? '', externalCustomerId: 'bob' }),
      event({ organizationId: stranger.organizationId }),
      event({ externalCustomerId: 'else' }),
    ]);
    const [rows, total] = await stack.billing.usage.page(
      { organizations: [organizationId], externalCustomers: ['ada', 'nobody', 'ada'] },
      { page: 1, limit: 100, sorting: ['-timestamp'] },
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    expect(total).toBe(wanted.length);
    const [first] = await stack.billing.usage.page(
      { organizations: [organizationId], externalCustomers: ['ada'], names: ['call'] },
      { page: 1, limit: 2, sorting: ['timestamp'] },
    );
    expect(first.map(({ id }) => id).toSorted()).toEqual(
      wanted
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});
