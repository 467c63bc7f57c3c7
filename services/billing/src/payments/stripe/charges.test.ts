import { eventually } from '@tessera/kit/test/eventually';
import { apiVersion, eventOf, type FakeStripe } from '@tessera/kit/test/stripe';
import { refundCreated, refundUpdated } from '@tessera/proto/events/billing';
import { type BillingStack, makeMeter, makeSeller } from '../../../test/factories.ts';
import { buy, confirm, details, openCheckout, untilStatus } from '../../../test/purchases.ts';
import {
  makeStripeSeller,
  orderOfCheckout,
  payBy,
  type StripeSeller,
  sendEvent,
  startWithStripe,
  tell,
} from '../../../test/stripe-seller.ts';
import { renewAll } from '../../../test/subscribers.ts';
import { sweepRefunds } from '../../refunds/complete.ts';
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

const paymentsOf = async (query: string) =>
  (await stack.send('GET', `/payments/?${query}`, { as: seller.owner })).body.items;
const intentOf = (paymentId: string) => {
  const intent = [...stripe.of('payment_intent'), ...stripe.of('setup_intent')].find(
    ({ metadata }) => (metadata as Record<string, string>)['tessera_payment'] === paymentId,
  );
  if (!intent) throw new Error(`nothing was asked for ${paymentId}`);
  return intent;
};
const rowOf = async (checkoutId: string) => {
  const [row] = await stack.db.query('SELECT * FROM payments WHERE purpose_id = $1 ORDER BY attempt DESC', [
    checkoutId,
  ]);
  return row;
};

