import {
  type BillingStack,
  makeDiscount,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { confirm, untilStatus } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

const sell = async (amounts: Record<string, number>): Promise<{ id: string }> => {
  const prices = Object.entries(amounts).map(([price_currency, price_amount]) => ({
    amount_type: 'fixed',
    price_amount,
    price_currency,
  }));
  const { organizationId: organization_id } = seller;
  const body = { name: 'A plan', recurring_interval: 'month', prices, organization_id };
  return (await people.send('POST', '/products/', body)).body;
};

/** A subscription in yen, in the middle of a period of 30 days. */
const subscribe = async () => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  const product = await sell({ usd: 2000, jpy: 3000 });
  const { body: checkout } = await people.send('POST', '/checkouts/', {
    products: [product.id],
    currency: 'jpy',
  });
  const path = `/checkouts/client/${checkout.client_secret}`;
  expect((await confirm(stack, path)).status).toBe(200);
  await untilStatus(stack, path, 'succeeded');
  const [order] = (await people.get(`/orders/?checkout_id=${checkout.id}`)).items;
  stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
  return { id: order.subscription_id as string, customerId: order.customer_id as string };
};

describe('a subscription in another currency than the dollar', () => {
  it('has the prices of its currency, and is renewed in it', async () => {
    const { id, customerId } = await subscribe();
    const subscription = await people.subscription(id);
    expect(subscription).toMatchObject({ currency: 'jpy', amount: 3000 });
    expect(subscription.prices).toMatchObject([{ price_currency: 'jpy', price_amount: 3000 }]);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 2)).toMatchObject({ currency: 'jpy', total_amount: 3000 });
    expect(await people.charged(customerId)).toEqual([3000]);
  });

  it('keeps its currency with another product, and its credit in it', async () => {
    const { id } = await subscribe();
    const cheap = await sell({ usd: 1000, jpy: 1000 });
    const change = await people.send('PATCH', `/subscriptions/${id}`, {
      product_id: cheap.id,
      proration_behavior: 'invoice',
    });
    expect(change.body).toMatchObject({ currency: 'jpy', amount: 1000, prices: [{ price_currency: 'jpy' }] });
    expect(await people.ordered(id, 2)).toMatchObject({
      currency: 'jpy',
      total_amount: -1000,
      applied_balance_amount: 1000,
    });
    const kept = await stack.db.query(
      'SELECT currency, amount FROM customer_balances WHERE organization_id = $1',
      [seller.organizationId],
    );
    expect(kept).toEqual([{ currency: 'jpy', amount: 1000 }]);
  });

  it('is not changed to what has no price in it, nor given a discount in dollars', async () => {
    const { id } = await subscribe();
    const dollars = await sell({ usd: 1000 });
    const refused = await people.send('PATCH', `/subscriptions/${id}`, { product_id: dollars.id });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'product_id']]);
    const { organizationId } = seller;
    const off = await makeDiscount(stack, { organizationId, type: 'fixed', amount: 100, currency: 'usd' });
    const discounted = await people.send('PATCH', `/subscriptions/${id}`, { discount_id: off.id });
    expect([discounted.status, discounted.body.detail[0].loc]).toEqual([422, ['body', 'discount_id']]);
  });

  it('stays as it is where its next product has lost the price meanwhile', async () => {
    const { id } = await subscribe();
    const next = await sell({ usd: 1000, jpy: 1500 });
    const scheduled = await people.send('PATCH', `/subscriptions/${id}`, {
      product_id: next.id,
      proration_behavior: 'next_period',
    });
    expect(scheduled.status).toBe(200);
    await people.send('PATCH', `/products/${next.id}`, {
      prices: [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }],
    });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 2)).toMatchObject({ currency: 'jpy', total_amount: 3000 });
  });
});
