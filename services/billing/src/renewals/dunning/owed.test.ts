import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeSeller, startBilling } from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import { subscribersOf } from '../../../test/subscribers.ts';
import { endDueSubscriptions } from '../../endings/subscription.ts';
import { findPayment } from '../../payments/service.ts';
import { handPayments } from './by-hand.ts';
import { renewalPayments } from './payments.ts';

let stack: BillingStack;
const mails: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

/** A subscription whose renewal, on 1 May, fails, and what its customer sees of the order. */
const fail = async () => {
  const seller = await makeSeller(stack);
  const people = subscribersOf(stack, seller);
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  const { id, customerId } = await people.subscribe();
  await people.cards(customerId, 'declined');
  await people.moveTo('2026-05-01T00:00:00.000Z');
  await people.is(id, 'past_due');
  const as = customerOf(seller, customerId);
  const portal = async (method: string, path: string, body?: object) =>
    stack.send(method, `/customer-portal/orders/${path}`, { as, ...(body && { body }) });
  const payable = async () => (await portal('GET', '?is_payable=true')).body.items;
  const [order] = await payable();
  return { people, seller, customerId, id, order, portal, payable };
};

/** The payments of an order as the seller sees them, and the mails that its customer got about money that came back. */
const seenOf = async ({ seller, customerId, order }: Awaited<ReturnType<typeof fail>>) => {
  const { body } = await stack.send('GET', `/payments/?order_id=${order.id}`, { as: seller.owner });
  const [{ email }] = await stack.db.query('SELECT email FROM customers WHERE id = $1', [customerId]);
  const told = mails.filter(({ to, type }) => to === email && type === 'payment-refunded');
  return { payments: body.items, told };
};

type Ending = [string, (of: Awaited<ReturnType<typeof fail>>) => Promise<unknown>];
const endings: Ending[] = [
  ['at once', ({ people, id }) => people.send('DELETE', `/subscriptions/${id}`)],
  [
    'with its period',
    async ({ people, id }) => {
      await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
      stack.clock.set(new Date('2026-06-01T00:00:00.000Z'));
      await endDueSubscriptions(stack.billing);
    },
  ],
];

