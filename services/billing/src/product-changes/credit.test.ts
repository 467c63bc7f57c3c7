import {
  type BillingStack,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { customerOf } from '../../test/portal.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { endDueSubscriptions } from '../endings/subscription.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

const offer = (priceAmount: number, changes: Partial<Parameters<typeof makeProduct>[1]> = {}) =>
  makeProduct(stack, {
    organizationId: seller.organizationId,
    name: `At ${priceAmount}`,
    recurringInterval: 'month',
    price: { priceAmount },
    ...changes,
  });
const change = (id: string, productId: string, prorationBehavior = 'invoice') =>
  people.send('PATCH', `/subscriptions/${id}`, {
    product_id: productId,
    proration_behavior: prorationBehavior,
  });
/** What a customer has to their credit. */
const creditOf = async (customerId: string): Promise<number> => {
  const rows = await stack.db.query('SELECT amount FROM customer_balances WHERE customer_id = $1', [
    customerId,
  ]);
  return rows[0]?.amount ?? 0;
};
/** A subscription of 100 dollars a month in the middle of a period of 30 days. */
const halfway = async (product: Partial<Parameters<typeof makeProduct>[1]> = {}, options = {}) => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  const sold = await people.subscribe({ price: { priceAmount: 10_000 }, ...product }, options);
  stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
  return sold;
};

describe('what a customer is credited', () => {
  it('holds no more tax than was paid', async () => {
    const registered = { country: 'HU', organization_id: seller.organizationId };
    expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
    const { id, customerId, order } = await halfway();
    expect(order.tax_amount).toBe(0);
    const moved = await stack.send('PATCH', '/customer-portal/customers/me', {
      as: customerOf(seller, customerId),
      body: { billing_address: { country: 'HU' } },
    });
    expect(moved.status).toBe(200);
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await people.ordered(id, 2)).toMatchObject({ net_amount: -4500, tax_amount: 0 });
    expect(await creditOf(customerId)).toBe(4500);
  });

  it.each([
    // Half of 120.00 that were paid, tax included, less half of 12.00, which contain their tax, or to which it comes.
    ['exclusive' as const, 10_000, 'inclusive' as const, 1200, { net_amount: -4500, tax_amount: -900 }],
    ['inclusive' as const, 12_000, 'exclusive' as const, 1000, { net_amount: -4500, tax_amount: -900 }],
  ])(
    'is what was paid, from prices %s of tax to others',
    async (taxBehavior, priceAmount, to, next, told) => {
      const organization_id = seller.organizationId;
      const registered = { country: 'FR', valid_from: '2026-01-01T00:00:00Z', organization_id };
      expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
      const { id, customerId, order } = await halfway({ taxBehavior, price: { priceAmount } });
      expect(order).toMatchObject({ tax_amount: 2000, total_amount: 12_000 });
      expect((await change(id, (await offer(next, { taxBehavior: to })).id)).status).toBe(200);
      expect(await people.ordered(id, 2)).toMatchObject({ ...told, total_amount: -5400 });
      expect(await creditOf(customerId)).toBe(5400);
    },
  );

  it('is nothing of a period whose money went back', async () => {
    const { id, customerId, order } = await halfway();
    const refunded = await people.send('POST', '/refunds/', {
      order_id: order.id,
      amount: 10_000,
      reason: 'customer_request',
    });
    expect(refunded.status).toBe(200);
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await creditOf(customerId)).toBe(0);
  });

  it('is nothing of a period whose charge is under way, and may fail', async () => {
    const { id, customerId } = await halfway();
    await people.cards(customerId, 'fails_later');
    const small = await offer(1000);
    expect((await change(id, (await offer(100_000)).id)).status).toBe(200);
    expect((await change(id, small.id)).status).toBe(403);
    expect(await creditOf(customerId)).toBe(0);
    await people.is(id, 'past_due');
  });
});

describe('what waits for the next order', () => {
  it('is charged with the end of a subscription that has no next order', async () => {
    const { id, customerId } = await halfway();
    expect((await change(id, (await offer(100_000)).id, 'prorate')).status).toBe(200);
    expect((await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true })).status).toBe(
      200,
    );
    stack.clock.set(new Date('2026-05-01T00:00:00.000Z'));
    await endDueSubscriptions(stack.billing);
    await people.is(id, 'canceled');
    await people.renew();
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: 45_000 });
    expect(await people.charged(customerId)).toEqual([45_000]);
  });
});
