import { type BillingStack, makeDiscount, makeSeller, startBilling } from '../../../test/factories.ts';
import { confirm, openCheckout } from '../../../test/purchases.ts';
import type { PaymentProcessor } from '../../payments/processor.ts';
import { sandboxPlace } from '../../payments/sandbox/rules.ts';
import { takePaymentEvent } from '../../payments/settlement.ts';
import { sweep } from './sweep.ts';

/** As in crash.test.ts: no worker runs, and `charge` is replaced by one that dies. */
let stack: BillingStack;
let charge: PaymentProcessor['charge'];
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  charge = stack.billing.payments.charge;
});
afterEach(() => {
  stack.billing.payments.charge = charge;
});
afterAll(() => stack.stop());

const dieBefore: PaymentProcessor['charge'] = () => Promise.reject(new Error('killed'));
const dieAfter: PaymentProcessor['charge'] = async (request) => {
  await charge(request);
  throw new Error('killed');
};
const open = async (maxRedemptions: number) => {
  const seller = await makeSeller(stack);
  const discount = await makeDiscount(stack, { organizationId: seller.organizationId, maxRedemptions });
  const opened = await openCheckout(stack, { seller, body: { discount_id: discount.id } });
  const redemptions = async () =>
    (
      (await stack.db.query('SELECT checkout_id FROM discount_redemptions WHERE discount_id = $1', [
        discount.id,
      ])) as { checkout_id: string }[]
    ).map(({ checkout_id }) => checkout_id);
  const shown = async () =>
    (await stack.send('GET', `/discounts/${discount.id}`, { as: seller.owner })).body.redemptions_count;
  return { ...opened, seller, redemptions, shown };
};
const complete = async (checkoutId: string): Promise<void> => {
  const [row] = await stack.db.query(
    'SELECT id, payment_id FROM sandbox_charges WHERE idempotency_key LIKE $1',
    [`${checkoutId}:%`],
  );
  await takePaymentEvent(stack.billing, {
    place: sandboxPlace,
    paymentId: row.payment_id,
    processorId: row.id,
    status: 'succeeded',
    methodId: null,
    message: null,
  });
};

describe('a crash while a discounted checkout is confirmed', () => {
  it.each([
    ['before the processor heard of the charge', dieBefore],
    ['after the charge, before it was written down', dieAfter],
  ])('%s: the redemption is neither lost nor doubled', async (_when, dying) => {
    const { checkout, path, redemptions, shown } = await open(1);
    stack.billing.payments.charge = dying;
    expect((await confirm(stack, path)).status).toBe(200);
    expect(await redemptions()).toEqual([checkout.id]);
    stack.billing.payments.charge = charge;
    await sweep(stack.billing, 0);
    await complete(checkout.id);
    await sweep(stack.billing, 0);
    expect([await redemptions(), await shown()]).toEqual([[checkout.id], 1]);
    const orders = await stack.db.query('SELECT discount_amount FROM orders WHERE checkout_id = $1', [
      checkout.id,
    ]);
    expect(orders).toEqual([{ discount_amount: 200 }]);
  });

  it('after a decline: the redemption is given back with the checkout', async () => {
    const { checkout, path, redemptions, seller } = await open(1);
    stack.billing.payments.charge = dieAfter;
    await confirm(stack, path, { confirmation_token_id: 'tok_declined' });
    expect(await redemptions()).toEqual([checkout.id]);
    const next = await openCheckout(stack, { seller, body: {} });
    stack.billing.payments.charge = charge;
    await sweep(stack.billing, 0);
    expect(await redemptions()).toEqual([]);
    expect((await stack.send('GET', next.path)).body.status).toBe('open');
    expect((await confirm(stack, path)).status).toBe(200);
    expect(await redemptions()).toEqual([checkout.id]);
  });

  it('within the confirmation: nothing is confirmed and nothing redeemed', async () => {
    const { path, redemptions } = await open(1);
    await stack.db.query('ALTER TABLE customer_sessions RENAME TO hidden');
    expect((await confirm(stack, path)).status).toBe(500);
    await stack.db.query('ALTER TABLE hidden RENAME TO customer_sessions');
    expect(await redemptions()).toEqual([]);
    expect((await stack.send('GET', path)).body.status).toBe('open');
    expect((await confirm(stack, path)).status).toBe(200);
  });
});
