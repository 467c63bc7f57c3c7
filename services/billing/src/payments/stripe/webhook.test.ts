import { eventOf, type FakeStripe } from '@tessera/kit/test/stripe';
import { uuidv7 } from 'uuidv7';
import { apiPath, type BillingStack } from '../../../test/factories.ts';
import { untilStatus } from '../../../test/purchases.ts';
import {
  makeStripeSeller,
  orderOfCheckout,
  payBy,
  type StripeSeller,
  sendEvent,
  startWithStripe,
  tell,
} from '../../../test/stripe-seller.ts';

let stack: BillingStack;
let stripe: FakeStripe;
let stop: () => Promise<void>;
let seller: StripeSeller;
beforeAll(async () => {
  ({ stack, stripe, stop } = await startWithStripe());
  seller = await makeStripeSeller(stack, stripe);
});
afterAll(() => stop());

/** A checkout whose bank asks, and the payment that waits for the answer. */
const waiting = async () => {
  const { confirmed: _confirmed, ...paid } = await payBy(stack, seller, 'ctoken_3ds');
  const [row] = await stack.db.query('SELECT id FROM payments WHERE purpose_id = $1', [paid.checkout.id]);
  const intent = stripe
    .of('payment_intent')
    .find(({ metadata }) => (metadata as Record<string, string>)['tessera_payment'] === row.id);
  if (!intent) throw new Error('nothing was asked');
  return { ...paid, intent };
};
const succeeded = (secret: string, thing: object, age = 0) =>
  eventOf(thing, { type: 'payment_intent.succeeded', secret, age });

describe('events of Stripe', () => {
  it('count once, however often and in whichever order they come', async () => {
    const { intent, ...paid } = await waiting();
    const failedBefore = { ...intent, status: 'requires_payment_method' };
    stripe.authenticate(intent.id, true);
    await Promise.all([tell(stack, seller, intent), tell(stack, seller, intent)]);
    // What had been before comes after; how it stands is asked.
    expect(await tell(stack, seller, failedBefore, 'payment_intent.payment_failed')).toBe(200);
    await tell(stack, seller, intent, 'payment_intent.processing');
    const order = await orderOfCheckout(stack, paid);
    const { body } = await stack.send('GET', `/orders/?checkout_id=${paid.checkout.id}`, {
      as: seller.owner,
    });
    expect(body.items).toHaveLength(1);
    expect(order.status).toBe('paid');
  });

  it('may name the organization in the address', async () => {
    const { intent, ...paid } = await waiting();
    stripe.authenticate(intent.id, true);
    const event = succeeded(seller.webhookSecret, intent);
    expect(await sendEvent(stack, event, `?organization=${seller.organizationId}`)).toBe(200);
    await orderOfCheckout(stack, paid);
  });

  it('are refused without a signature, with another secret, too late, or changed on the way', async () => {
    const { intent, path } = await waiting();
    stripe.authenticate(intent.id, true);
    const right = succeeded(seller.webhookSecret, intent);
    const refused = [
      { ...right, signature: '' },
      { ...right, signature: 'v1=abc' },
      succeeded('whsec_somebodyelse', intent),
      succeeded(seller.webhookSecret, intent, 3_600),
      { ...right, body: right.body.replace('usd', 'eur') },
      { body: 'no json', signature: right.signature },
      { body: '', signature: right.signature },
    ];
    for (const event of refused) expect(await sendEvent(stack, event)).toBe(400);
    expect(await sendEvent(stack, right, '?organization=nonsense&organization=x')).toBe(200);
    await untilStatus(stack, path, 'succeeded');
  });

  it('are heard of nothing that another account has taken', async () => {
    const { intent, path } = await waiting();
    const thief = await makeStripeSeller(stack, stripe);
    // The thief's own payment, which names somebody else's.
    const forged = {
      ...intent,
      id: `pi_${uuidv7().replaceAll('-', '')}`,
      account: thief.account,
      status: 'succeeded',
    };
    stripe.things.set(forged.id, forged);
    const event = succeeded(thief.webhookSecret, forged);
    expect(await sendEvent(stack, event, `?organization=${thief.organizationId}`)).toBe(200);
    const { body } = await stack.send('GET', path);
    expect(body.status).toBe('confirmed');
  });

  it('about what is not ours are taken, and nothing is asked', async () => {
    const before = stripe.requests.length;
    for (const object of [
      { id: 'in_1', object: 'invoice' },
      { id: 'pi_1', object: 'payment_intent', metadata: {} },
      { id: 'pi_1', object: 'payment_intent', metadata: { tessera_payment: 'nonsense' } },
      { object: 'balance' },
    ]) {
      const event = eventOf(object, { type: 'something.new', secret: seller.webhookSecret });
      expect(await sendEvent(stack, event, `?organization=${seller.organizationId}`)).toBe(200);
    }
    expect(stripe.requests).toHaveLength(before);
  });

  it('come again while Stripe cannot be asked', async () => {
    const { intent, ...paid } = await waiting();
    stripe.authenticate(intent.id, true);
    stripe.plan('server_error', /GET \/v1\/payment_intents/);
    expect(await tell(stack, seller, intent)).toBe(503);
    expect(await tell(stack, seller, intent)).toBe(200);
    await orderOfCheckout(stack, paid);
  });

  it('show the seller that they arrive', async () => {
    const path = `/payment-accounts/${seller.accountId}`;
    const { body } = await stack.send('GET', path, { as: seller.owner });
    expect(body.last_event_at).not.toBeNull();
    expect(body.webhook_url).toBe(
      `http://localhost:3000${apiPath}/integrations/stripe/webhook?organization=${seller.organizationId}`,
    );
  });

  it('keep saved cards up to date: a new date, and one that is not kept any more', async () => {
    const paid = await payBy(stack, seller, 'ctoken_ok', { product: { recurringInterval: 'month' } });
    const order = await orderOfCheckout(stack, paid);
    const methods = () =>
      stack.db.query(
        'SELECT processor_id, exp_year FROM payment_methods WHERE customer_id = $1 AND deleted_at IS NULL',
        [order.customer_id],
      );
    const [method] = await methods();
    const kept = stripe.get(method.processor_id);
    kept['card'] = { ...(kept['card'] as object), exp_year: 2036 };
    const query = `?organization=${seller.organizationId}`;
    const emitted = (type: string) => eventOf(kept, { type, secret: seller.webhookSecret });
    expect(await sendEvent(stack, emitted('payment_method.automatically_updated'), query)).toBe(200);
    expect(await methods()).toEqual([{ processor_id: kept.id, exp_year: 2036 }]);
    kept['customer'] = null;
    await sendEvent(stack, emitted('payment_method.detached'), query);
    expect(await methods()).toEqual([]);
  });
});
