import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeSeller, startBilling } from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import { subscribersOf } from '../../../test/subscribers.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

/** A subscription whose renewal, on 1 May, fails. */
const fail = async (outcome = 'declined') => {
  const seller = await makeSeller(stack);
  const people = subscribersOf(stack, seller);
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  const { id, customerId } = await people.subscribe();
  await people.cards(customerId, outcome);
  await people.moveTo('2026-05-01T00:00:00.000Z');
  await people.is(id, 'past_due');
  const [, { id: orderId }] = await people.orders(id);
  const order = () => people.get(`/orders/${orderId}`);
  const retry = () => people.send('POST', `/orders/${orderId}/retry-payment`);
  /** Charges of the order at the processor, in the order in which they were made. */
  const charges = async (): Promise<string[]> => {
    const rows = await stack.db.query(
      `SELECT c.status FROM sandbox_charges c JOIN payments p ON p.id = c.payment_id
       WHERE p.purpose_id = $1 ORDER BY p.created_at, p.id`,
      [orderId],
    );
    return rows.map(({ status }: { status: string }) => status);
  };
  const schedule = async () => {
    const [row] = await stack.db.query('SELECT attempts, next_attempt_at FROM renewals WHERE order_id = $1', [
      orderId,
    ]);
    return row;
  };
  return { seller, people, id, customerId, orderId, order, retry, charges, schedule };
};

describe('an order whose payment failed', () => {
  it('shows its seller the time of the next attempt, alone and in the list', async () => {
    const { people, id, order } = await fail();
    const next = '2026-05-03T00:00:00.000Z';
    expect((await order()).next_payment_attempt_at).toBe(next);
    const orders = await people.orders(id);
    expect(orders.map((it: Record<string, unknown>) => it['next_payment_attempt_at'])).toEqual([null, next]);
  });
});

describe('a retry by the seller', () => {
  it('answers a decline as a result, and leaves the schedule as it was', async () => {
    const { people, id, order, retry, charges, schedule } = await fail();
    const before = await schedule();
    stack.clock.set(new Date('2026-05-02T00:00:00.000Z'));
    const { status, body } = await retry();
    expect([status, body]).toEqual([200, { status: 'failed', error: expect.stringMatching(/declined/) }]);
    expect(await schedule()).toEqual(before);
    expect(await order()).toMatchObject({ paid: false, next_payment_attempt_at: '2026-05-03T00:00:00.000Z' });
    await people.is(id, 'past_due');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await eventually(async () => expect(await charges()).toEqual(['failed', 'failed', 'failed']));
  });

  it('makes the subscription active again, and ends the schedule', async () => {
    const { people, id, customerId, order, retry } = await fail();
    await people.cards(customerId, 'success');
    expect((await retry()).body).toEqual({ status: 'succeeded', error: null });
    expect(await order()).toMatchObject({ paid: true, next_payment_attempt_at: null });
    await people.is(id, 'active');
    const again = await retry();
    expect([again.status, again.body.error]).toEqual([422, 'OrderNotEligibleForRetry']);
  });

  it('charges once however often it is asked for at the same time', async () => {
    const { people, customerId, retry, charges } = await fail();
    await people.cards(customerId, 'success');
    const replies = await Promise.all([retry(), retry(), retry()]);
    // Whoever comes after the payment has settled finds an order that is paid.
    const statuses = replies.map(({ body }) => body.status ?? body.error);
    expect(statuses).toContain('succeeded');
    expect(new Set([...statuses, 'OrderNotEligibleForRetry'])).toEqual(
      new Set(['succeeded', 'OrderNotEligibleForRetry']),
    );
    expect(await charges()).toEqual(['failed', 'succeeded']);
  });

  it('charges once beside the scheduled attempt', async () => {
    const { people, customerId, order, retry, charges } = await fail();
    await people.cards(customerId, 'success');
    stack.clock.set(new Date('2026-05-03T00:00:00.000Z'));
    await Promise.all([retry(), people.renew(), retry()]);
    await eventually(async () => expect(await order()).toMatchObject({ paid: true }));
    expect(await charges()).toEqual(['failed', 'succeeded']);
  });

  it('is refused while the customer is completing a challenge of the bank', async () => {
    const { seller, customerId, orderId, retry } = await fail();
    const body = { confirmation_token_id: 'tok_authentication_required' };
    const path = `/customer-portal/orders/${orderId}/confirm-payment`;
    const paid = await stack.send('POST', path, { as: customerOf(seller, customerId), body });
    expect(paid.body.status).toBe('requires_action');
    const refused = await retry();
    expect([refused.status, refused.body.error]).toEqual([409, 'PaymentAlreadyInProgress']);
  });

  it('is refused where the card was declined for good', async () => {
    const { retry, charges } = await fail('lost_card');
    const refused = await retry();
    expect([refused.status, refused.body.error]).toEqual([422, 'NoChargeablePaymentMethod']);
    expect(await charges()).toEqual(['failed']);
  });

  it('that is declined for good keeps the schedule from charging the card', async () => {
    const { people, customerId, retry, charges, schedule } = await fail();
    await people.cards(customerId, 'lost_card');
    expect((await retry()).body.status).toBe('failed');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await eventually(async () => expect(await schedule()).toMatchObject({ attempts: 2 }));
    expect(await charges()).toEqual(['failed', 'failed']);
  });

  it('is refused once the subscription has ended', async () => {
    const { people, id, retry } = await fail();
    await people.send('DELETE', `/subscriptions/${id}`);
    const refused = await retry();
    expect([refused.status, refused.body.error]).toEqual([422, 'OrderNotEligibleForRetry']);
  });
});
