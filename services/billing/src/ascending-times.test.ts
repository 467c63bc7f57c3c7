/** Of changes that wait for each other the last has the latest time: receivers tell by it which state is newer. */

import { transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeCustomer,
  makeDiscount,
  makeSeller,
  type Seller,
  startBilling,
} from '../test/factories.ts';
import { buy, confirm, details, freshEmail, openCheckout, untilStatus } from '../test/purchases.ts';
import { completeRefund } from './refunds/complete.ts';
import { RefundEntity } from './refunds/entity.ts';
import { countFailure, endGrace } from './renewals/dunning/dunning.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

type Sold = Record<'id' | 'orderId' | 'customerId', string>;

const sell = async (): Promise<Sold> => {
  const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
  return { id: order.subscription_id, orderId: order.id, customerId: order.customer_id };
};
const send = (method: string, path: string, body?: object) =>
  stack.send(method, path, { as: seller.owner, ...(body && { body }) });
const patch = async ({ id }: Sold, body: object) => send('PATCH', `/subscriptions/${id}`, body);
const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Starts a change while somebody else changes the row, and lets a minute pass until it gets the lock. Returns the time
 * then.
 */
const startBehind = async (
  table: string,
  id: string,
  start: () => Promise<unknown>,
  changes: object = {},
): Promise<string> => {
  const later = new Date(stack.clock.now().getTime() + 60_000);
  const holder = stack.db.createQueryRunner();
  await holder.startTransaction();
  await holder.manager.update(table, { id }, { ...changes, modifiedAt: later });
  const started = start();
  await eventually(async () => expect(await stack.db.query(waiting)).not.toEqual([]));
  stack.clock.set(later);
  await holder.commitTransaction();
  await holder.release();
  await started;
  return later.toISOString();
};

describe('the time of a change that waited for another one', () => {
  it.each<[string, (sold: Sold) => Promise<unknown>]>([
    ['the end of a subscription', (sold) => patch(sold, { revoke: true })],
    [
      'another discount',
      async (sold) =>
        patch(sold, {
          discount_id: (await makeDiscount(stack, { organizationId: seller.organizationId })).id,
        }),
    ],
    ['the end of its customer', ({ customerId }) => send('DELETE', `/customers/${customerId}`)],
    [
      'a failed payment',
      async ({ id: subscriptionId, orderId }) => {
        await stack.db.query(
          'INSERT INTO renewals (order_id, organization_id, subscription_id, attempts) VALUES ($1, $2, $3, 1)',
          [orderId, seller.organizationId, subscriptionId],
        );
        await transact(stack.db, (em) =>
          countFailure(stack.billing, em, { subscriptionId, orderId, declinedMethodId: null }),
        );
      },
    ],
  ])('is not before that one: %s', async (_what, start) => {
    const sold = await sell();
    const later = await startBehind('subscription', sold.id, () => start(sold));
    const { body } = await send('GET', `/subscriptions/${sold.id}`);
    expect(body.modified_at).toBe(later);
  });

  it('is not before that one: the end of a grace period', async () => {
    const { id } = await sell();
    const later = await startBehind('subscription', id, () => endGrace(stack.billing, id), {
      status: 'past_due',
      graceEndsAt: stack.clock.now(),
    });
    const { body } = await send('GET', `/subscriptions/${id}`);
    expect(body.modified_at).toBe(later);
  });

  it('is not before that one: a sale to a known customer', async () => {
    const { organizationId } = seller;
    const email = freshEmail();
    const { id } = await makeCustomer(stack, { organizationId, email, name: null });
    const { path } = await openCheckout(stack, { seller });
    const body = { ...details(email), confirmation_token_id: 'tok_success' };
    const later = await startBehind('customer', id, () => confirm(stack, path, body));
    await untilStatus(stack, path, 'succeeded');
    const { body: customer } = await send('GET', `/customers/${id}`);
    expect(customer).toMatchObject({ name: body.customer_name, modified_at: later });
  });

  it('is not before that one: a refund that the bank returns', async () => {
    const { orderId } = await sell();
    await send('POST', '/refunds/', { order_id: orderId, reason: 'other', amount: 1 });
    const refund = await stack.db.manager.findOneByOrFail(RefundEntity, { orderId });
    const later = await startBehind('order', orderId, () =>
      completeRefund(stack.billing, refund, { status: 'failed', processorId: null }),
    );
    const { body } = await send('GET', `/orders/${orderId}`);
    expect(body).toMatchObject({ status: 'paid', modified_at: later });
  });
});
