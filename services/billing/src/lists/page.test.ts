import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { addUpCounts } from './counts.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

type Sold = {
  organizationId: string;
  productId: string;
  customerId: string;
  count: number;
  metadata?: object;
};

/** Orders, each a day older than the one before: `number` in the metadata counts from the newest, 1. */
const addOrders = (
  db: DataSource,
  { organizationId, productId, customerId, count, metadata = {} }: Sold,
): Promise<unknown> =>
  db.query(
    `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, billing_reason, currency,
       subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, metadata, custom_field_data)
     SELECT gen_random_uuid(), timestamptz '2026-01-01' - make_interval(hours => n * 6), $1, 'paid', $3, $2, 'purchase',
       'usd', 100, 0, 100, 0, 100, jsonb_build_object('number', n) || $5::jsonb, '{}'
     FROM generate_series(1, $4) AS n`,
    [organizationId, productId, customerId, count, metadata],
  );

const makeSales = async (count: number) => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const product = await makeProduct(stack, { organizationId });
  const customer = await makeCustomer(stack, { organizationId });
  const sold = { organizationId, productId: product.id, customerId: customer.id, count };
  await addOrders(stack.db, sold);
  return { seller, organizationId, product, customer, sold };
};

const list = async (seller: Seller, path: string) => {
  const { body, status, text } = await stack.send('GET', path, { as: seller.owner });
  if (status !== 200) throw new Error(text);
  const items = body.items as { id: string; metadata: { number?: number } }[];
  return {
    items,
    total: body.pagination.total_count as number,
    numbers: items.map((it) => it.metadata.number),
  };
};

/** What is shown and what the table holds. */
const isCountedRight = async (seller: Seller, path: string, expected: number) => {
  const before = await list(seller, path);
  expect(before.total).toBe(expected);
  while (await addUpCounts(stack.db)) continue;
  expect((await list(seller, path)).total).toBe(expected);
};

describe('a page of a list', () => {
  it('is the same rows whether it is near or far, from either end', async () => {
    const { seller } = await makeSales(1_200);
    const pages = [1, 2, 50, 51, 52, 119, 120];
    for (let times = 0; times < 2; times += 1) {
      for (const page of pages) {
        const first = (page - 1) * 10 + 1;
        const expected = Array.from({ length: 10 }, (_, index) => first + index);
        const newest = await list(seller, `/orders?page=${page}`);
        expect([page, newest.total, newest.numbers]).toEqual([page, 1_200, expected]);
        const oldest = await list(seller, `/orders?page=${page}&sorting=created_at`);
        expect([page, oldest.numbers]).toEqual([page, expected.map((number) => 1_201 - number)]);
      }
      while (await addUpCounts(stack.db)) continue;
    }
    expect(await list(seller, '/orders?page=121')).toMatchObject({ items: [], total: 1_200 });
  });

  it('merges what several organizations and products have, in order, and nothing of others', async () => {
    const one = await makeSales(700);
    const two = await makeSales(700);
    await makeSales(5);
    const { organizationId } = two.seller;
    const member = { ...one.seller.owner } as Extract<Seller['owner'], { kind: 'user' }>;
    await stack.db.query(
      `INSERT INTO memberships (id, organization_id, user_id, role, can_manage, revision) VALUES ($1, $2, $3, 'owner', true, 1)`,
      [uuidv7(), organizationId, member.userId],
    );
    const both = await list(one.seller, '/orders?limit=6');
    expect([both.total, both.numbers]).toEqual([1_400, [1, 1, 2, 2, 3, 3]]);
    const far = await list(one.seller, '/orders?limit=10&page=100');
    expect(far.numbers).toEqual([496, 496, 497, 497, 498, 498, 499, 499, 500, 500]);
    const products = [one.product.id, two.product.id].map((id) => `product_id=${id}`).join('&');
    expect(await list(one.seller, `/orders?${products}&limit=4`)).toMatchObject({
      total: 1_400,
      numbers: [1, 1, 2, 2],
    });
    expect(await list(two.seller, `/orders?${products}&limit=4`)).toMatchObject({
      total: 700,
      numbers: [1, 2, 3, 4],
    });
    expect(await list(two.seller, `/orders?product_id=${one.product.id}`)).toMatchObject({
      total: 0,
      items: [],
    });
  });

  it('filters by product, billing type, customer and metadata, far down as well', async () => {
    const { seller, organizationId, product, sold } = await makeSales(600);
    const other = await makeCustomer(stack, { organizationId });
    const plan = await makeProduct(stack, { organizationId, recurringInterval: 'month' });
    await addOrders(stack.db, {
      ...sold,
      customerId: other.id,
      productId: plan.id,
      count: 3,
      metadata: { plan: 'pro', level: 5 },
    });
    expect(await list(seller, `/orders?product_id=${plan.id}`)).toMatchObject({
      total: 3,
      numbers: [1, 2, 3],
    });
    expect(await list(seller, '/orders?product_billing_type=recurring')).toMatchObject({ total: 3 });
    const once = `/orders?product_billing_type=one_time&page=60`;
    expect(await list(seller, once)).toMatchObject({
      total: 600,
      numbers: [591, 592, 593, 594, 595, 596, 597, 598, 599, 600],
    });
    expect(
      await list(seller, `/orders?product_billing_type=recurring&product_id=${product.id}`),
    ).toMatchObject({ total: 0 });
    expect(await list(seller, `/orders?customer_id=${other.id}`)).toMatchObject({
      total: 3,
      numbers: [1, 2, 3],
    });
    expect(await list(seller, '/orders?metadata[plan]=pro&metadata[level]=5&limit=2')).toMatchObject({
      total: 3,
      numbers: [1, 2],
    });
    expect(await list(seller, '/orders?metadata[plan]=pro&page=2')).toMatchObject({ total: 3, items: [] });
    expect(await list(seller, '/orders?metadata[level]=5.0')).toMatchObject({ total: 0 });
  });
});

