import { eventually } from '@tessera/kit/test/eventually';
import type { FakeStripe } from '@tessera/kit/test/stripe';
import { askPortalPage } from '@tessera/proto/api/asks';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeCustomer, makeSeller } from '../../../test/factories.ts';
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

const methods = '/customer-portal/customers/me/payment-methods';
const body = (token: string, isDefault = true) => ({
  confirmation_token_id: token,
  set_default: isDefault,
  return_url: 'https://acme.example/portal',
});
const someone = async () => {
  const as = customerOf(seller, (await makeCustomer(stack, seller)).id);
  return {
    as,
    add: (token: string, isDefault?: boolean) =>
      stack.send('POST', methods, { as, body: body(token, isDefault) }),
    list: async () => (await stack.send('GET', methods, { as })).body.items,
    confirm: (id: string) => stack.send('POST', `${methods}/confirm`, { as, body: { setup_intent_id: id } }),
  };
};
const intentsOf = ({ account }: StripeSeller) =>
  stripe.of('setup_intent').filter((intent) => intent.account === account);

describe('a card that a customer gives Stripe in their own pages', () => {
  it('is kept by a setup intent for a customer of Stripe’s, and no money moves', async () => {
    const { add, list } = await someone();
    const added = await add('ctoken_ok');
    expect([added.status, added.body]).toEqual([
      201,
      {
        id: expect.any(String),
        created_at: expect.any(String),
        type: 'card',
        default: true,
        card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031, wallet: null },
        status: 'succeeded',
        client_secret: null,
      },
    ]);
    expect(await list()).toMatchObject([{ id: added.body.id, default: true }]);
    const asked = stripe.requests.filter(({ line }) => line === 'POST /v1/setup_intents').at(-1);
    expect(asked).toMatchObject({
      fields: {
        usage: 'off_session',
        confirmation_token: 'ctoken_ok',
        customer: expect.stringMatching(/^cus_/),
      },
      idempotencyKey: expect.stringMatching(/^card_setup:/),
    });
    expect(stripe.balance(seller.account)).toBe(0);
    // The next one is kept for the same customer, and is the default only where that is asked for.
    await add('ctoken_ok_again', false);
    expect((await list()).map((one: { default: boolean }) => one.default)).toEqual([true, false]);
    expect(new Set(intentsOf(seller).map(({ customer }) => customer)).size).toBe(1);
  });

  it('is refused in the words of the bank where it is declined', async () => {
    const { add, list } = await someone();
    const refused = await add('ctoken_declined');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      [expect.objectContaining({ loc: ['body', 'confirmation_token_id'], msg: 'Your card was declined.' })],
    ]);
    expect(await list()).toEqual([]);
  });

  it('waits for its bank, and is there once that is answered, before Stripe’s event or without it', async () => {
    const { add, list, confirm } = await someone();
    const asked = await add('ctoken_3ds');
    const [intent] = intentsOf(seller);
    if (!intent) throw new Error('no setup intent');
    expect(asked.body).toMatchObject({ status: 'requires_action', client_secret: intent['client_secret'] });
    // The page looks too early: nothing is decided.
    expect((await confirm(asked.body.id)).body).toMatchObject({ status: 'requires_action' });
    expect(await list()).toEqual([]);
    stripe.authenticate(intent.id, true);
    const done = await confirm(asked.body.id);
    expect([done.status, done.body]).toEqual([
      201,
      expect.objectContaining({ status: 'succeeded', default: true, client_secret: null }),
    ]);
    // The event comes after all, twice.
    for (const type of ['setup_intent.succeeded', 'setup_intent.succeeded'])
      expect(await tell(stack, seller, intent, type)).toBe(200);
    expect(await list()).toMatchObject([{ id: done.body.id, default: true }]);
  });

  it('is not kept where the customer does not pass, and another one can be given', async () => {
    const { add, list, confirm } = await someone();
    const asked = await add('ctoken_3ds');
    const [intent] = intentsOf(seller);
    if (!intent) throw new Error('no setup intent');
    stripe.authenticate(intent.id, false);
    expect((await confirm(asked.body.id)).status).toBe(422);
    expect(await list()).toEqual([]);
    expect((await add('ctoken_ok')).status).toBe(201);
    expect(await list()).toHaveLength(1);
  });

  it('says how it stands when Stripe is away, and is there when it is back', async () => {
    const { add, confirm } = await someone();
    const asked = await add('ctoken_3ds');
    const [intent] = intentsOf(seller);
    if (!intent) throw new Error('no setup intent');
    stripe.authenticate(intent.id, true);
    stripe.plan('server_error', /GET \/v1\/setup_intents/, 9);
    expect((await confirm(asked.body.id)).body).toMatchObject({ status: 'requires_action' });
    stripe.planned = [];
    expect((await confirm(asked.body.id)).body).toMatchObject({ status: 'succeeded' });
  });

  it('is kept no longer than its customer, neither here nor at Stripe', async () => {
    const paid = await payBy(stack, seller, 'ctoken_ok', { product: { recurringInterval: 'month' } });
    const { customer_id: id } = await orderOfCheckout(stack, paid);
    const kept = () =>
      stack.db.query(
        'SELECT processor_id FROM payment_methods WHERE customer_id = $1 AND deleted_at IS NULL',
        [id],
      );
    const [method] = await kept();
    expect(stripe.get(method.processor_id)['customer']).toEqual(expect.any(String));
    expect((await stack.send('DELETE', `/customers/${id}`, { as: seller.owner })).status).toBe(204);
    expect(await kept()).toEqual([]);
    await eventually(() => expect(stripe.get(method.processor_id)['customer']).toBeNull());
  });

  it('is not kept where its bank is answered after its customer was deleted', async () => {
    const { id } = await makeCustomer(stack, seller);
    const as = customerOf(seller, id);
    expect((await stack.send('POST', methods, { as, body: body('ctoken_3ds') })).status).toBe(201);
    const [intent] = intentsOf(seller);
    if (!intent) throw new Error('no setup intent');
    expect((await stack.send('DELETE', `/customers/${id}`, { as: seller.owner })).status).toBe(204);
    stripe.authenticate(intent.id, true);
    expect(await tell(stack, seller, intent, 'setup_intent.succeeded')).toBe(200);
    const method = String(stripe.get(intent.id)['payment_method']);
    await eventually(() => expect(stripe.get(method)['customer']).toBeNull());
    expect(await stack.db.query('SELECT 1 FROM payment_methods WHERE customer_id = $1', [id])).toEqual([]);
  });

  it('pays what is renewed from then on', async () => {
    const paid = await payBy(stack, seller, 'ctoken_ok', { product: { recurringInterval: 'month' } });
    const { customer_id: customerId, subscription_id: id } = await orderOfCheckout(stack, paid);
    const as = customerOf(seller, customerId);
    await stack.send('POST', methods, { as, body: body('ctoken_ok_later') });
    const [latest] = intentsOf(seller);
    await stack.db.query('UPDATE subscriptions SET current_period_end = $2 WHERE id = $1', [
      id,
      stack.clock.now(),
    ]);
    await renewAll(stack);
    await eventually(() => expect(stripe.balance(seller.account)).toBe(2000));
    const charged = stripe.requests.filter(({ fields }) => fields['off_session'] === 'true').at(-1);
    expect(charged?.fields['payment_method']).toBe(latest?.['payment_method']);
  });
});

describe('the gateway, which lets a page talk to Stripe', () => {
  const slugOf = async (organizationId: string): Promise<string> => {
    const [row] = await stack.db.query('SELECT slug FROM organizations WHERE id = $1', [organizationId]);
    return row.slug;
  };

  it('hears whether the customers of a seller give their cards there', async () => {
    const other = await makeSeller(stack);
    const ask = (slug: string) => stack.bus.ask(askPortalPage, { slug });
    expect(await ask(await slugOf(seller.organizationId))).toEqual({ isAtStripe: true });
    expect(await ask(await slugOf(other.organizationId))).toEqual({ isAtStripe: false });
    expect(await ask(`none-${uuidv7()}`)).toBeNull();
  });
});
