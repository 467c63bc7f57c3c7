import { eventually } from '@tessera/kit/test/eventually';
import { paymentRefunded } from '@tessera/proto/events/billing';
import { type BillingStack, startBilling } from '../../../test/factories.ts';
import { confirm, details, freshEmail, type Opened, openCheckout } from '../../../test/purchases.ts';
import type { PaymentProcessor } from '../../payments/processor.ts';
import { sandboxPlace } from '../../payments/sandbox/rules.ts';
import { findPayment, type PaymentRow } from '../../payments/service.ts';
import { takePaymentEvent } from '../../payments/settlement.ts';
import { checkoutPayments } from './charge.ts';
import { sweep } from './sweep.ts';

/** No worker runs here: the processor's word comes when a test brings it, and a crash is a step that is not taken. */
let stack: BillingStack;
let refund: PaymentProcessor['refund'];
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  refund = stack.billing.payments.refund;
});
afterEach(() => {
  stack.billing.payments.refund = refund;
});
afterAll(() => stack.stop());

type Payment = Record<string, unknown> & { id: string; status: string; processor_id: string | null };
const paymentsOf = (checkoutId: string): Promise<Payment[]> =>
  stack.db.query('SELECT * FROM payments WHERE checkout_id = $1 ORDER BY attempt', [checkoutId]);
const refundsOf = (checkoutId: string): Promise<{ amount: number }[]> =>
  stack.db.query('SELECT amount FROM sandbox_refunds WHERE idempotency_key LIKE $1', [`${checkoutId}:%`]);
const countOrders = async (checkoutId: string): Promise<number> =>
  ((await stack.db.query('SELECT 1 FROM orders WHERE checkout_id = $1', [checkoutId])) as unknown[]).length;
const seen = async ({ seller, checkout }: Opened) =>
  (await stack.send('GET', `/checkouts/${checkout.id}`, { as: seller.owner })).body;
const idle = () => stack.billing.background.stop();

/** The processor's word on the first charge of a checkout, as its own books have it. */
const tell = async ({ checkout }: Opened, status: 'succeeded' | 'failed') => {
  const [charge] = (await stack.db.query(
    'UPDATE sandbox_charges SET status = $2, tell_at = NULL WHERE idempotency_key = $1 RETURNING id',
    [`${checkout.id}:1`, status],
  )) as [{ id: string }[], number];
  const [payment] = await paymentsOf(checkout.id);
  await takePaymentEvent(stack.billing, {
    place: sandboxPlace,
    paymentId: payment?.id ?? '',
    processorId: charge[0]?.id ?? '',
    methodId: null,
    status,
    message: status === 'failed' ? 'The bank said no.' : null,
  });
  await idle();
};

/** A checkout whose payment was accepted and has failed since: it is open again. */
const openAgain = async (options: Parameters<typeof openCheckout>[1] = {}) => {
  const opened = await openCheckout(stack, options);
  const email = freshEmail();
  await confirm(stack, opened.path, details(email));
  await tell(opened, 'failed');
  expect(await seen(opened)).toMatchObject({ status: 'open', customer_id: null });
  return { ...opened, email };
};

const expectRefunded = async (opened: Opened) => {
  const [payment] = await paymentsOf(opened.checkout.id);
  expect(payment).toMatchObject({
    status: 'succeeded',
    refund_status: 'succeeded',
    refund_reason: 'late_payment',
    refund_processor_id: expect.stringContaining('sandbox_re_'),
  });
  expect(await refundsOf(opened.checkout.id)).toEqual([{ amount: 1000 }]);
  expect((await seen(opened)).payment_processor_metadata.refunded_amount).toBe('1000');
};

