/** What a paid checkout leads to: a customer, an order, a subscription, and what partners hear of them. */
import { emit } from '@tessera/kit/outbox';
import { checkoutUpdated, subscriptionRepeated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { hasEnded } from '../../access/organizations/service.ts';
import { pageSize } from '../../catalog/changes/worker.ts';
import { markStateChanged } from '../../customer-states/changes.ts';
import { emitAll } from '../../events.ts';
import { placeOrder } from '../../orders/place.ts';
import { writeRefund } from '../../payments/service.ts';
import { hasActiveSubscription } from '../../subscriptions/find.ts';
import {
  revokeSubscription,
  revokeSubscriptionsOfCustomer,
  revokeSubscriptionsOfOrganization,
} from '../../subscriptions/revoke.ts';
import { type Purchase, startSubscription } from '../../subscriptions/start.ts';
import { type CheckoutRow, writeCheckout } from '../entity.ts';
import { choiceOf } from '../open/changes.ts';
import { checkoutEvent, type Surroundings } from '../view.ts';
import { settleCustomer, settleUpgrade } from './customer.ts';

type Paid = { row: CheckoutRow; around: Surroundings; isOnlyOne: boolean };

/** A step of the transaction that settles the checkout; its row is locked. Answers whether money goes back. */
export const fulfil = async (
  em: EntityManager,
  now: Date,
  { row: paid, around, isOnlyOne }: Paid,
): Promise<boolean> => {
  const customer = await settleCustomer(em, now, paid);
  const row = await settleUpgrade(em, paid, customer);
  const purchase = { ...soldBy(row, around), checkout: row, customer };
  const isRepeated = isOnlyOne && (await isSecondSubscription(em, purchase));
  const started = row.isRecurring ? await startSubscription(em, now, purchase) : null;
  const order = await placeOrder(em, now, { ...purchase, subscription: started?.row ?? null });
  const done = await writeCheckout(em, row, {
    status: 'succeeded',
    modifiedAt: now,
    paymentId: row.paymentId,
    customerId: customer.id,
    subscriptionId: row.subscriptionId,
    orderId: order.row.id,
    startedSubscriptionId: started?.row.id ?? null,
    isRepeated,
  });
  await markStateChanged(em, customer.id);
  await emitAll(em, [
    ...order.events,
    ...(started?.events ?? []),
    checkoutEvent(checkoutUpdated, done, around),
  ]);
  if (!started) return false;
  await endWhatNobodyServes(em, now, purchase);
  return isRepeated && takeBack(em, now, { row: done, subscriptionId: started.row.id });
};

const soldBy = (row: CheckoutRow, around: Surroundings) => {
  const { product, price } = choiceOf(row, around.products);
  const agreed = price ?? around.pastPrices.find(({ id }) => id === row.productPriceId);
  if (!product || !agreed) throw new Error(`product of checkout ${row.id} is gone`);
  return { product, price: agreed };
};

/** The customer's row is locked: of two checkouts that are settled at once, the second sees the first. */
const isSecondSubscription = async (
  em: EntityManager,
  { checkout, customer }: Purchase,
): Promise<boolean> => {
  if (!checkout.isRecurring || checkout.subscriptionId) return false;
  const { organizationId } = checkout;
  return hasActiveSubscription(em, { organizationId, customerId: customer.id, email: null });
};

/**
 * The customer has a subscription, and the seller allows one. Whoever paid saw the same as anybody: an address must
 * not tell. The new subscription ends at once, the money goes back, and a mail tells the customer.
 */
const takeBack = async (
  em: EntityManager,
  now: Date,
  { row, subscriptionId }: { row: CheckoutRow; subscriptionId: string },
): Promise<boolean> => {
  await revokeSubscription(em, subscriptionId, now);
  const { organizationId, customerId, id: checkoutId, paymentId } = row;
  const repeated = { subscriptionId, organizationId, customerId: customerId ?? '', checkoutId };
  await emit(em, subscriptionRepeated, repeated);
  return paymentId !== null && writeRefund(em, now, { paymentId, reason: 'repeated_subscription' });
};

/** The seller or the customer has gone while it was paid: it is an order, but nobody goes on paying. */
const endWhatNobodyServes = async (
  em: EntityManager,
  now: Date,
  { checkout: { organizationId }, customer }: Purchase,
): Promise<void> => {
  if (await hasEnded(em, organizationId))
    await revokeSubscriptionsOfOrganization(em, organizationId, { now, limit: pageSize });
  else if (customer.deletedAt) await revokeSubscriptionsOfCustomer(em, customer.id, now);
};
