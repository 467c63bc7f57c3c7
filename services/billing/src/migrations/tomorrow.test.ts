import { eventually } from '@tessera/kit/test/eventually';
import { addTomorrowsColumns } from '@tessera/kit/test/tomorrow';
import { type BillingStack, makeBenefit, makeSeller, startBilling } from '../../test/factories.ts';
import { buy, openCheckout } from '../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on selling', async () => {
    expect(await addTomorrowsColumns(stack.db)).toEqual(
      expect.arrayContaining(['order_items', 'orders', 'payments']),
    );
    const seller = await makeSeller(stack);
    const as = seller.owner;
    const { organizationId } = seller;
    const benefit = await makeBenefit(stack, { organizationId });
    for (const recurringInterval of [null, 'month'] as const) {
      const { order } = await buy(stack, { seller, product: { recurringInterval, benefits: [benefit] } });
      expect(order.items).toHaveLength(1);
      await eventually(async () => {
        const { body } = await stack.send('GET', `/customers/${order.customer_id}/state`, { as });
        expect(body.granted_benefits).toHaveLength(1);
      }, 15_000);
    }
    const made = await stack.send('POST', '/benefits', {
      as,
      body: {
        type: 'custom',
        description: 'Chat',
        properties: { note: null },
        organization_id: organizationId,
      },
    });
    expect(made.status).toBe(201);
    const prices = [{ amount_type: 'fixed', price_amount: 1_000, price_currency: 'usd' }];
    const product = await stack.send('POST', '/products', {
      as,
      body: { name: 'Tools', organization_id: organizationId, recurring_interval: null, prices },
    });
    expect(product.status).toBe(201);
    const changed = await stack.send('POST', `/products/${product.body.id}/benefits`, {
      as,
      body: { benefits: [made.body.id] },
    });
    expect(changed.status).toBe(200);
    const customer = await stack.send('POST', '/customers', {
      as,
      body: { email: 'tomorrow@example.com', organization_id: organizationId },
    });
    expect(customer.status).toBe(201);
    const { path } = await openCheckout(stack, { seller });
    expect((await stack.send('PATCH', path, { body: { customer_name: 'Grace' } })).status).toBe(200);
  });
});
