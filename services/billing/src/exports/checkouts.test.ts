import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const open = async (body: object = {}) => {
  const product = await makeProduct(stack, {
    organizationId: seller.organizationId,
    name: 'Course',
    price: { priceAmount: 1999 },
  });
  const sent = await stack.send('POST', '/checkouts/', {
    as: seller.owner,
    body: { products: [product.id], ...body },
  });
  expect([sent.status, sent.text]).toEqual([201, expect.any(String)]);
  return sent.body;
};
/** The cells of a file, of which none is quoted, by their columns' names. */
const rows = async (query: string, as = seller.owner): Promise<Record<string, string>[]> => {
  const { status, text } = await stack.send('GET', `/checkouts/export?${query}`, { as });
  expect(status).toBe(200);
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
};

describe('checkouts written out', () => {
  it('say who was about to buy what, and nothing that opens them', async () => {
    const customer_email = 'grace@example.com';
    const checkout = await open({ customer_email, customer_name: 'Grace' });
    const { text } = await stack.send('GET', '/checkouts/export', { as: seller.owner });
    expect(text).not.toContain(checkout.client_secret);
    expect(await rows('')).toEqual([
      expect.objectContaining({
        id: checkout.id,
        status: 'open',
        created_at: '2026-04-01T00:00:00.000Z',
        customer_email,
        customer_name: 'Grace',
        product_name: 'Course',
        currency: 'usd',
        total_amount: '19.99',
      }),
    ]);
  });

  it('are those of the list: by status, time, product and letters', async () => {
    const left = await open({ customer_email: 'grace@example.com' });
    stack.clock.set(new Date('2026-04-02T00:00:00.000Z'));
    const lasting = await open({ customer_email: 'ada@example.com' });
    const ids = async (query: string) => (await rows(query)).map(({ id }) => id);
    const listed = async (query: string) => {
      const { body } = await stack.send('GET', `/checkouts/?${query}`, { as: seller.owner });
      return body.items.map(({ id }: { id: string }) => id);
    };
    for (const [query, found] of [
      ['', [lasting.id, left.id]],
      ['status=expired', [left.id]],
      ['status=open', [lasting.id]],
      ['created_after=2026-04-02T00:00:00Z', [lasting.id]],
      ['created_before=2026-04-02T00:00:00Z', [left.id]],
      [`product_id=${left.product_id}`, [left.id]],
      ['query=GRACE', [left.id]],
    ] as const) {
      expect([query, await ids(query)]).toEqual([query, found]);
      expect([query, await listed(query)]).toEqual([query, found]);
    }
    expect((await rows('status=expired'))[0]).toMatchObject({ status: 'expired' });
  });

  it('are for who may read checkouts of the organization', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId });
    const checkout = await open({ customer_id: id });
    const get = (scope: Parameters<typeof tokenOf>[1]) =>
      stack.send('GET', '/checkouts/export', { as: tokenOf(seller.organizationId, scope) });
    expect((await get('orders:read')).status).toBe(403);
    expect((await get('checkouts:read')).text).toContain(checkout.id);
    expect(await rows('', (await makeSeller(stack)).owner)).toEqual([]);
  });
});