describe('a checkout of a seller who has connected an account', () => {
  it('tells its page which processor to talk to, with which key, and that it is a test', async () => {
    const { path } = await openCheckout(stack, { seller });
    const { body } = await stack.send('GET', path);
    expect(body.payment_processor_metadata).toEqual({
      processor: 'stripe',
      publishable_key: `pk_test_${seller.account.slice(5)}`,
      is_test_mode: 'true',
    });
  });

  it('is paid there, by a form with a key of the payment, and leads to its order', async () => {
    const paid = await payBy(stack, seller, 'ctoken_ok');
    expect(paid.confirmed.status).toBe(200);
    const order = await orderOfCheckout(stack, paid);
    expect(order).toMatchObject({ status: 'paid', total_amount: 1000 });
    const row = await rowOf(paid.checkout.id);
    expect(row).toMatchObject({ processor: 'stripe', account: seller.account, status: 'succeeded' });
    const intent = intentOf(row.id);
    expect(intent).toMatchObject({
      account: seller.account,
      amount: 1000,
      currency: 'usd',
      status: 'succeeded',
    });
    const asked = stripe.requests.filter(({ fields }) => fields['metadata[tessera_payment]'] === row.id);
    expect(asked).toEqual([
      expect.objectContaining({ line: 'POST /v1/payment_intents', idempotencyKey: `${paid.checkout.id}:1` }),
    ]);
    expect(asked[0]?.fields).toMatchObject({ confirm: 'true', confirmation_token: 'ctoken_ok' });
    const [payment] = await paymentsOf(`checkout_id=${paid.checkout.id}`);
    expect(payment).toMatchObject({ status: 'succeeded', method_metadata: { brand: 'visa', last4: '4242' } });
  });

  it('is paid as the customer whom Stripe knows already, where the seller names them', async () => {
    const product = { recurringInterval: 'month' as const };
    const first = await payBy(stack, seller, 'ctoken_ok', { product });
    const { customer_id: customerId } = await orderOfCheckout(stack, first);
    const known = intentOf((await rowOf(first.checkout.id)).id)['customer'];
    expect(known).toMatch(/^cus_/);
    const customerOf = async (body: object) => {
      const paid = await payBy(stack, seller, 'ctoken_ok', { body });
      expect(paid.confirmed.status).toBe(200);
      return intentOf((await rowOf(paid.checkout.id)).id)['customer'];
    };
    expect(await customerOf({ customer_id: customerId })).toBe(known);
    // Whoever types an address is nobody that is known.
    expect(await customerOf({})).toBeNull();
    // The seller has deleted the customer at Stripe.
    stripe.things.delete(String(known));
    expect(await customerOf({ customer_id: customerId })).toBeNull();
  });

  it('stays beside the sandbox of others', async () => {
    const other = await makeSeller(stack);
    await buy(stack, { seller: other });
    expect(stripe.balance(seller.account)).toBe(0);
    const paid = await payBy(stack, seller, 'ctoken_ok');
    await orderOfCheckout(stack, paid);
    expect(stripe.balance(seller.account)).toBe(1000);
  });

  it.each([
    ['ctoken_declined', 'generic_decline', 'Your card was declined.'],
    ['ctoken_insufficient', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['ctoken_expired', 'expired_card', 'Your card has expired.'],
    [
      'ctoken_of_nobody',
      'resource_missing',
      'The payment could not be made with this card. Nothing was charged.',
    ],
  ])('says why a card was declined (%s), and can be paid with another', async (token, reason, message) => {
    const paid = await payBy(stack, seller, token);
    expect(paid.confirmed.status).toBe(400);
    expect(paid.confirmed.body).toMatchObject({ error: 'PaymentError', detail: message });
    const [payment] = await paymentsOf(`checkout_id=${paid.checkout.id}`);
    expect(payment).toMatchObject({ status: 'failed', decline_reason: reason, decline_message: message });
    const again = await confirm(stack, paid.path, {
      ...details(paid.email),
      confirmation_token_id: 'ctoken_ok',
    });
    expect(again.status).toBe(200);
    await orderOfCheckout(stack, paid);
    expect(stripe.balance(seller.account)).toBe(1000);
  });

  it('is closed, and says so, when Stripe takes its key no more', async () => {
    for (const account of stripe.accounts) if (account.account === seller.account) account.keys.clear();
    const paid = await payBy(stack, seller, 'ctoken_ok');
    expect(paid.confirmed.body.detail).toBe(
      'This shop cannot take payments at the moment. Nothing was charged.',
    );
  });
});

describe('3-D Secure', () => {
  const ask = async (options: Parameters<typeof openCheckout>[1] = {}) => {
    const paid = await payBy(stack, seller, 'ctoken_3ds', options);
    expect(paid.confirmed.status).toBe(200);
    const row = await rowOf(paid.checkout.id);
    return { ...paid, intent: intentOf(row.id) };
  };

  it('hands the page the client secret; the answer settles by the webhook', async () => {
    const { confirmed, intent, ...paid } = await ask();
    expect(confirmed.body.payment_processor_metadata).toMatchObject({
      processor: 'stripe',
      intent_status: 'requires_action',
      intent_client_secret: intent['client_secret'],
    });
    stripe.authenticate(intent.id, true);
    expect(await tell(stack, seller, intent)).toBe(200);
    await orderOfCheckout(stack, paid);
  });

  it('opens the checkout again when it fails, and nobody can confirm that payment any more', async () => {
    const { intent, path } = await ask();
    stripe.authenticate(intent.id, false);
    await tell(stack, seller, intent, 'payment_intent.payment_failed');
    await untilStatus(stack, path, 'open');
    expect(stripe.get(intent.id)['status']).toBe('canceled');
  });

  it('is found out by asking where the webhook was lost', async () => {
    const { intent, ...paid } = await ask();
    stripe.authenticate(intent.id, true);
    await sweepPayments(stack.billing, 0);
    await orderOfCheckout(stack, paid);
  });

  it('of a card that is only kept works alike', async () => {
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const price = { amountType: 'metered_unit' as const, meterId: meter.id, meter, unitAmount: '1' };
    const product = { recurringInterval: 'month' as const, price };
    const { intent, ...paid } = await ask({ product });
    expect(intent.object).toBe('setup_intent');
    stripe.authenticate(intent.id, true);
    await tell(stack, seller, intent, 'setup_intent.succeeded');
    await orderOfCheckout(stack, paid);
  });
});

describe('a renewal', () => {
  const subscribe = async (token: string) => {
    const paid = await payBy(stack, seller, token, { product: { recurringInterval: 'month' } });
    const order = await orderOfCheckout(stack, paid);
    return {
      ...paid,
      subscriptionId: order.subscription_id as string,
      customerId: order.customer_id as string,
    };
  };
  const renew = async (subscriptionId: string) => {
    await stack.db.query('UPDATE subscriptions SET current_period_end = $2 WHERE id = $1', [
      subscriptionId,
      stack.clock.now(),
    ]);
    await renewAll(stack);
  };

  it('charges the card that was kept, without its customer, and names who pays', async () => {
    const { subscriptionId, email, customerId } = await subscribe('ctoken_ok');
    await renew(subscriptionId);
    await eventually(() => expect(stripe.balance(seller.account)).toBe(2000));
    const asked = stripe.requests.filter(({ fields }) => fields['off_session'] === 'true').at(-1);
    expect(asked?.fields).toMatchObject({
      payment_method: expect.stringMatching(/^pm_/),
      customer: expect.stringMatching(/^cus_/),
    });
    expect(asked?.idempotencyKey).toMatch(/^renewal:/);
    expect(await paymentsOf(`customer_email=${encodeURIComponent(email)}`)).toHaveLength(2);
    const [method] = await stack.db.query('SELECT * FROM payment_methods WHERE customer_id = $1', [
      customerId,
    ]);
    expect(method).toMatchObject({
      account: seller.account,
      brand: 'visa',
      last4: '4242',
      exp_month: 8,
      exp_year: 2031,
      fingerprint: 'card_of_ctoken_ok',
      is_default: true,
    });
  });

  it('fails where the bank asks for its customer, and the subscription is past due', async () => {
    const { subscriptionId } = await subscribe('ctoken_asks_off_session');
    await renew(subscriptionId);
    const { body } = await stack.send('GET', `/subscriptions/${subscriptionId}`, { as: seller.owner });
    expect(body.status).toBe('past_due');
    expect((await paymentsOf('status=failed'))[0]).toMatchObject({
      decline_reason: 'authentication_required',
    });
    expect(stripe.balance(seller.account)).toBe(1000);
  });

  it('goes to the sandbox for cards of the sandbox, also after an account was connected', async () => {
    const other = await makeSeller(stack);
    const sale = await buy(stack, { seller: other, product: { recurringInterval: 'month' } });
    const account = stripe.addAccount();
    await stack.send('POST', '/payment-accounts/', {
      as: other.owner,
      body: {
        organization_id: other.organizationId,
        secret_key: account.key,
        publishable_key: account.publishableKey,
        webhook_secret: account.webhookSecret,
      },
    });
    await renew(sale.order.subscription_id);
    await eventually(async () => {
      const [row] = await stack.db.query(
        `SELECT processor, account, status FROM payments WHERE organization_id = $1 AND purpose_kind = 'renewal'`,
        [other.organizationId],
      );
      expect(row).toEqual({ processor: 'sandbox', account: null, status: 'succeeded' });
    });
  });
});

describe('Stripe in trouble', () => {
  it.each(['rate_limit', 'server_error', 'cut_off_after', 'slow'] as const)(
    'leaves the checkout confirmed on %s; asking again charges once',
    async (trouble) => {
      // Where there is no answer at all the official client itself asks once more.
      const times = trouble === 'slow' || trouble === 'cut_off_after' ? 2 : 1;
      stripe.plan(trouble, /POST \/v1\/payment_intents/, times);
      const paid = await payBy(stack, seller, 'ctoken_ok');
      expect(paid.confirmed.status).toBe(200);
      await sweepPayments(stack.billing, 0);
      await orderOfCheckout(stack, paid);
      expect(stripe.balance(seller.account)).toBe(1000);
    },
  );

  it('is asked for what was charged, once it has forgotten the key', async () => {
    stripe.plan('cut_off_after', /POST \/v1\/payment_intents/, 2);
    const paid = await payBy(stack, seller, 'ctoken_ok');
    stripe.answers.clear();
    await stack.db.query(
      `UPDATE payments SET created_at = created_at - interval '21 hours' WHERE purpose_id = $1`,
      [paid.checkout.id],
    );
    await sweepPayments(stack.billing, 0);
    await orderOfCheckout(stack, paid);
    expect(stripe.balance(seller.account)).toBe(1000);
  });

  it('puts no secret into the log', async () => {
    stripe.plan('server_error', /POST/, 2);
    await payBy(stack, seller, 'ctoken_ok');
    await payBy(stack, seller, 'ctoken_declined');
    await sweepPayments(stack.billing, 0);
    const text = JSON.stringify(stack.log.lines());
    expect(text).not.toContain(seller.key);
    expect(text).not.toContain(seller.webhookSecret);
    expect(text).not.toContain('_secret_');
  });
});

describe('a refund', () => {
  const refundable = async () => {
    const paid = await payBy(stack, seller, 'ctoken_ok');
    const order = await orderOfCheckout(stack, paid);
    const row = await rowOf(paid.checkout.id);
    return { order, intent: intentOf(row.id) };
  };
  const refund = (orderId: string, amount: number) =>
    stack.send('POST', '/refunds/', {
      as: seller.owner,
      body: { order_id: orderId, reason: 'customer_request', amount },
    });
  /** As the seller does in Stripe's own pages. */
  const refundAtStripe = async (intentId: string, amount: number, more: Record<string, string> = {}) => {
    const body = new URLSearchParams({ payment_intent: intentId, amount: String(amount), ...more });
    const headers = {
      authorization: `Bearer ${seller.key}`,
      'stripe-version': apiVersion,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const response = await fetch(`${stripe.url}/v1/refunds`, {
      method: 'POST',
      headers,
      body: body.toString(),
    });
    const { id } = (await response.json()) as { id: string };
    const made = stripe.of('refund').find((it) => it.id === id);
    if (!made) throw new Error(`no refund: ${response.status}`);
    return made;
  };
  /** What carries no metadata of ours comes to the address that the seller was given. */
  const tellOwn = async (thing: object, type: string) => {
    const query = `?organization=${seller.organizationId}`;
    expect(await sendEvent(stack, eventOf(thing, { type, secret: seller.webhookSecret }), query)).toBe(200);
  };
  const orderNow = async (id: string) =>
    (await stack.send('GET', `/orders/${id}`, { as: seller.owner })).body;

  it('gives back at Stripe what is given back here', async () => {
    const { order } = await refundable();
    expect((await refund(order.id, 400)).body).toMatchObject({ status: 'succeeded', amount: 400 });
    expect(stripe.balance(seller.account)).toBe(600);
    expect(await orderNow(order.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 400 });
  });

  it('that Stripe works on is pending, and settles by its event', async () => {
    const { order, intent } = await refundable();
    intent['refunds'] = 'pending';
    const { body } = await refund(order.id, 1000);
    expect(body.status).toBe('pending');
    await sweepRefunds(stack.billing, 0);
    expect((await orderNow(order.id)).status).toBe('paid');
    const [made] = stripe.of('refund').filter((it) => it['payment_intent'] === intent.id);
    if (!made) throw new Error('no refund');
    made['status'] = 'succeeded';
    await tell(stack, seller, made, 'refund.updated');
    expect(await orderNow(order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 });
    expect(stripe.of('refund').filter((it) => it['payment_intent'] === intent.id)).toHaveLength(1);
  });

  it('that the bank sends back makes the order what it was', async () => {
    const { order, intent } = await refundable();
    await refund(order.id, 1000);
    const [made] = stripe.of('refund').filter((it) => it['payment_intent'] === intent.id);
    if (!made) throw new Error('no refund');
    made['status'] = 'failed';
    await tell(stack, seller, made, 'refund.failed');
    await tell(stack, seller, made, 'refund.failed');
    expect(await orderNow(order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 });
  });

  it('that the seller makes at Stripe is one of the order, told once', async () => {
    const { order, intent } = await refundable();
    const made = await refundAtStripe(intent.id, 400, { reason: 'requested_by_customer' });
    await tellOwn(made, 'refund.created');
    await tellOwn(made, 'refund.updated');
    const { body } = await stack.send('GET', `/refunds/?order_id=${order.id}`, { as: seller.owner });
    expect(body.items).toMatchObject([
      { status: 'succeeded', amount: 400, tax_amount: 0, reason: 'customer_request', revoke_benefits: false },
    ]);
    expect(await orderNow(order.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 400 });
    const told = (type: { subject: string }) =>
      stack.events.about(body.items[0].id).filter((subject) => subject === type.subject);
    await eventually(() =>
      expect([told(refundCreated), told(refundUpdated)]).toEqual([[refundCreated.subject], []]),
    );
    expect((await refund(order.id, 601)).body.error).toBe('RefundAmountTooHigh');
    const rest = await refundAtStripe(intent.id, 600);
    await tellOwn(rest, 'refund.created');
    expect(await orderNow(order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 });
    rest['status'] = 'failed';
    await tellOwn(rest, 'refund.failed');
    expect(await orderNow(order.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 400 });
  });

  it('that is made at Stripe while one is asked for here is taken in once that is through', async () => {
    const { order, intent } = await refundable();
    stripe.plan('server_error', /POST \/v1\/refunds/, 9);
    expect((await refund(order.id, 700)).body.status).toBe('pending');
    stripe.planned = [];
    const made = await refundAtStripe(intent.id, 600);
    const event = () => eventOf(made, { type: 'refund.created', secret: seller.webhookSecret });
    const query = `?organization=${seller.organizationId}`;
    expect(await sendEvent(stack, event(), query)).toBe(503);
    // Stripe has not got the other 700 any more, and tells again of what it has given back.
    await sweepRefunds(stack.billing, 0);
    expect(await sendEvent(stack, event(), query)).toBe(200);
    expect(await orderNow(order.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 600 });
  });

  it('that Stripe works on is shown as such, whoever made it', async () => {
    const { order, intent } = await refundable();
    intent['refunds'] = 'pending';
    const made = await refundAtStripe(intent.id, 1000);
    await tellOwn(made, 'refund.created');
    const all = async () =>
      (await stack.send('GET', `/refunds/?order_id=${order.id}`, { as: seller.owner })).body.items;
    expect(await all()).toMatchObject([{ status: 'pending', amount: 1000, reason: 'other' }]);
    made['status'] = 'succeeded';
    await tellOwn(made, 'refund.updated');
    expect(await all()).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
    expect(await orderNow(order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 });
  });

  it('needs the account that took the payment', async () => {
    const { order } = await refundable();
    const gone = await stack.send('DELETE', `/payment-accounts/${seller.accountId}`, { as: seller.owner });
    expect(gone.status).toBe(204);
    const refused = await refund(order.id, 100);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toBe('PaymentAccountDisconnected');
  });
});