describe('the number of rows', () => {
  it('follows what is added, changed, taken away and rolled back', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const [first, second] = [
      await makeBenefit(stack, { organizationId }),
      await makeBenefit(stack, { organizationId }),
    ];
    await makeBenefit(stack, { organizationId });
    await isCountedRight(seller, '/benefits', 3);
    expect((await stack.send('DELETE', `/benefits/${first.id}`, { as: seller.owner })).status).toBe(204);
    await isCountedRight(seller, '/benefits', 2);
    await stack.db
      .transaction(async (em) => {
        await em.query('DELETE FROM benefits WHERE id = $1', [second.id]);
        throw new Error('not so');
      })
      .catch(() => undefined);
    await isCountedRight(seller, '/benefits', 2);
    await stack.db.query('DELETE FROM benefits WHERE id = $1', [second.id]);
    await isCountedRight(seller, '/benefits?type=custom', 1);
    await isCountedRight(seller, '/benefits?type=license_keys', 0);
  });

  it('tells products on sale from archived ones, and plans from things sold once', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const product = await makeProduct(stack, { organizationId });
    await makeProduct(stack, { organizationId, recurringInterval: 'month' });
    await isCountedRight(seller, '/products?is_archived=false', 2);
    await stack.send('PATCH', `/products/${product.id}`, { as: seller.owner, body: { is_archived: true } });
    await isCountedRight(seller, '/products?is_archived=false', 1);
    await isCountedRight(seller, '/products?is_archived=true&is_recurring=false', 1);
    await isCountedRight(seller, '/products?is_recurring=true', 1);
    await isCountedRight(seller, '/products', 2);
  });

  it('is added up once however many add up', async () => {
    const { seller } = await makeSales(40);
    await Promise.all(Array.from({ length: 6 }, () => addUpCounts(stack.db)));
    expect((await list(seller, '/orders')).total).toBe(40);
  });

  it('has each row once where a value of a filter is given twice', async () => {
    const seller = await makeSeller(stack);
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const { items, total } = await list(seller, '/benefits?type=custom&type=custom');
    expect([items.map(({ id }) => id), total]).toEqual([[benefit.id], 1]);
  });

  it('knows nothing of other organizations', async () => {
    const { organizationId } = await makeSales(3);
    const token = tokenOf(uuidv7(), 'orders:read');
    const { body } = await stack.send('GET', `/orders?organization_id=${organizationId}`, { as: token });
    expect(body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } });
  });
});

describe('a search', () => {
  it('finds text of any length and case, wildcards as they are, in the caller’s organizations only', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    await makeCustomer(stack, {
      organizationId,
      name: 'Zoë Washburne',
      email: `zoe-${organizationId}@example.com`,
    });
    await makeCustomer(stack, { organizationId, name: '50%_off' });
    await makeCustomer(stack, {
      organizationId: (await makeSeller(stack)).organizationId,
      name: 'Zoë Elsewhere',
    });
    const found = async (text: string) =>
      (await list(seller, `/customers?query=${encodeURIComponent(text)}`)).total;
    expect(await found('washB')).toBe(1);
    expect(await found('ZOË')).toBe(1);
    expect(await found('Z')).toBe(1);
    expect(await found('%_')).toBe(1);
    expect(await found(organizationId.slice(-12))).toBe(1);
    expect(await found('nobody')).toBe(0);
  });
});
