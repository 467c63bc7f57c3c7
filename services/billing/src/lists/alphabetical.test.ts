/** Lists in the order of names, in a database whose own order of text is that of its bytes. */
import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const alphabet = ['adam', 'Ängström', 'Berta', 'élan', 'Emil', 'zoé', 'Zora'];

const list = async <Item>(path: string): Promise<Item[]> => {
  const { body, status, text } = await stack.send('GET', path, { as: seller.owner });
  if (status !== 200) throw new Error(text);
  return body.items;
};

describe('lists that are sorted by name', () => {
  it('are in the order of the alphabet, whatever the case and the accents', async () => {
    const { organizationId } = seller;
    for (const name of alphabet.toReversed()) {
      await makeProduct(stack, { organizationId, name });
      await makeCustomer(stack, { organizationId, name });
    }
    const products = await list<{ name: string }>('/products/?sorting=name');
    expect(products.map(({ name }) => name)).toEqual(alphabet);
    const backwards = await list<{ name: string }>('/products/?sorting=-name&query=a');
    expect(backwards.map(({ name }) => name)).toEqual(['Zora', 'élan', 'Berta', 'Ängström', 'adam']);
    const customers = await list<{ name: string }>('/customers/?sorting=-name');
    expect(customers.map(({ name }) => name)).toEqual(alphabet.toReversed());
  });

  it.each([
    ['products', 'name'],
    ['customers', 'name'],
    ['customers', 'email'],
    ['benefits', 'description'],
    ['discounts', 'name'],
    ['meters', 'name'],
  ])('walk an index of %s by %s', async (table, column) => {
    const plan = await stack.db.transaction(async (em) => {
      await em.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
      const deleted = ['products', 'meters'].includes(table) ? '' : 'AND r.deleted_at IS NULL';
      return em.query(
        `EXPLAIN SELECT r.id FROM ${table} r WHERE r.organization_id = '${seller.organizationId}' ${deleted}
         ORDER BY r.${column} COLLATE alphabetical DESC NULLS LAST, r.id DESC LIMIT 10`,
      );
    });
    const text = plan.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index');
    expect(text).not.toContain('Sort');
  });
});
