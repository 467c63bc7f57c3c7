import { type BillingStack, makeProduct, makeSeller, startBilling } from '../../test/factories.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { waitingTermsMigration } from './195-waiting-terms.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

describe('credit that waits since before lines had the terms of their own price', () => {
  it('names a price in whose terms it is', async () => {
    stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
    const seller = await makeSeller(stack);
    const people = subscribersOf(stack, seller);
    const { organizationId } = seller;
    const change = async (taxBehavior: 'inclusive' | 'exclusive') => {
      const terms = { recurringInterval: 'month' as const, taxBehavior };
      const { id: product_id } = await makeProduct(stack, { organizationId, ...terms });
      const body = { product_id, proration_behavior: 'prorate' };
      expect((await people.send('PATCH', `/subscriptions/${id}`, body)).status).toBe(200);
    };
    const { id } = await people.subscribe();
    for (const [day, behavior] of [[11, 'exclusive'] as const, [16, 'inclusive'] as const]) {
      stack.clock.set(new Date(Date.UTC(2026, 3, day)));
      await change(behavior);
    }
    const pricesOf = async () => {
      const rows = await stack.db.query(
        `SELECT amount, product_price_id FROM subscription_entries WHERE subscription_id = $1 ORDER BY created_at, id`,
        [id],
      );
      return rows.map((row: { product_price_id: string }) => row.product_price_id);
    };
    const [first, second, again, third] = await pricesOf();
    expect(again).toBe(second);
    await stack.db.query(waitingTermsMigration.sql);
    expect(await pricesOf()).toEqual([first, second, third, third]);
  });
});