describe('what is owed for a subscription', () => {
  it.each(endings)('is not asked for any more once it has ended %s', async (_how, end) => {
    const failed = await fail();
    const { people, id, order, portal, payable } = failed;
    expect(order).toMatchObject({ is_payable: true, next_payment_attempt_at: '2026-05-03T00:00:00.000Z' });
    await end(failed);
    await people.is(id, 'canceled');
    expect(await payable()).toEqual([]);
    expect((await portal('GET', order.id)).body).toMatchObject({
      paid: false,
      is_payable: false,
      next_payment_attempt_at: null,
    });
    const paid = await portal('POST', `${order.id}/confirm-payment`, {
      confirmation_token_id: 'tok_success',
    });
    expect([paid.status, paid.body.error]).toEqual([422, 'OrderNotEligibleForRetry']);
    expect((await portal('GET', `${order.id}/payment-status`)).body.status).toBe('failed');
  });

  it('is void where a payment by hand was under way at the end, and fails', async () => {
    const { people, id, order, portal, payable } = await fail();
    const token = { confirmation_token_id: 'tok_authentication_required' };
    expect((await portal('POST', `${order.id}/confirm-payment`, token)).status).toBe(200);
    await people.send('DELETE', `/subscriptions/${id}`);
    expect(await payable()).toEqual([]);
    const [{ id: paymentId }] = await stack.db.query(
      `SELECT id FROM payments WHERE purpose_kind = 'order_retry' AND purpose_id = $1`,
      [order.id],
    );
    const payment = await findPayment(stack.db.manager, paymentId);
    if (!payment) throw new Error('no payment');
    await handPayments.failed(stack.billing, payment, 'The bank said no.');
    expect((await portal('GET', order.id)).body).toMatchObject({
      paid: false,
      is_payable: false,
      next_payment_attempt_at: null,
    });
    const [row] = await stack.db.query('SELECT status FROM orders WHERE id = $1', [order.id]);
    expect(row.status).toBe('void');
  });

  it('is paid by its first charge, which was under way at the end and succeeds', async () => {
    const { people, id, order, portal } = await fail();
    stack.clock.set(new Date('2026-05-01T01:00:00.000Z'));
    // As if the first charge had no result yet.
    const [{ id: paymentId }] = await stack.db
      .query(`UPDATE payments SET status = 'processing' WHERE purpose_id = $1 RETURNING id`, [order.id])
      .then(([rows]) => rows);
    await people.send('DELETE', `/subscriptions/${id}`);
    const payment = await findPayment(stack.db.manager, paymentId);
    if (!payment) throw new Error('no payment');
    await renewalPayments.succeeded(stack.billing, payment, { processorId: 'sandbox_1', methodId: null });
    expect((await portal('GET', order.id)).body).toMatchObject({ paid: true });
    await people.is(id, 'canceled');
  });

  it('is void, and its money given back, where a payment was under way at the end and succeeds', async () => {
    const failed = await fail();
    const { people, id, order, portal } = failed;
    const token = { confirmation_token_id: 'tok_authentication_required' };
    const { body } = await portal('POST', `${order.id}/confirm-payment`, token);
    stack.clock.set(new Date('2026-05-01T01:00:00.000Z'));
    await people.send('DELETE', `/subscriptions/${id}`);
    await stack.send('POST', `/sandbox/payments/${body.client_secret}/authenticate`, {
      body: { outcome: 'approve' },
    });
    await eventually(async () => {
      const [payment] = await stack.db.query(
        `SELECT status, refund_status, refund_reason FROM payments
         WHERE purpose_kind = 'order_retry' AND purpose_id = $1`,
        [order.id],
      );
      expect(payment).toEqual({
        status: 'succeeded',
        refund_status: 'succeeded',
        refund_reason: 'late_payment',
      });
    });
    expect((await portal('GET', order.id)).body).toMatchObject({ paid: false, is_payable: false });
    expect((await portal('GET', `${order.id}/payment-status`)).body).toEqual({
      ...{ status: 'failed', client_secret: null, is_refunded: true },
      error: 'The subscription ended before the payment arrived. It is refunded.',
    });
    await people.is(id, 'canceled');
    await eventually(async () => expect((await seenOf(failed)).told).toHaveLength(1));
    const { payments, told } = await seenOf(failed);
    expect(payments).toMatchObject([
      {
        status: 'succeeded',
        order_id: order.id,
        refund: { status: 'succeeded', reason: 'late_payment', refunded_at: expect.any(String) },
      },
      { status: 'failed', refund: null },
    ]);
    expect(told[0]?.text).toContain(
      `for order ${order.invoice_number} arrived after your subscription had ended`,
    );
    expect(told[0]?.text).toContain(`/orders/${order.id}`);
    await eventually(async () => {
      const path = `/customers/${failed.customerId}/history`;
      const { body: history } = await stack.send('GET', path, { as: failed.seller.owner });
      const sent = history.items.filter(
        ({ type, facts }: { type: string; facts: { mail?: string } }) =>
          type === 'mail.sent' && facts.mail === 'payment-refunded',
      );
      expect(sent).toHaveLength(1);
    });
  });

  it('is paid once, and the money of a second payment given back', async () => {
    const failed = await fail();
    const { people, id, order, portal } = failed;
    await portal('POST', `${order.id}/confirm-payment`, { confirmation_token_id: 'tok_success' });
    await people.is(id, 'active');
    // The first charge, which had failed, comes in after all; the sandbox has nothing to give back of it.
    const [{ id: paymentId }] = await stack.db.query(
      `SELECT id FROM payments WHERE purpose_id = $1 AND status = 'failed'`,
      [order.id],
    );
    const payment = await findPayment(stack.db.manager, paymentId);
    if (!payment) throw new Error('no payment');
    const { refund } = stack.billing.payments;
    stack.billing.payments.refund = () =>
      Promise.resolve({ status: 'succeeded', processorId: 'sandbox_re_1' });
    const paid = { processorId: 'sandbox_1', methodId: null };
    await renewalPayments.succeededLate(stack.billing, payment, paid);
    await eventually(async () => expect((await seenOf(failed)).told).toHaveLength(1));
    stack.billing.payments.refund = refund;
    const { told } = await seenOf(failed);
    expect(told[0]?.text).toContain('arrived after the order had already been paid');
  });
});
