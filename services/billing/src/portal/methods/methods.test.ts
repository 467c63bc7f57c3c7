import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { eventually } from '@tessera/kit/test/eventually';
import { orderPaid, subscriptionActive } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { buyerOf, customerOf, portalClient } from '../../../test/portal.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { renewAll, subscribersOf } from '../../../test/subscribers.ts';
import { endDueSubscriptions } from '../../endings/subscription.ts';
import { findPayableMethod } from '../../subscriptions/own-method.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const customerSession = 'at-the-gateway';
const methods = '/customer-portal/customers/me/payment-methods';
const back = 'https://acme.example/portal';
const body = (confirmation_token_id = 'tok_success', set_default = false) => ({
  confirmation_token_id,
  set_default,
  return_url: back,
});
const someone = async () => {
  const customer = await makeCustomer(stack, seller);
  const as = customerOf(seller, customer.id);
  return { customer, as, client: portalClient(stack, as).customers };
};
type PriceOptions = Parameters<typeof makeProduct>[1]['price'];
type TokenOptions = { expYear?: number; client_secret?: string };
/** A test card, exchanged without any checkout unless one is named. */
const tokenFor = async (number: string, { expYear = 2034, ...more }: TokenOptions = {}): Promise<string> => {
  const card = { number, exp_month: 12, exp_year: expYear, cvc: '123' };
  const reply = await stack.send('POST', '/sandbox/confirmation-tokens', { body: { card, ...more } });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
};

