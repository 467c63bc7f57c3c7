/** Renewals for which the bank asks their customer, who is not there: what the customer and the seller can do then. */
import { eventually } from '@tessera/kit/test/eventually';
import type { FakeStripe } from '@tessera/kit/test/stripe';
import type { BillingStack } from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import {
  makeStripeSeller,
  orderOfCheckout,
  payBy,
  type StripeSeller,
  startWithStripe,
  tell,
} from '../../../test/stripe-seller.ts';
import { renewAll } from '../../../test/subscribers.ts';
import { sweepPayments } from '../settlement.ts';

let stack: BillingStack;
let stripe: FakeStripe;
let stop: () => Promise<void>;
let seller: StripeSeller;
beforeAll(async () => {
  ({ stack, stripe, stop } = await startWithStripe());
});
beforeEach(async () => {
  stripe.planned = [];
  seller = await makeStripeSeller(stack, stripe);
});
afterAll(() => stop());

/** A subscription whose renewal its bank wants confirmed. */
const owe = async () => {
  const paid = await payBy(stack, seller, 'ctoken_asks_off_session', {
    product: { recurringInterval: 'month' },
  });
  const { subscription_id: id, customer_id: customerId } = await orderOfCheckout(stack, paid);
  await stack.db.query('UPDATE subscriptions SET current_period_end = $2 WHERE id = $1', [
    id,
    stack.clock.now(),
  ]);
  await renewAll(stack);
  const get = async (path: string) => (await stack.send('GET', path, { as: seller.owner })).body;
  const is = (status: string) =>
    eventually(async () => expect((await get(`/subscriptions/${id}`)).status).toBe(status));
  await is('past_due');
  const { items } = await get(`/orders/?subscription_id=${id}`);
  const order = items.find(({ paid: isPaid }: { paid: boolean }) => !isPaid);
  const as = customerOf(seller, customerId);
  const own = `/customer-portal/orders/${order.id}`;
  const methods = await stack.send('GET', '/customer-portal/customers/me/payment-methods', { as });
  const body = { payment_method_id: methods.body.items[0].id };
  return {
    id,
    is,
    pay: () => stack.send('POST', `${own}/confirm-payment`, { as, body }),
    status: async () => (await stack.send('GET', `${own}/payment-status`, { as })).body,
    order: () => get(`/orders/${order.id}`),
    retry: () => stack.send('POST', `/orders/${order.id}/retry-payment`, { as: seller.owner }),
    /** The last request for a charge of the order. */
    intent: () => {
      const asked = stripe.of('payment_intent').filter(({ metadata }) => {
        const { tessera_purpose: purpose } = metadata as Record<string, string>; // Stripe's metadata are texts.
        return purpose?.endsWith(order.id);
      });
      const last = asked.at(-1);
      if (!last) throw new Error('nothing was asked for');
      return last;
    },
  };
};

describe('a renewal that its bank wants confirmed', () => {
  it('is paid by its customer with the saved card, once, after the bank was answered', async () => {
    const { is, pay, status, order, retry, intent } = await owe();
    expect((await retry()).body.status).toBe('failed');
    const asked = await pay();
    const secret = intent()['client_secret'];
    expect(asked.body).toEqual({ status: 'requires_action', client_secret: secret, error: null });
    expect(await status()).toMatchObject({ status: 'requires_action', client_secret: secret });
    expect([(await pay()).status, (await retry()).status]).toEqual([409, 409]);
    await is('past_due');
    stripe.authenticate(intent().id, true);
    expect(await tell(stack, seller, intent())).toBe(200);
    expect(await tell(stack, seller, intent())).toBe(200);
    await is('active');
    expect(await order()).toMatchObject({ paid: true, next_payment_attempt_at: null });
    expect((await pay()).body.error).toBe('OrderNotEligibleForRetry');
    expect(stripe.balance(seller.account)).toBe(2000);
  });

  it('stays as it was where the bank was not convinced, and may be asked for again', async () => {
    const { is, pay, status, order, intent } = await owe();
    const { next_payment_attempt_at: next } = await order();
    await pay();
    stripe.authenticate(intent().id, false);
    await tell(stack, seller, intent(), 'payment_intent.payment_failed');
    expect(await status()).toMatchObject({ status: 'failed', client_secret: null });
    expect(await order()).toMatchObject({ paid: false, next_payment_attempt_at: next });
    expect((await pay()).body.status).toBe('requires_action');
    stripe.authenticate(intent().id, true);
    // The webhook is lost.
    await sweepPayments(stack.billing, 0);
    await is('active');
    expect(stripe.balance(seller.account)).toBe(2000);
  });

  it('gives the money back where the bank was answered after the end', async () => {
    const { id, pay, order, intent } = await owe();
    await pay();
    stack.clock.advance(60);
    await stack.send('DELETE', `/subscriptions/${id}`, { as: seller.owner });
    stripe.authenticate(intent().id, true);
    await tell(stack, seller, intent());
    await eventually(() => expect(stripe.balance(seller.account)).toBe(1000));
    expect(await order()).toMatchObject({ paid: false });
  });

  it('is charged once where the answer of the processor was lost', async () => {
    const { is, pay, intent } = await owe();
    stripe.plan('cut_off_after', /POST \/v1\/payment_intents/, 2);
    expect((await pay()).body.status).toBe('processing');
    await sweepPayments(stack.billing, 0);
    stripe.authenticate(intent().id, true);
    await tell(stack, seller, intent());
    await is('active');
    expect(stripe.balance(seller.account)).toBe(2000);
  });
});
