/** Pages of long lists that are read by counts, by groups or from the end: no row is missing, none comes twice. */
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeProduct,
  makeSeller,
  startBilling,
} from '../../test/factories.ts';
import { addUpCounts } from './counts.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const count = 1_300;
const series = `generate_series(1, ${count}) AS n`;
const time = `timestamptz '2026-01-01' - make_interval(hours => n * 5)`;
/** Of 1,300 orders some are refunded, and some void, of which the API says pending. */
const status = `CASE WHEN n % 40 = 0 THEN 'refunded' WHEN n % 100 = 7 THEN 'void' ELSE 'paid' END`;

type Item = { id: string; status: string; customer: { name: string }; product: { name: string } };
type Shown = Partial<Item> & { id: string };

const makeShop = async () => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const customers = [];
  for (const name of ['Cleo', 'Ada', 'Ben'])
    customers.push(await makeCustomer(stack, { organizationId, name }));
  const products = [];
  for (const name of ['Boots', 'Anvil', 'Coat', 'Anvil'])
    products.push(await makeProduct(stack, { organizationId, name }));
  // Most are sold the last product but one; the first has a page of sales only.
  await stack.db.query(
    `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, billing_reason, currency,
       subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, metadata, custom_field_data)
     SELECT gen_random_uuid(), ${time}, $1, ${status}, ($2::uuid[])[1 + n % 3],
       ($3::uuid[])[CASE WHEN n <= 15 THEN 1 WHEN n % 10 = 0 THEN 2 WHEN n % 10 = 1 THEN 4 ELSE 3 END], 'purchase',
       'usd', n, 0, n, 0, n, '{}', '{}' FROM ${series}`,
    [organizationId, customers.map(({ id }) => id), products.map(({ id }) => id)],
  );
  const asked = async (path: string) => {
    const reply = await stack.send('GET', path, { as: seller.owner });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body as { items: Shown[]; pagination: { total_count: number; max_page: number } };
  };
  /** All pages of a list, and the total that each of them tells. */
  const walk = async (path: string) => {
    const totals = new Set<number>();
    const items: Shown[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { pagination, ...reply } = await asked(`${path}&limit=60&page=${page}`);
      items.push(...reply.items);
      totals.add(pagination.total_count);
      last = pagination.max_page;
    }
    return { items, totals: [...totals] };
  };
  return { seller, organizationId, customers, products, asked, walk };
};

/** The statuses of the orders, as the API shows them. */
const expected = Array.from({ length: count }, (_, at) => at + 1).map((n) =>
  n % 40 === 0 ? 'refunded' : n % 100 === 7 ? 'pending' : 'paid',
);
const countOf = (...statuses: string[]) => expected.filter((one) => statuses.includes(one)).length;
const idsOf = (items: readonly Shown[]) => items.map(({ id }) => id);

describe('orders of a status', () => {
  it('are complete and counted, before and after the counts are added up', async () => {
    const { walk, asked, products } = await makeShop();
    for (let times = 0; times < 2; times += 1) {
      for (const statuses of [['paid'], ['refunded'], ['pending'], ['paid', 'refunded']])
        for (const sorting of ['created_at', '-created_at', '-amount']) {
          const filter = statuses.map((one) => `status=${one}`).join('&');
          const { items, totals } = await walk(`/orders/?${filter}&sorting=${sorting}`);
          expect([filter, sorting, totals]).toEqual([filter, sorting, [countOf(...statuses)]]);
          expect(new Set(idsOf(items)).size).toBe(countOf(...statuses));
          expect(items.every((one) => statuses.includes(one.status ?? ''))).toBe(true);
        }
      const all = await walk('/orders/?sorting=created_at');
      const paid = await walk('/orders/?status=paid&sorting=created_at');
      expect(idsOf(paid.items)).toEqual(idsOf(all.items.filter((one) => one.status === 'paid')));
      while (await addUpCounts(stack.db)) continue;
    }
    const ofProduct = await walk(`/orders/?status=paid&product_id=${products[1]?.id}`);
    const allOfProduct = await walk(`/orders/?product_id=${products[1]?.id}`);
    expect(idsOf(ofProduct.items)).toEqual(idsOf(allOfProduct.items.filter((one) => one.status === 'paid')));
    expect(ofProduct.totals).toEqual([ofProduct.items.length]);
    expect((await asked('/orders/?status=paid&page=9999')).items).toEqual([]);
  });
});