describe('the cards of a customer', () => {
  it('are in what is handed out of all that is kept of them', async () => {
    const { as, customer } = await someone();
    await stack.send('POST', methods, { as, body: body(await tokenFor('4242424242424242')) });
    const { body: own } = await stack.send('GET', '/customer-portal/customers/me/export', { as });
    expect(own.payment_methods).toMatchObject([{ type: 'card', card: { last4: '4242' } }]);
    const { body: told } = await stack.send('GET', `/customers/${customer.id}/export`, { as: seller.owner });
    expect(told.payment_methods).toEqual(own.payment_methods);
  });

  it('are saved, chosen and taken away through the client of the contract', async () => {
    const { as, client } = await someone();
    const create = (confirmationTokenId: string, setDefault: boolean) =>
      client.addPaymentMethod({ customerSession }, { confirmationTokenId, setDefault, returnUrl: back });
    const list = async () =>
      (await client.getPaymentMethods({ customerSession }, {})).result.items.map((one) => [
        one.id,
        one.default,
      ]);
    const first = await create('tok_success', false);
    expect(first).toMatchObject({ type: 'card', default: true, createdAt: stack.clock.now() });
    const second = await create(await tokenFor('5555555555554444'), false);
    const third = await create('tok_success', true);
    expect(await list()).toEqual(
      expect.arrayContaining([
        [first.id, false],
        [second.id, false],
        [third.id, true],
      ]),
    );
    const raw = await stack.send('GET', methods, { as });
    expect(raw.body.items.find(({ id }: { id: string }) => id === second.id)).toEqual({
      id: second.id,
      created_at: '2026-01-15T12:00:00.000Z',
      default: false,
      type: 'card',
      card: { brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2034, wallet: null },
    });
    expect((await stack.send('GET', `${methods}?limit=2&page=2`, { as })).body).toMatchObject({
      items: [{}],
      pagination: { total_count: 3, max_page: 2 },
    });
    const chosen = await stack.send('PATCH', `${methods}/${second.id}`, { as, body: { default: true } });
    expect([chosen.status, chosen.body.default]).toEqual([200, true]);
    await client.deletePaymentMethod({ customerSession }, { id: second.id });
    expect((await list()).filter(([, isDefault]) => isDefault)).toHaveLength(1);
    await expect(client.deletePaymentMethod({ customerSession }, { id: second.id })).rejects.toThrow(
      ResourceNotFound,
    );
  });

  it('are refused when they are declined, and wait for a bank that asks', async () => {
    const { as, client } = await someone();
    await expect(
      client.addPaymentMethod(
        { customerSession },
        { confirmationTokenId: 'tok_declined', setDefault: true, returnUrl: back },
      ),
    ).rejects.toThrow(HTTPValidationError);
    const asked = await stack.send('POST', methods, { as, body: body('tok_authentication_required') });
    expect([asked.status, asked.body.status]).toEqual([201, 'requires_action']);
    expect((await stack.send('GET', methods, { as })).body.items).toEqual([]);
    const confirm = (by = as) =>
      stack.send('POST', `${methods}/confirm`, { as: by, body: { setup_intent_id: asked.body.id } });
    expect((await confirm((await someone()).as)).status).toBe(404);
    await stack.send('POST', `/sandbox/payments/${asked.body.client_secret}/authenticate`, {
      body: { outcome: 'approve' },
    });
    const done = await confirm();
    expect(done.body).toMatchObject({
      status: 'succeeded',
      type: 'card',
      default: true,
      card: { last4: '4242' },
    });
    expect((await stack.send('GET', methods, { as })).body.items).toMatchObject([{ id: done.body.id }]);
  });

  it('are nobody else’s, and nothing to the session of a checkout', async () => {
    const { as, client } = await someone();
    const { id } = await client.addPaymentMethod(
      { customerSession },
      { confirmationTokenId: 'tok_success', setDefault: true, returnUrl: back },
    );
    const elsewhere = customerOf(await makeSeller(stack), uuidv7());
    for (const other of [(await someone()).as, elsewhere]) {
      expect((await stack.send('GET', methods, { as: other })).body.items).toEqual([]);
      expect((await stack.send('DELETE', `${methods}/${id}`, { as: other })).status).toBe(404);
      const chosen = await stack.send('PATCH', `${methods}/${id}`, { as: other, body: { default: true } });
      expect(chosen.status).toBe(404);
    }
    const typed = buyerOf(seller, uuidv7());
    for (const [method, path] of [
      ['GET', methods],
      ['DELETE', `${methods}/${id}`],
    ] as const)
      expect((await stack.send(method, path, { as: typed })).status).toBe(403);
    expect((await stack.send('GET', methods)).status).toBe(401);
    for (const bad of [{}, { ...body(), return_url: 'javascript:1' }, { ...body(), set_default: 'yes' }])
      expect((await stack.send('POST', methods, { as, body: bad })).status).toBe(422);
    for (const wrong of ['x', '%00', uuidv7()])
      expect((await stack.send('DELETE', `${methods}/${wrong}`, { as })).status).toBeLessThan(500);
    const token = await tokenFor('4242424242424242');
    const used = await stack.send('POST', methods, { as, body: body(token) });
    expect(used.status).toBe(201);
    expect((await stack.send('POST', methods, { as, body: body(token) })).status).toBe(422);
  });

  it('are kept once each, however often they are shown, under what they were kept last', async () => {
    const opened = await openCheckout(stack, { seller, product: { recurringInterval: 'month' } });
    const { client_secret } = opened.checkout;
    const token = await tokenFor('5555555555554444', { client_secret });
    expect((await confirm(stack, opened.path, { confirmation_token_id: token })).status).toBe(200);
    await untilStatus(stack, opened.path, 'succeeded');
    const { body: orders } = await stack.send('GET', `/orders/?checkout_id=${opened.checkout.id}`, {
      as: seller.owner,
    });
    const [order] = orders.items;
    const as = customerOf(seller, order.customer_id);
    const list = async () => (await stack.send('GET', methods, { as })).body.items;
    const [bought] = await list();
    const keptUnder = async () => {
      const of = {
        customerId: order.customer_id,
        organizationId: seller.organizationId,
        subscriptionId: null,
      };
      return (await findPayableMethod(stack.billing.payments, stack.db.manager, of))?.methodId;
    };
    const before = await keptUnder();
    const again = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const shown = body(await tokenFor('5555555555554444', { expYear: 2035 }));
        return (await stack.send('POST', methods, { as, body: shown })).body;
      }),
    );
    expect(again.map(({ id }) => id)).toEqual(Array.from({ length: 4 }, () => bought.id));
    expect(await list()).toEqual([{ ...bought, default: true, card: { ...bought.card, exp_year: 2035 } }]);
    expect(await keptUnder()).not.toBe(before);
    const other = await stack.send('POST', methods, {
      as,
      body: body(await tokenFor('4242424242424242'), true),
    });
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([other.body.id, bought.id]);
    // Shown again to be charged from now on.
    await stack.send('POST', methods, { as, body: body(await tokenFor('5555555555554444'), true) });
    expect((await list()).map((it: { id: string; default: boolean }) => [it.id, it.default])).toEqual([
      [bought.id, true],
      [other.body.id, false],
    ]);
    // What is taken away is charged under none of the ids that it ever had.
    await stack.send('DELETE', `/customer-portal/subscriptions/${order.subscription_id}`, { as });
    for (const { id } of await list())
      expect((await stack.send('DELETE', `${methods}/${id}`, { as })).status).toBe(204);
    expect(await keptUnder()).toBeUndefined();
    const anew = await stack.send('POST', methods, { as, body: body(await tokenFor('5555555555554444')) });
    expect(await list()).toMatchObject([{ id: anew.body.id, default: true }]);
    const stranger = await someone();
    await stack.send('POST', methods, { as: stranger.as, body: body(await tokenFor('5555555555554444')) });
    expect((await stack.send('GET', methods, { as: stranger.as })).body.items).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });

  it('stay while a subscription is paid with the last of them, however many requests come', async () => {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const as = customerOf(seller, order.customer_id);
    const [kept] = (await stack.send('GET', methods, { as })).body.items;
    const refused = await stack.send('DELETE', `${methods}/${kept.id}`, { as });
    expect([refused.status, refused.body.error]).toEqual([400, 'PaymentMethodInUseByActiveSubscription']);
    // What programs written for later versions of the API look for.
    expect(refused.body.detail).toMatch(/^Cannot delete payment method.* no alternative payment methods/);
    const added = await stack.send('POST', methods, { as, body: body() });
    const removed = await Promise.all(
      [kept.id, added.body.id].map((id) => stack.send('DELETE', `${methods}/${id}`, { as })),
    );
    expect(removed.map(({ status }) => status)).toEqual(expect.arrayContaining([204, 400]));
    const [left] = (await stack.send('GET', methods, { as })).body.items;
    await stack.send('DELETE', `/customer-portal/subscriptions/${order.subscription_id}`, { as });
    expect((await stack.send('DELETE', `${methods}/${left.id}`, { as })).status).toBe(204);
  });

  /** Tries to take away the only card of somebody whose subscription stands like this. */
  const tryWithout = async (price: PriceOptions, prepare: (subscriptionId: string) => Promise<unknown>) => {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month', price } });
    const as = customerOf(seller, order.customer_id);
    await prepare(order.subscription_id);
    const [{ id }] = (await stack.send('GET', methods, { as })).body.items;
    return (await stack.send('DELETE', `${methods}/${id}`, { as })).status;
  };
  const fixed = { amountType: 'fixed', priceAmount: 1000 } as const;
  const set = (changes: string) => (id: string) =>
    stack.db.query(`UPDATE subscriptions SET ${changes} WHERE id = $1`, [id]);
  const ending = set('cancel_at_period_end = true, ends_at = current_period_end');

  it('stay while a subscription that ends will be charged for what was used', async () => {
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const metered = { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '2.5' } as const;
    expect(await tryWithout(metered, ending)).toBe(400);
    expect(await tryWithout(fixed, ending)).toBe(204);
  });

  it('stay while a change of product is still to be charged at the end, but not for a credit', async () => {
    const waiting = (amount: number) => async (id: string) => {
      await ending(id);
      await stack.db.query(
        `INSERT INTO subscription_entries (id, created_at, organization_id, subscription_id, label, amount)
         VALUES ($1, now(), $2, $3, 'Upgrade', $4)`,
        [uuidv7(), seller.organizationId, id, amount],
      );
    };
    expect(await tryWithout(fixed, waiting(500))).toBe(400);
    expect(await tryWithout(fixed, waiting(-500))).toBe(204);
  });

  it.each([
    ['exclusive' as const, 10_000, 'inclusive' as const, 11_000, -500],
    ['inclusive' as const, 12_000, 'exclusive' as const, 11_000, 600],
  ])(
    'stay while a change from %s %i to %s %i is to be charged at the end, with its tax',
    async (...terms) => {
      const [before, priceBefore, after, priceAfter, total] = terms;
      const people = subscribersOf(stack, seller);
      const { organizationId } = seller;
      const registered = {
        country: 'FR',
        valid_from: '2026-01-01T00:00:00Z',
        organization_id: organizationId,
      };
      expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
      stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
      const { id, customerId, subscription } = await people.subscribe({
        taxBehavior: before,
        price: { priceAmount: priceBefore },
      });
      const other = await makeProduct(stack, {
        organizationId,
        recurringInterval: 'month',
        taxBehavior: after,
        price: { priceAmount: priceAfter },
      });
      stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
      for (const change of [
        { product_id: other.id, proration_behavior: 'prorate' },
        { cancel_at_period_end: true },
      ])
        expect((await people.send('PATCH', `/subscriptions/${id}`, change)).status).toBe(200);
      const as = customerOf(seller, customerId);
      const [{ id: methodId }] = (await stack.send('GET', methods, { as })).body.items;
      const { status } = await stack.send('DELETE', `${methods}/${methodId}`, { as });
      expect(status).toBe(total > 0 ? 400 : 204);
      stack.clock.set(new Date(subscription.current_period_end));
      await endDueSubscriptions(stack.billing);
      await renewAll(stack);
      expect(await people.ordered(id, 2)).toMatchObject({ total_amount: total });
    },
  );

  it('stay while a payment is overdue, and during a pause that has an end', async () => {
    const overdue = `status = 'past_due', cancel_at_period_end = true, ends_at = current_period_end`;
    expect(await tryWithout(fixed, set(overdue))).toBe(400);
    const paused = `status = 'unpaid', paused_at = now(), current_period_end = now()`;
    expect(await tryWithout(fixed, set(`${paused}, resumes_at = now() + interval '1 year'`))).toBe(400);
    expect(await tryWithout(fixed, set(paused))).toBe(204);
  });
});

