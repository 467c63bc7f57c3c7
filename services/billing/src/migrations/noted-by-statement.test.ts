import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';
import { openCheckout } from '../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

type Row = Record<string, unknown>;
const noted = (table: string, columns: string, organizationId: string): Promise<Row[]> =>
  stack.db.query(`SELECT ${columns} FROM ${table} WHERE organization_id = $1 ORDER BY id`, [
    organizationId,
  ]) as Promise<Row[]>;

describe('a statement that changes many checkouts', () => {
  it('notes once what they add to lists and metrics together, and nothing where that is nothing', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const { checkout } = await openCheckout(stack, { seller });
    const insertCopies = `INSERT INTO checkouts SELECT (jsonb_populate_record(c,
        jsonb_build_object('id', gen_random_uuid(), 'client_secret', 'copy ' || number))).*
      FROM checkouts c, generate_series(1, 4) AS number WHERE c.id = $1`;
    await stack.db.query(insertCopies, [checkout.id]);
    await stack.db.query('DELETE FROM list_count_deltas; DELETE FROM metric_deltas');
    const change = (set: string) =>
      stack.db.query(`UPDATE checkouts SET ${set} WHERE organization_id = $1`, [organizationId]);
    const counts = () => noted('list_count_deltas', 'facet, rows::int', organizationId);
    const metrics = () => noted('metric_deltas', 'kind, count::int, sum::int', organizationId);

    await change(`customer_name = 'Ada'`);
    expect([await counts(), await metrics()]).toEqual([[], []]);

    await change(`status = 'confirmed'`);
    const confirmed = [
      { facet: 'confirmed', rows: 5 },
      { facet: 'open', rows: -5 },
    ];
    expect(await counts()).toHaveLength(2);
    expect(await counts()).toEqual(expect.arrayContaining(confirmed));
    expect(await metrics()).toEqual([]);

    await change(`status = 'succeeded'`);
    expect(await counts()).toHaveLength(4);
    expect(await metrics()).toEqual([{ kind: 'once_checkout', count: 0, sum: 5 }]);

    await stack.db.query('DELETE FROM checkouts WHERE organization_id = $1', [organizationId]);
    expect(await metrics()).toEqual([
      { kind: 'once_checkout', count: 0, sum: 5 },
      { kind: 'once_checkout', count: -5, sum: -5 },
    ]);
  });
});
