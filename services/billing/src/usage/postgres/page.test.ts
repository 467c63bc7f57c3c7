import { sql } from '@tessera/kit/sql';
import { type BillingStack, makeCustomer, makeSeller, startBilling } from '../../../test/factories.ts';

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
