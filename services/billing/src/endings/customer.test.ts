import { eventually } from '@tessera/kit/test/eventually';
import {
  benefitGrantRevoked,
  subscriptionCanceled,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeSeller,
  startBilling,
} from '../../test/factories.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../test/purchases.ts';

let stack: BillingStack;

beforeAll(async () => {
  stack = await startBilling();
});

afterAll(() => stack.stop());

describe('deleteCustomer', () => {
  it('ends what the customer still had: subscriptions and benefits', async () => {
    const seller = await makeSeller(stack);
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const product = { recurringInterval: 'month' as const, benefits: [benefit] };
    const { order } = await buy(stack, { seller, product });
    const customerId = order.customer_id as string;
    const as = seller.owner;
    await eventually(async () => {
      const { body } = await stack.send('GET', `/customers/${customerId}/state`, { as });
      expect(body.active_subscriptions).toMatchObject([{ id: order.subscription_id, status: 'active' }]);
      expect(body.granted_benefits).toMatchObject([{ benefit_id: benefit.id }]);
    });

    expect((await stack.send('DELETE', `/customers/${customerId}`, { as })).status).toBe(204);

    const ended = await stack.send('GET', `/subscriptions/${order.subscription_id}`, { as });
    const now = '2026-01-15T12:00:00.000Z';
    expect(ended.body).toMatchObject({ status: 'canceled', canceled_at: now, ends_at: now, ended_at: now });
    const grants = await stack.send('GET', `/benefits/${benefit.id}/grants`, { as });
    expect(grants.body.items).toMatchObject([{ is_granted: false, is_revoked: true, revoked_at: now }]);
    for (const type of [subscriptionUpdated, subscriptionCanceled, subscriptionRevoked]) {
      const told = await stack.events.next(
        type as typeof subscriptionUpdated,
        (message) => 'subscriptionId' in message && message.subscriptionId === order.subscription_id,
      );
      expect(JSON.parse(told.snapshot)).toEqual(ended.body);
    }
    await stack.events.next(benefitGrantRevoked, (told) => told.customerId === customerId);
  });

  it('starts no subscription that was still being paid: the order stays, and nobody goes on paying', async () => {
    const seller = await makeSeller(stack);
    const customer = await makeCustomer(stack, { organizationId: seller.organizationId });
    const { path, checkout } = await openCheckout(stack, {
      seller,
      product: { recurringInterval: 'month' },
      body: { customer_id: customer.id },
    });
    const as = seller.owner;
    const token = { confirmation_token_id: 'tok_authentication_required' };
    const { body: confirmed } = await confirm(stack, path, token);
    expect((await stack.send('DELETE', `/customers/${customer.id}`, { as })).status).toBe(204);
    const secret = String(confirmed.payment_processor_metadata.intent_client_secret);
    await stack.send('POST', `/sandbox/payments/${secret}/authenticate`, { body: { outcome: 'approve' } });
    await untilStatus(stack, path, 'succeeded');
    const orders = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, { as });
    expect(orders.body.items).toMatchObject([{ status: 'paid' }]);
    const { subscription_id: id } = orders.body.items[0];
    expect((await stack.send('GET', `/subscriptions/${id}`, { as })).body.status).toBe('canceled');
  });
});