describe('an order that could not be charged', () => {
  /** A subscription whose renewal has failed. */
  const pastDue = async () => {
    const sale = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const id = sale.order.subscription_id;
    const as = customerOf(seller, sale.order.customer_id);
    await stack.db.query(`UPDATE sandbox_charges SET outcome = 'declined' WHERE method_id IS NOT NULL`);
    await stack.db.query('UPDATE subscriptions SET current_period_end = $2 WHERE id = $1', [
      id,
      new Date(stack.clock.now().getTime() - 1000),
    ]);
    await renewAll(stack);
    const due = await eventually(async () => {
      const { body: orders } = await stack.send('GET', '/customer-portal/orders', { as });
      const found = orders.items.find(({ status }: { status: string }) => status === 'pending');
      if (!found?.next_payment_attempt_at) throw new Error('not failed yet');
      return found;
    });
    return { as, due, id, sale };
  };

  it('is paid by hand with a new card, which is kept, and gives the benefits back', async () => {
    const { as, due, id, sale } = await pastDue();
    const path = `/customer-portal/orders/${due.id}`;
    expect((await stack.send('GET', `${path}/payment-status`, { as })).body).toMatchObject({
      status: 'failed',
    });
    const pay = (body: object, by = as) => stack.send('POST', `${path}/confirm-payment`, { as: by, body });
    const declined = await pay({ confirmation_token_id: 'tok_declined' });
    expect([declined.status, declined.body]).toEqual([
      200,
      { status: 'failed', client_secret: null, error: 'Your card was declined.' },
    ]);
    // What was tried by hand costs no attempt.
    const { body: still } = await stack.send('GET', path, { as });
    expect(still.next_payment_attempt_at).toBe(due.next_payment_attempt_at);
    const asked = await pay({ confirmation_token_id: 'tok_authentication_required' });
    expect(asked.body).toMatchObject({ status: 'requires_action', client_secret: expect.any(String) });
    // Whoever has loaded the page anew can still answer the bank.
    expect((await stack.send('GET', `${path}/payment-status`, { as })).body).toEqual({
      status: 'requires_action',
      client_secret: asked.body.client_secret,
      error: null,
      is_refunded: false,
    });
    const twice = await pay({ confirmation_token_id: 'tok_success' });
    expect([twice.status, twice.body.error]).toEqual([409, 'PaymentAlreadyInProgress']);
    await stack.send('POST', `/sandbox/payments/${asked.body.client_secret}/authenticate`, {
      body: { outcome: 'deny' },
    });
    const [saved] = (await stack.send('GET', methods, { as })).body.items;
    expect((await pay({ payment_method_id: saved.id })).body.status).toBe('failed');
    const paid = await pay({ confirmation_token_id: await tokenFor('5555555555554444') });
    expect(paid.body).toEqual({ status: 'succeeded', client_secret: null, error: null });
    await stack.events.next(orderPaid, ({ orderId }) => orderId === due.id);
    await stack.events.next(subscriptionActive, ({ subscriptionId }) => subscriptionId === id);
    expect((await stack.send('GET', path, { as })).body).toMatchObject({
      status: 'paid',
      next_payment_attempt_at: null,
      subscription: { status: 'active' },
    });
    expect((await stack.send('GET', `${path}/payment-status`, { as })).body.status).toBe('succeeded');
    const kept = (await stack.send('GET', methods, { as })).body.items;
    expect(kept[0]).toMatchObject({ default: true, card: { last4: '4444' } });
    const again = await pay({ confirmation_token_id: 'tok_success' });
    expect([again.status, again.body.error]).toEqual([422, 'OrderNotEligibleForRetry']);
    const other = customerOf(seller, uuidv7());
    expect((await pay({ confirmation_token_id: 'tok_success' }, other)).status).toBe(404);
    const once = await stack.send('POST', `/customer-portal/orders/${sale.order.id}/confirm-payment`, {
      as,
      body: { payment_method_id: saved.id },
    });
    expect(once.status).toBe(422);
  });

  it('is not tried again once it is paid, by the first try by hand too', async () => {
    const { as, due } = await pastDue();
    const path = `/customer-portal/orders/${due.id}`;
    const paid = await stack.send('POST', `${path}/confirm-payment`, {
      as,
      body: { confirmation_token_id: 'tok_success' },
    });
    expect(paid.body.status).toBe('succeeded');
    expect((await stack.send('GET', path, { as })).body).toMatchObject({
      status: 'paid',
      next_payment_attempt_at: null,
    });
  });

  it('takes one means of payment that is the customer’s own', async () => {
    const { as, due } = await pastDue();
    const stranger = await someone();
    const theirs = await stack.send('POST', methods, { as: stranger.as, body: body() });
    for (const bad of [
      {},
      { confirmation_token_id: 'tok_success', payment_method_id: theirs.body.id },
      { payment_method_id: theirs.body.id },
      { payment_method_id: 'x' },
    ]) {
      const path = `/customer-portal/orders/${due.id}/confirm-payment`;
      expect([bad, (await stack.send('POST', path, { as, body: bad })).status]).toEqual([bad, 422]);
    }
  });
});
