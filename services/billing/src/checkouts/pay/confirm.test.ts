import { createToken, isToken, sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import {
  checkoutUpdated,
  customerCreated,
  orderCreated,
  orderPaid,
  subscriptionActive,
  subscriptionCreated,
} from '@tessera/proto/events/billing';
import { type BillingStack, makeCustomer, makeSeller, startBilling } from '../../../test/factories.ts';
import { buy, confirm, details, freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const rowsOf = (table: string, checkoutId: string): Promise<Record<string, unknown>[]> =>
  stack.db.query(`SELECT * FROM ${table} WHERE checkout_id = $1`, [checkoutId]);

describe('confirming a checkout', () => {
  it('charges, and makes an order that is paid', async () => {
    const { checkout, path, product, seller } = await openCheckout(stack);
    const email = freshEmail();
    const reply = await confirm(stack, path, details(email));
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'confirmed', total_amount: 1000, customer_email: email });
    const token = String(reply.body.customer_session_token);
    expect(isToken('tessera_cst_', token)).toBe(true);
    const sessions = await stack.db.query('SELECT * FROM customer_sessions WHERE token_hash = $1', [
      sha256(token),
    ]);
    expect(sessions).toHaveLength(1);
    await untilStatus(stack, path, 'succeeded');
    const [order] = await rowsOf('orders', checkout.id);
    expect(order).toMatchObject({
      status: 'paid',
      billing_reason: 'purchase',
      total_amount: 1000,
      product_id: product.id,
    });
    expect(await rowsOf('subscriptions', checkout.id)).toHaveLength(0);
    const [payment] = await rowsOf('payments', checkout.id);
    expect(payment).toMatchObject({ status: 'succeeded', amount: 1000, attempt: 1 });
    const paid = await stack.events.next(orderPaid, (message) => message.checkoutId === checkout.id);
    expect(paid.organizationId).toBe(seller.organizationId);
    expect(JSON.parse(paid.snapshot)).toMatchObject({ paid: true, net_amount: 1000, customer: { email } });
    await stack.events.next(orderCreated, (message) => message.checkoutId === checkout.id);
    await stack.events.next(customerCreated, (message) => JSON.parse(message.snapshot).email === email);
    await stack.events.next(
      checkoutUpdated,
      (message) => message.checkoutId === checkout.id && message.status === 'succeeded',
    );
  });

  it('starts a subscription that lasts a calendar month', async () => {
    const { order, checkout } = await buy(stack, { product: { recurringInterval: 'month' } });
    expect(order).toMatchObject({ billing_reason: 'subscription_create' });
    expect(order.subscription).toMatchObject({
      status: 'active',
      current_period_start: '2026-01-15T12:00:00.000Z',
      current_period_end: '2026-02-15T12:00:00.000Z',
      amount: 1000,
    });
    await stack.events.next(subscriptionCreated, (message) => message.checkoutId === checkout.id);
    await stack.events.next(subscriptionActive, (message) => message.checkoutId === checkout.id);
  });

  it('tells of the order that it was made, has changed and is paid', async () => {
    const { order } = await buy(stack);
    await eventually(() =>
      expect(stack.events.about(order.id)).toEqual([
        'billing.order.created',
        'billing.order.updated',
        'billing.order.paid',
      ]),
    );
  });

  it('matches a customer by e-mail address, ignoring case', async () => {
    const first = await buy(stack);
    const second = await openCheckout(stack, { seller: first.seller });
    await confirm(stack, second.path, details(first.email.toUpperCase()));
    await untilStatus(stack, second.path, 'succeeded');
    const { body } = await stack.send('GET', `/checkouts/${second.checkout.id}`, { as: first.seller.owner });
    expect(body.customer_id).toBe(first.order.customer_id);
  });

  it('answers a decline with 400 PaymentError and stays open', async () => {
    const { path, checkout } = await openCheckout(stack);
    const reply = await confirm(stack, path, { confirmation_token_id: 'tok_declined' });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error: 'PaymentError', detail: 'Your card was declined.' });
    expect((await stack.send('GET', path)).body.status).toBe('open');
    expect((await confirm(stack, path)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    expect(await rowsOf('orders', checkout.id)).toHaveLength(1);
  });

  it('tells once of what a declined confirmation has kept, and of no other', async () => {
    const { seller, path, checkout } = await openCheckout(stack);
    const told = async (status: string) => {
      const isIt = (snapshot: string) => JSON.parse(snapshot).status === status;
      const { snapshot } = await stack.events.next(
        checkoutUpdated,
        (it) => it.checkoutId === checkout.id && isIt(it.snapshot),
      );
      return JSON.parse(snapshot);
    };
    const declined = { ...details(`${checkout.id}@example.com`), confirmation_token_id: 'tok_declined' };
    expect((await confirm(stack, path, declined)).status).toBe(400);
    const { body: shown } = await stack.send('GET', `/checkouts/${checkout.id}`, { as: seller.owner });
    expect(shown.customer_email).toBe(declined.customer_email);
    expect(await told('open')).toEqual(shown);
    expect((await confirm(stack, path, declined)).status).toBe(400);
    expect((await confirm(stack, path)).status).toBe(200);
    await told('succeeded');
    // One of the first decline, and two of the payment.
    const updates = stack.events.about(checkout.id).filter((it) => it === 'billing.checkout.updated');
    expect(updates).toHaveLength(3);
  });

  it('opens again when the payment fails later', async () => {
    const { path, checkout } = await openCheckout(stack);
    expect((await confirm(stack, path, { confirmation_token_id: 'tok_fails_later' })).status).toBe(200);
    await untilStatus(stack, path, 'open');
    expect(await rowsOf('orders', checkout.id)).toHaveLength(0);
  });

  it('waits for the bank when authentication is required', async () => {
    const { path } = await openCheckout(stack);
    const reply = await confirm(stack, path, { confirmation_token_id: 'tok_authentication_required' });
    expect(reply.body.payment_processor_metadata).toMatchObject({ intent_status: 'requires_action' });
    const secret = String(reply.body.payment_processor_metadata.intent_client_secret);
    expect((await stack.send('GET', path)).body.payment_processor_metadata.intent_client_secret).toBe(secret);
    const answer = await stack.send('POST', `/sandbox/payments/${secret}/authenticate`, {
      body: { outcome: 'approve' },
    });
    expect(answer.body).toEqual({ status: 'processing' });
    await untilStatus(stack, path, 'succeeded');
  });

  it('is open again as soon as authentication is denied', async () => {
    const { path } = await openCheckout(stack);
    const { body } = await confirm(stack, path, { confirmation_token_id: 'tok_authentication_required' });
    const secret = String(body.payment_processor_metadata.intent_client_secret);
    const answer = await stack.send('POST', `/sandbox/payments/${secret}/authenticate`, {
      body: { outcome: 'deny' },
    });
    expect(answer.body).toEqual({ status: 'failed' });
    expect((await stack.send('GET', path)).body.status).toBe('open');
  });

  it('needs no card for something free', async () => {
    const { path, checkout } = await openCheckout(stack, {
      product: { recurringInterval: 'year', price: { amountType: 'free' } },
    });
    expect(checkout).toMatchObject({
      is_payment_form_required: false,
      is_free_product_price: true,
      total_amount: 0,
    });
    const reply = await stack.send('POST', `${path}/confirm`, { body: { customer_email: freshEmail() } });
    expect(reply.status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    expect(await rowsOf('orders', checkout.id)).toMatchObject([{ total_amount: 0, status: 'paid' }]);
    expect(await rowsOf('payments', checkout.id)).toHaveLength(0);
  });

  it('names every required field that is missing', async () => {
    const { path } = await openCheckout(stack);
    const reply = await stack.send('POST', `${path}/confirm`, { body: {} });
    expect(reply.status).toBe(422);
    expect(reply.body.error).toBe('RequestValidationError');
    expect(reply.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual([
      'body.customer_email',
      'body.customer_name',
      'body.customer_billing_address',
      'body.confirmation_token_id',
    ]);
  });

  it('refuses a checkout that has expired with 410', async () => {
    const { path } = await openCheckout(stack);
    await stack.db.query(`UPDATE checkouts SET expires_at = $1 WHERE client_secret = $2`, [
      stack.clock.now(),
      path.split('/').at(-1),
    ]);
    const replies = await Promise.all([
      stack.send('GET', path),
      stack.send('PATCH', path, { body: {} }),
      confirm(stack, path),
    ]);
    expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
      Array(3).fill([410, 'ExpiredCheckoutError']),
    );
  });

  it('refuses an unknown client secret with 404', async () => {
    expect((await confirm(stack, `/checkouts/client/${createToken('tessera_c_')}`)).status).toBe(404);
  });

  it('refuses a second subscription of a customer whom the seller named, where one is allowed', async () => {
    const product = { recurringInterval: 'month' as const };
    const { seller, email, order } = await buy(stack, { product });
    for (const body of [{ customer_id: order.customer_id }, { customer_email: email }]) {
      const { path } = await openCheckout(stack, { seller, product, body });
      const update = await stack.send('PATCH', path, { body: { customer_name: 'Grace' } });
      const reply = await confirm(stack, path, details(email));
      for (const { status, body: refusal } of [update, reply])
        expect([status, refusal.error]).toEqual([403, 'AlreadyActiveSubscriptionError']);
    }
  });

  it('never logs a client secret', async () => {
    const { path, checkout } = await buy(stack);
    await confirm(stack, path);
    expect(JSON.stringify(stack.log.lines())).not.toContain(checkout.client_secret);
  });
});

describe('confirming at the same time', () => {
  it('charges once and makes one order, whoever comes second', async () => {
    const { path, checkout } = await openCheckout(stack);
    const replies = await Promise.all(Array.from({ length: 5 }, () => confirm(stack, path)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403]);
    expect(replies.find(({ status }) => status === 403)?.body.error).toBe('NotOpenCheckout');
    await untilStatus(stack, path, 'succeeded');
    expect(await rowsOf('orders', checkout.id)).toHaveLength(1);
    expect(await rowsOf('payments', checkout.id)).toHaveLength(1);
  });

  it('never pays another amount than the one that was confirmed', async () => {
    const { path, checkout } = await openCheckout(stack, {
      product: { price: { amountType: 'custom', minimumAmount: 500 } },
      body: { amount: 700 },
    });
    const [confirmed, update] = await Promise.all([
      confirm(stack, path),
      stack.send('PATCH', path, { body: { amount: 9000 } }),
    ]);
    const done = await untilStatus(stack, path, 'succeeded');
    const [payment] = await rowsOf('payments', checkout.id);
    expect(payment?.['amount']).toBe(confirmed.body.total_amount);
    expect(done.total_amount).toBe(confirmed.body.total_amount);
    expect(update.status === 403 || confirmed.body.total_amount === 9000).toBe(true);
  });

  it('starts one subscription of two checkouts of the seller’s customer, where one is allowed', async () => {
    const seller = await makeSeller(stack);
    const customer = await makeCustomer(stack, seller);
    const options = {
      seller,
      product: { recurringInterval: 'month' as const },
      body: { customer_id: customer.id },
    };
    const opened = await Promise.all([openCheckout(stack, options), openCheckout(stack, options)]);
    const replies = await Promise.all(opened.map(({ path }) => confirm(stack, path)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    await eventually(async () => {
      const subscriptions = await stack.db.query('SELECT 1 FROM subscriptions WHERE organization_id = $1', [
        seller.organizationId,
      ]);
      expect(subscriptions).toHaveLength(1);
    });
  });
});
