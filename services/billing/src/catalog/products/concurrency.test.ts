import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;

beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});

afterAll(() => stack.stop());

describe('products changed by many at once', () => {
  it('never keep a benefit that was deleted meanwhile', async () => {
    const { organizationId } = seller;
    const as = seller.owner;
    const products = await Promise.all([1, 2, 3].map(() => makeProduct(stack, { organizationId })));
    const benefits = await Promise.all([1, 2, 3].map(() => makeBenefit(stack, { organizationId })));
    const ids = benefits.map(({ id }) => id);
    const replies = await Promise.all([
      ...products.flatMap(({ id }) =>
        [ids, ids.toReversed()].map((list) =>
          stack.send('POST', `/products/${id}/benefits`, { as, body: { benefits: list } }),
        ),
      ),
      ...ids.map((id) => stack.send('DELETE', `/benefits/${id}`, { as })),
      ...products.map(({ id }) => stack.send('PATCH', `/products/${id}`, { as, body: { name: 'Renamed' } })),
    ]);
    expect(replies.filter(({ status }) => ![200, 204, 422].includes(status))).toEqual([]);
    for (const { id } of products) {
      const { body } = await stack.send('GET', `/products/${id}`, { as });
      expect(body).toMatchObject({ name: 'Renamed', benefits: [] });
    }
  });

  it('end with one current price, whoever came last', async () => {
    const { id } = await makeProduct(stack, { organizationId: seller.organizationId });
    const replies = await Promise.all(
      [100, 200, 300, 400].map((price_amount) =>
        stack.send('PATCH', `/products/${id}`, {
          as: seller.owner,
          body: { prices: [{ amount_type: 'fixed', price_amount }] },
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await stack.send('GET', `/products/${id}`, { as: seller.owner });
    expect(body.prices).toHaveLength(1);
    const [rows] = await stack.db.query(
      'SELECT count(*)::int AS all, count(*) FILTER (WHERE is_archived)::int AS archived FROM product_prices WHERE product_id = $1',
      [id],
    );
    expect(rows).toEqual({ all: 5, archived: 4 });
  });
});
