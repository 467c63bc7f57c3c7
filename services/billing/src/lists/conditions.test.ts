/** How searches are run. What they find is tested with each list. */
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { isAbout, isAboutProduct } from './conditions.ts';
import { type Condition, createStatement } from './list.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const planOf = async (table: string, conditions: Condition[]): Promise<string> => {
  const { values, bind } = createStatement();
  const where = conditions.map((condition) => condition(bind)).join(' AND ');
  const rows = await stack.db.query(`EXPLAIN SELECT r.id FROM ${table} r WHERE ${where}`, values);
  return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
};

describe('searches', () => {
  it.each(['orders', 'subscriptions'])('join %s to the customers and products found', async (table) => {
    const search = {
      table,
      text: 'grace',
      organizations: [seller.organizationId],
      own: ['r.metadata::text'],
    };
    expect(await planOf(table, isAbout(search))).not.toContain('SubPlan');
  });

  it('find products once, not for each order', async () => {
    const search = { text: 'kit', organizations: [seller.organizationId], own: ['r.invoice_number'] };
    expect(await planOf('orders', isAboutProduct(search))).toContain('hashed SubPlan');
  });
});