describe('a payment that succeeds after it had failed', () => {
  it('settles the checkout that was opened again, once', async () => {
    const opened = await openAgain({ product: { recurringInterval: 'month' } });
    await tell(opened, 'succeeded');
    await tell(opened, 'succeeded');
    expect(await seen(opened)).toMatchObject({ status: 'succeeded', customer_email: opened.email });
    expect(await countOrders(opened.checkout.id)).toBe(1);
    expect(await paymentsOf(opened.checkout.id)).toMatchObject([
      { status: 'succeeded', refund_status: null },
    ]);
    expect(await refundsOf(opened.checkout.id)).toEqual([]);
  });

  it('settles it, too, where success and failure are told at once', async () => {
    const opened = await openAgain();
    const [payment] = await paymentsOf(opened.checkout.id);
    const failed = await findPayment(stack.db.manager, payment?.id ?? '');
    // As it was when the news of the success came in.
    const stale = { ...failed, status: 'processing' } as PaymentRow;
    const paid = { processorId: payment?.processor_id ?? '', methodId: null };
    await checkoutPayments.succeeded(stack.billing, stale, paid);
    await checkoutPayments.succeeded(stack.billing, stale, paid);
    expect(await seen(opened)).toMatchObject({ status: 'succeeded' });
    expect(await countOrders(opened.checkout.id)).toBe(1);
    expect(await refundsOf(opened.checkout.id)).toEqual([]);
  });

  it('is refunded when the checkout asks for something else by now', async () => {
    const opened = await openAgain({
      product: { price: { amountType: 'custom', minimumAmount: 500 } },
      body: { amount: 1000 },
    });
    await stack.send('PATCH', opened.path, { body: { amount: 2000 } });
    await tell(opened, 'succeeded');
    expect((await seen(opened)).status).toBe('open');
    await expectRefunded(opened);
    const emitted = await stack.events.next(paymentRefunded, (it) => it.checkoutId === opened.checkout.id);
    expect(emitted).toMatchObject({ amount: 1000, reason: 'late_payment' });
  });

  it('is refunded when the checkout has expired', async () => {
    const opened = await openAgain();
    await stack.db.query('UPDATE checkouts SET expires_at = $2 WHERE id = $1', [
      opened.checkout.id,
      stack.clock.now(),
    ]);
    await tell(opened, 'succeeded');
    await expectRefunded(opened);
    expect(await countOrders(opened.checkout.id)).toBe(0);
  });

  it('is refunded when the checkout is being paid, or was paid, by another payment', async () => {
    const opened = await openAgain();
    await confirm(stack, opened.path, details(opened.email));
    await tell(opened, 'succeeded');
    expect((await seen(opened)).status).toBe('confirmed');
    await expectRefunded(opened);
    const [, second] = await paymentsOf(opened.checkout.id);
    await takePaymentEvent(stack.billing, {
      place: sandboxPlace,
      paymentId: second?.id ?? '',
      processorId: second?.processor_id ?? '',
      status: 'succeeded',
      methodId: null,
      message: null,
    });
    expect((await seen(opened)).status).toBe('succeeded');
    expect(await countOrders(opened.checkout.id)).toBe(1);
    expect(await refundsOf(opened.checkout.id)).toHaveLength(1);
  });

  it('is refunded once, whatever is cut off on the way', async () => {
    const opened = await openAgain();
    await stack.db.query(`UPDATE checkouts SET status = 'expired' WHERE id = $1`, [opened.checkout.id]);
    stack.billing.payments.refund = () => Promise.reject(new Error('killed before it was sent'));
    await tell(opened, 'succeeded');
    expect(await paymentsOf(opened.checkout.id)).toMatchObject([{ refund_status: 'pending' }]);
    stack.billing.payments.refund = async (request) => {
      await refund(request);
      throw new Error('killed before it was written down');
    };
    await sweep(stack.billing, 0);
    expect(await paymentsOf(opened.checkout.id)).toMatchObject([{ refund_status: 'pending' }]);
    stack.billing.payments.refund = refund;
    await Promise.all([sweep(stack.billing, 0), sweep(stack.billing, 0)]);
    await eventually(() => expectRefunded(opened));
    await tell(opened, 'succeeded');
    expect(await refundsOf(opened.checkout.id)).toHaveLength(1);
  });

  it('is a person’s task when the processor refuses the refund', async () => {
    const opened = await openAgain();
    await stack.db.query(`UPDATE checkouts SET status = 'expired' WHERE id = $1`, [opened.checkout.id]);
    stack.billing.payments.refund = () =>
      Promise.resolve({ status: 'failed', processorId: null, message: 'Too old.' });
    await tell(opened, 'succeeded');
    expect(await paymentsOf(opened.checkout.id)).toMatchObject([{ refund_status: 'failed' }]);
    expect(JSON.stringify(stack.log.lines())).toContain('refund failed');
    expect((await seen(opened)).payment_processor_metadata).toEqual({ processor: 'sandbox' });
  });
});
