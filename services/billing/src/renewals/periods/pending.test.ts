import { type BillingStack, makeProduct, makeSeller, startBilling } from '../../../test/factories.ts';
import { subscribersOf } from '../../../test/subscribers.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

describe('a change that waits for the next period', () => {
  it.each([
    ['whose customers choose what they pay', { amount_type: 'custom', minimum_amount: 500 }],
    ['of another currency', { amount_type: 'fixed', price_amount: 9000, price_currency: 'eur' }],
  ])('is not made to a product %s by then', async (_what, price) => {
    const seller = await makeSeller(stack);
    const people = subscribersOf(stack, seller);
    stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
    const { id, product } = await people.subscribe({ price: { priceAmount: 1000 } });
    const better = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 9000 },
    });
    const change = { product_id: better.id, proration_behavior: 'next_period' };
    expect((await people.send('PATCH', `/subscriptions/${id}`, change)).status).toBe(200);
    const priced = await people.send('PATCH', `/products/${better.id}`, { prices: [price] });
    expect(priced.status).toBe(200);
    expect((await people.get(`/subscriptions/${id}/upcoming`)).due_amount).toBe(1000);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 2)).toMatchObject({ product_id: product.id, net_amount: 1000 });
    expect(await people.subscription(id)).toMatchObject({
      product_id: product.id,
      amount: 1000,
      pending_update: null,
    });
  });
});
