/** The second transaction: a paid checkout becomes an order and a subscription, a failed one is open again. */
import { transact } from '@tessera/kit/outbox';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { findCustomersByIds, holdCustomers } from '../customers/find.ts';
import { markStateChanged } from '../customers/state-changes.ts';
import { emitAll } from '../events.ts';
import { placeOrder } from '../orders/place.ts';
import { hasEnded } from '../organizations/service.ts';
import { movePayment, unsettled } from '../payments/service.ts';
import { revokeSubscriptionsOfCustomer, revokeSubscriptionsOfOrganization } from '../subscriptions/revoke.ts';
import { startSubscription } from '../subscriptions/start.ts';
import { choiceOf } from './changes.ts';
import { type CheckoutRow, findCheckout, lockCheckout, writeCheckout } from './entity.ts';
import { maySucceed } from './rules.ts';
import { checkoutEvent, noteCheckout, type Surroundings, surround, tellCheckout } from './view.ts';

/** Which confirmation is meant: a later attempt has another payment. */
type Confirmation = { checkoutId: string; paymentId: string | null };

/** Confirmed -> succeeded, with all that follows. A second call finds it done and does nothing. */
export const settleCheckout = async (billing: Billing, confirmation: Confirmation): Promise<void> => {
  const { checkoutId, paymentId } = confirmation;
  const seen = await findCheckout(billing.db.manager, { id: checkoutId });
  if (!isAwaited(seen, confirmation)) return;
  const [around, [customer]] = await Promise.all([
    surround(billing, billing.db.manager, [seen]),
    findCustomersByIds(billing.db.manager, seen.customerId ? [seen.customerId] : []),
  ]);
  if (!customer) throw new Error(`customer of checkout ${checkoutId} is gone`);
  const isSettled = await transact(billing.db, async (em) => {
    const row = await lockCheckout(em, { id: checkoutId });
    if (!isAwaited(row, confirmation)) return false;
    if (paymentId)
      await movePayment(
        em,
        { id: paymentId, from: unsettled },
        { status: 'succeeded', modifiedAt: billing.now() },
      );
    await fulfil(em, billing.now(), { row, around, customer });
    return true;
  });
  if (!isSettled) return;
  noteCheckout(billing, checkoutId);
  billing.log.info({ checkoutId, paymentId }, 'checkout succeeded');
};

const isAwaited = (row: CheckoutRow | null, { paymentId }: Confirmation): row is CheckoutRow =>
  row !== null && maySucceed(row.status) && row.paymentId === paymentId;

type Paid = { row: CheckoutRow; around: Surroundings; customer: CustomerRow };

/** The order, the subscription where the product recurs, and what partners hear of it. */
const fulfil = async (em: EntityManager, now: Date, { row, around, customer }: Paid): Promise<void> => {
  const { product, price } = choiceOf(row, around.products);
  const agreed = price ?? around.pastPrices.find(({ id }) => id === row.productPriceId);
  if (!product || !agreed) throw new Error(`product of checkout ${row.id} is gone`);
  const purchase = { checkout: row, product, price: agreed, customer };
  const isCustomerGone = row.isRecurring && (await holdCustomers(em, [customer.id])).length === 0;
  const started = row.isRecurring ? await startSubscription(em, now, purchase) : null;
  const order = await placeOrder(em, now, { ...purchase, subscription: started?.row ?? null });
  const done = await writeCheckout(em, row, {
    status: 'succeeded',
    modifiedAt: now,
    orderId: order.row.id,
    startedSubscriptionId: started?.row.id ?? null,
  });
  await markStateChanged(em, customer.id);
  await emitAll(em, [
    ...order.events,
    ...(started?.events ?? []),
    checkoutEvent(checkoutUpdated, done, around),
  ]);
  // The seller or the customer has gone while it was paid: it is an order, but nobody goes on paying.
  if (started && (await hasEnded(em, row.organizationId)))
    await revokeSubscriptionsOfOrganization(em, row.organizationId, now);
  else if (isCustomerGone) await revokeSubscriptionsOfCustomer(em, customer.id, now);
};

/** Confirmed -> open: the payment failed, the customer may try again. Partners hear of it if they heard of the confirmation. */
export const reopenCheckout = async (
  billing: Billing,
  { checkoutId, paymentId, message }: { checkoutId: string; paymentId: string; message: string },
): Promise<void> => {
  const isReopened = await transact(billing.db, async (em) => {
    const row = await lockCheckout(em, { id: checkoutId });
    const failed = { status: 'failed' as const, declineMessage: message, modifiedAt: billing.now() };
    const wasPending = await movePayment(em, { id: paymentId, from: ['pending'] }, failed);
    if (!wasPending) await movePayment(em, { id: paymentId, from: unsettled }, failed);
    if (!isAwaited(row, { checkoutId, paymentId })) return false;
    const reopened = await writeCheckout(em, row, {
      status: 'open',
      paymentId: null,
      modifiedAt: billing.now(),
    });
    if (!wasPending)
      await tellCheckout(em, checkoutUpdated, { row: reopened, around: await surround(billing, em, [row]) });
    return true;
  });
  if (!isReopened) return;
  noteCheckout(billing, checkoutId);
  billing.log.info({ checkoutId, paymentId }, 'payment failed, checkout open again');
};