describe('a list sorted by', () => {
  it('product, customer or amount is the same forwards and backwards', async () => {
    const { walk } = await makeShop();
    for (let times = 0; times < 2; times += 1) {
      for (const sorting of ['product', 'customer', 'amount']) {
        const up = await walk(`/orders/?sorting=${sorting}`);
        const down = await walk(`/orders/?sorting=-${sorting}`);
        expect([sorting, up.totals, down.totals]).toEqual([sorting, [count], [count]]);
        expect(new Set(idsOf(up.items)).size).toBe(count);
        expect(idsOf(down.items)).toEqual(idsOf(up.items).toReversed());
      }
      while (await addUpCounts(stack.db)) continue;
    }
    const names = (await walk('/orders/?sorting=product')).items.map(({ product }) => product?.name ?? '');
    expect(names).toEqual(names.toSorted());
    const buyers = (await walk('/orders/?sorting=-customer')).items.map(
      ({ customer }) => customer?.name ?? '',
    );
    expect(buyers).toEqual(buyers.toSorted().toReversed());
  });

  it('status is in its order however many pages each has', async () => {
    const { walk, organizationId, customers } = await makeShop();
    await stack.db.query(
      `INSERT INTO payments (id, created_at, organization_id, purpose_kind, purpose_id, attempt, customer_id, processor,
         confirmation_token, idempotency_key, amount, currency, status)
       SELECT gen_random_uuid(), ${time}, $1, 'renewal', gen_random_uuid(), 1, $2, 'sandbox', 'token',
         gen_random_uuid(), 100, 'usd',
         CASE WHEN n % 50 = 0 THEN 'processing' WHEN n % 2 = 0 THEN 'failed' ELSE 'succeeded' END FROM ${series}`,
      [organizationId, customers[0]?.id],
    );
    for (let times = 0; times < 2; times += 1) {
      const up = await walk('/payments/?sorting=status');
      expect(up.totals).toEqual([count]);
      expect(new Set(idsOf(up.items)).size).toBe(count);
      const states = up.items.map((one) => one.status ?? '');
      expect(states).toEqual(states.toSorted());
      expect(idsOf((await walk('/payments/?sorting=-status')).items)).toEqual(idsOf(up.items).toReversed());
      const failed = await walk('/payments/?sorting=status&status=failed');
      expect(idsOf(failed.items)).toEqual(idsOf(up.items.filter((one) => one.status === 'failed')));
      while (await addUpCounts(stack.db)) continue;
    }
  });
});

describe('what a benefit has', () => {
  it('is its own grants and keys, of a state or all of them', async () => {
    const { walk, organizationId, customers, asked } = await makeShop();
    const benefit = await makeBenefit(stack, { organizationId });
    const other = await makeBenefit(stack, { organizationId });
    const values = [organizationId, customers[0]?.id, [benefit.id, other.id]];
    await stack.db.query(
      `INSERT INTO benefit_grants (id, created_at, organization_id, customer_id, benefit_id, order_id, granted_at,
         revoked_at, properties)
       SELECT gen_random_uuid(), ${time}, $1, $2, ($3::uuid[])[CASE WHEN n <= 1000 THEN 1 ELSE 2 END],
         gen_random_uuid(),
         CASE WHEN n % 100 <> 0 THEN now() END, CASE WHEN n % 100 = 0 THEN now() END, '{}' FROM ${series}`,
      values,
    );
    await stack.db.query(
      `INSERT INTO license_keys (id, created_at, organization_id, customer_id, benefit_id, grant_id, key, key_hash,
         status, usage, validations)
       SELECT gen_random_uuid(), ${time}, $1, $2, ($3::uuid[])[CASE WHEN n <= 1000 THEN 1 ELSE 2 END],
         gen_random_uuid(),
         'KEY-' || n, 'hash-' || n, CASE WHEN n % 100 = 0 THEN 'revoked' ELSE 'granted' END, 0, 0 FROM ${series}`,
      values,
    );
    const sizes = async () => {
      const totals = [];
      for (const path of [
        ...['', 'is_granted=true', 'is_granted=false'].map(
          (filter) => `/benefits/${benefit.id}/grants?${filter}`,
        ),
        ...['', '&status=granted', '&status=revoked'].map(
          (f) => `/license-keys/?benefit_id=${benefit.id}${f}`,
        ),
      ]) {
        const { items, totals: told } = await walk(path);
        expect([path, told]).toEqual([path, [new Set(idsOf(items)).size]]);
        totals.push(items.length);
      }
      return totals;
    };
    const before = await sizes();
    while (await addUpCounts(stack.db)) continue;
    expect(before).toEqual([1_000, 990, 10, 1_000, 990, 10]);
    await stack.db.query(
      `UPDATE benefit_grants SET granted_at = NULL, revoked_at = now()
       WHERE benefit_id = $1 AND created_at > '2025-12-31'`,
      [benefit.id],
    );
    expect(await sizes()).toEqual([1_000, 986, 14, 1_000, 990, 10]);
    expect((await asked(`/license-keys/?organization_id=${organizationId}`)).pagination.total_count).toBe(
      count,
    );
  });
});
