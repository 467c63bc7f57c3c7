import type { FakeStripe } from '@tessera/kit/test/stripe';
import { eventOf } from '@tessera/kit/test/stripe';
import type { BillingStack } from '../../../test/factories.ts';
import {
  makeStripeSeller,
  orderOfCheckout,
  payBy,
  type StripeSeller,
  sendEvent,
  startWithStripe,
} from '../../../test/stripe-seller.ts';
import { sweepRefunds } from '../../refunds/complete.ts';

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

/** A paid order of 1,000 with its intent at Stripe. */
const sell = async (options: Parameters<typeof payBy>[3] = {}) => {
  const order = await orderOfCheckout(stack, await payBy(stack, seller, 'ctoken_ok', options));
  const [intent] = stripe.of('payment_intent').filter(({ account }) => account === seller.account);
  if (!intent) throw new Error('nothing was charged');
  return { order, intent };
};

/** Disputes carry no metadata of ours: their events come to the address that the seller was given. */
const tell = async (dispute: object, type: string): Promise<number> => {
  const event = eventOf(dispute, { type, secret: seller.webhookSecret });
  return sendEvent(stack, event, `?organization=${seller.organizationId}`);
};

const orderNow = async (id: string) => (await stack.send('GET', `/orders/${id}`, { as: seller.owner })).body;
const refundsOf = async (id: string) =>
  (await stack.send('GET', `/refunds/?order_id=${id}`, { as: seller.owner })).body.items;

describe('a dispute', () => {
  it('is a pending refund while it is open, so that its money is not given back twice', async () => {
    const { order, intent } = await sell();
    const dispute = stripe.dispute(intent.id, { amount: 1000, reason: 'product_not_received' });
    expect(await tell(dispute, 'charge.dispute.created')).toBe(200);
    dispute['status'] = 'under_review';
    expect(await tell(dispute, 'charge.dispute.updated')).toBe(200);
    const metadata = { dispute: dispute.id, dispute_reason: 'product_not_received' };
    expect(await refundsOf(order.id)).toMatchObject([
      { status: 'pending', amount: 1000, tax_amount: 0, reason: 'other', metadata },
    ]);
    expect(await orderNow(order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 });
    const refused = await stack.send('POST', '/refunds/', {
      as: seller.owner,
      body: { order_id: order.id, reason: 'customer_request', amount: 1 },
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'RefundAmountTooHigh']);
  });

  it('that is lost has refunded the order, and ends what was bought with it', async () => {
    const { order, intent } = await sell();
    const dispute = stripe.dispute(intent.id, { amount: 1000, reason: 'fraudulent' });
    await tell(dispute, 'charge.dispute.created');
    dispute['status'] = 'lost';
    await tell(dispute, 'charge.dispute.closed');
    await tell(dispute, 'charge.dispute.closed');
    expect(await refundsOf(order.id)).toMatchObject([
      { status: 'succeeded', amount: 1000, reason: 'fraudulent', revoke_benefits: true },
    ]);
    expect(await orderNow(order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 });
  });

  it('that is won leaves the order as it was', async () => {
    const { order, intent } = await sell();
    const dispute = stripe.dispute(intent.id, { amount: 1000, reason: 'duplicate' });
    await tell(dispute, 'charge.dispute.created');
    dispute['status'] = 'won';
    await tell(dispute, 'charge.dispute.closed');
    expect(await refundsOf(order.id)).toMatchObject([{ status: 'failed', reason: 'duplicate' }]);
    expect(await orderNow(order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 });
  });

  it('of a part, or of a subscription, ends nothing that was bought', async () => {
    const part = await sell();
    const dispute = stripe.dispute(part.intent.id, { amount: 400, reason: 'general', status: 'lost' });
    await tell(dispute, 'charge.dispute.closed');
    expect(await refundsOf(part.order.id)).toMatchObject([{ amount: 400, revoke_benefits: false }]);
    expect(await orderNow(part.order.id)).toMatchObject({ status: 'partially_refunded' });
    seller = await makeStripeSeller(stack, stripe);
    const subscribed = await sell({ product: { recurringInterval: 'month' } });
    const whole = stripe.dispute(subscribed.intent.id, { amount: 1000, reason: 'general', status: 'lost' });
    await tell(whole, 'charge.dispute.closed');
    expect(await refundsOf(subscribed.order.id)).toMatchObject([{ amount: 1000, revoke_benefits: false }]);
  });

  it('whose end Stripe did not tell of is asked for', async () => {
    const { order, intent } = await sell();
    const dispute = stripe.dispute(intent.id, { amount: 1000, reason: 'general' });
    await tell(dispute, 'charge.dispute.created');
    dispute['status'] = 'lost';
    await sweepRefunds(stack.billing, 0);
    expect(await orderNow(order.id)).toMatchObject({ status: 'refunded' });
  });

  it('that takes no money yet, is of another account, or may not be read changes nothing', async () => {
    const { order, intent } = await sell();
    const inquiry = { amount: 1000, reason: 'general', status: 'warning_needs_response' };
    expect(await tell(stripe.dispute(intent.id, inquiry), 'charge.dispute.created')).toBe(200);
    const dispute = stripe.dispute(intent.id, { amount: 1000, reason: 'general' });
    const own = seller;
    seller = await makeStripeSeller(stack, stripe);
    expect(await tell(dispute, 'charge.dispute.created')).toBe(200);
    seller = own;
    const account = stripe.accounts.find((it) => it.account === seller.account);
    account?.mayNot.add('/v1/disputes');
    expect(await tell(dispute, 'charge.dispute.created')).toBe(200);
    expect(await refundsOf(order.id)).toEqual([]);
    account?.mayNot.clear();
    stripe.plan('server_error', /disputes/);
    expect(await tell(dispute, 'charge.dispute.created')).toBe(503);
    expect(await tell(dispute, 'charge.dispute.created')).toBe(200);
    expect(await refundsOf(order.id)).toMatchObject([{ status: 'pending' }]);
  });
});
