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
import { buyKey } from '../../test/licenses.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';

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
      const emitted = await stack.events.next(
        type as typeof subscriptionUpdated,
        (message) => 'subscriptionId' in message && message.subscriptionId === order.subscription_id,
      );
      expect(JSON.parse(emitted.snapshot)).toEqual(ended.body);
    }
    await stack.events.next(benefitGrantRevoked, (emitted) => emitted.customerId === customerId);
  });

  it('voids what the customer still owed', async () => {
    const seller = await makeSeller(stack);
    const people = subscribersOf(stack, seller);
    const now = stack.clock.now();
    const { id, customerId, subscription } = await people.subscribe();
    await people.cards(customerId, 'declined');
    await people.moveTo(subscription.current_period_end);
    await people.is(id, 'past_due');
    const statuses = () =>
      stack.db.query('SELECT status FROM orders WHERE subscription_id = $1 ORDER BY created_at', [id]);
    expect(await statuses()).toEqual([{ status: 'paid' }, { status: 'pending' }]);
    expect((await people.send('DELETE', `/customers/${customerId}`)).status).toBe(204);
    expect(await statuses()).toEqual([{ status: 'paid' }, { status: 'void' }]);
    stack.clock.set(now);
  });

  it('erases who the customer was, and keeps what invoices need, where that is asked for', async () => {
    const seller = await makeSeller(stack);
    const { order, email, checkout } = await buy(stack, {
      seller,
      body: { metadata: { note: 'about Ada' } },
    });
    const as = seller.owner;
    const exported = await stack.send('GET', `/customers/${order.customer_id}/export`, { as });
    expect(exported.body).toMatchObject({ customer: { email }, orders: [{ id: order.id }] });
    const other = await makeSeller(stack);
    const stolen = await stack.send('GET', `/customers/${order.customer_id}/export`, { as: other.owner });
    expect(stolen.status).toBe(404);

    const path = `/customers/${order.customer_id}?anonymize=true`;
    expect((await stack.send('DELETE', path, { as })).status).toBe(204);

    const kept = (await stack.send('GET', `/orders/${order.id}`, { as })).body;
    expect(kept).toMatchObject({
      invoice_number: order.invoice_number,
      billing_name: order.billing_name,
      billing_address: { country: 'FR' },
      metadata: {},
      customer: { name: null, email: `erased-${order.customer_id}@erased.invalid` },
    });
    const sold = (await stack.send('GET', `/checkouts/${checkout.id}`, { as })).body;
    expect(sold).toMatchObject({ customer_email: null, customer_name: null, customer_ip_address: null });
    const payments = (await stack.send('GET', `/payments/?order_id=${order.id}`, { as })).text;
    expect(payments).not.toContain(email);
    // The address is free for somebody new.
    const again = { email, organization_id: seller.organizationId };
    expect((await stack.send('POST', '/customers/', { as, body: again })).status).toBe(201);
  });

  it('erases what was said with refunds, and what devices told of their owner', async () => {
    const seller = await makeSeller(stack);
    const properties = { activations: { limit: 2, enable_customer_admin: true } };
    const { key, held, sale } = await buyKey(stack, seller, { properties });
    const as = seller.owner;
    const device = { ...held, label: "Ada's laptop", meta: { host: 'ada' }, conditions: { name: 'ada' } };
    expect(
      (await stack.send('POST', '/customer-portal/license-keys/activate', { body: device })).status,
    ).toBe(200);
    const { body: exported } = await stack.send('GET', `/customers/${sale.order.customer_id}/export`, { as });
    expect(exported).toMatchObject({
      license_keys: [
        { id: key.id, key: key.display_key, activations: [{ label: "Ada's laptop", meta: { host: 'ada' } }] },
      ],
      meters: [],
    });
    expect(exported.license_keys[0]).not.toHaveProperty('customer');
    const refund = {
      order_id: sale.order.id,
      amount: 100,
      reason: 'other',
      comment: 'Ada called',
      metadata: { who: 'Ada' },
    };
    expect((await stack.send('POST', '/refunds/', { body: refund, as })).status).toBe(200);

    const path = `/customers/${sale.order.customer_id}?anonymize=true`;
    expect((await stack.send('DELETE', path, { as })).status).toBe(204);

    const { body: devices } = await stack.send('GET', `/license-keys/${key.id}`, { as });
    expect(devices).toMatchObject({ id: key.id, activations: [] });
    const { body: refunds } = await stack.send('GET', `/refunds/?order_id=${sale.order.id}`, { as });
    expect(refunds.items).toMatchObject([{ amount: 100, metadata: {} }]);
    const [kept] = await stack.db.query('SELECT comment FROM refunds WHERE order_id = $1', [sale.order.id]);
    expect(kept).toEqual({ comment: null });
  });

  it('closes what was open for the customer: nobody pays for what nobody would get', async () => {
    const seller = await makeSeller(stack);
    const { order, email } = await buy(stack, { seller });
    const of = { seller, body: { customer_id: order.customer_id as string } };
    const named = await openCheckout(stack, of);
    const typed = await openCheckout(stack, {
      seller,
      body: { customer_email: email, customer_name: 'Ada' },
    });
    const as = seller.owner;
    const path = `/customers/${order.customer_id}?anonymize=true`;
    expect((await stack.send('DELETE', path, { as })).status).toBe(204);

    for (const open of [named, typed]) {
      const { body, text } = await stack.send('GET', `/checkouts/${open.checkout.id}`, { as });
      expect(body).toMatchObject({ status: 'expired', customer_email: null, customer_name: null });
      expect(text).not.toContain(email);
      const { status } = await confirm(stack, open.path, { confirmation_token_id: 'tok_success' });
      expect(status).toBe(410);
    }
    const { status } = await stack.send('POST', '/checkouts/', {
      as,
      body: { products: named.checkout.products.map(({ id }: { id: string }) => id), ...of.body },
    });
    expect(status).toBe(422);
  });

  it.each([
    ['approve', 'succeeded'],
    ['deny', 'expired'],
  ])('erases what was being paid meanwhile, too, once it is over: %s', async (outcome, status) => {
    const seller = await makeSeller(stack);
    const customer = await makeCustomer(stack, { organizationId: seller.organizationId });
    const { path, checkout } = await openCheckout(stack, {
      seller,
      body: { customer_id: customer.id, metadata: { note: 'about Ada' } },
    });
    const as = seller.owner;
    const { body: confirmed } = await confirm(stack, path, {
      confirmation_token_id: 'tok_authentication_required',
    });
    const deletion = `/customers/${customer.id}?anonymize=true`;
    expect((await stack.send('DELETE', deletion, { as })).status).toBe(204);
    const secret = String(confirmed.payment_processor_metadata.intent_client_secret);
    await stack.send('POST', `/sandbox/payments/${secret}/authenticate`, { body: { outcome } });
    await eventually(async () => {
      const { body } = await stack.send('GET', `/checkouts/${checkout.id}`, { as });
      expect(body.status).toBe(status);
    });

    const { body, text } = await stack.send('GET', `/checkouts/${checkout.id}`, { as });
    expect(body).toMatchObject({ customer_email: null, customer_name: null, metadata: {} });
    expect(text).not.toContain(customer.email);
    const orders = (await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, { as })).body.items;
    expect(orders).toMatchObject(outcome === 'approve' ? [{ status: 'paid', metadata: {} }] : []);
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
