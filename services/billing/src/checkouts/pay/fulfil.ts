/** What a paid checkout leads to: a customer, an order, a subscription, and what partners hear of them. */
import { emit } from '@tessera/kit/outbox';
import { checkoutUpdated, subscriptionRepeated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { hasEnded } from '../../access/organizations/service.ts';
import { pageSize } from '../../catalog/changes/worker.ts';
import { giveBackRedemption, nameRedeemer } from '../../catalog/discounts/redeem.ts';
import { addToBalance } from '../../customers/balance.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { markStateChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { placePaidOrder } from '../../orders/place.ts';
import { findPayment, namePurchase, type paidChanges, writeRefund } from '../../payments/service.ts';
import { hasActiveSubscription } from '../../subscriptions/find.ts';
import {
  revokeSubscription,
  revokeSubscriptionsOfCustomer,
  revokeSubscriptionsOfOrganization,
} from '../../subscriptions/revoke.ts';
import { replaceProduct, type Started, startSubscription } from '../../subscriptions/start.ts';
import { hasHadTrial } from '../../subscriptions/trials.ts';
import { type CheckoutRow, writeCheckout } from '../entity.ts';
import { type CheckoutContext, checkoutEvent } from '../view.ts';
import { resolveCustomer, resolveUpgrade } from './customer.ts';
import { orderOf, type Purchase, purchaseOf, subscriptionSold } from './sold.ts';

/**
 * `isOnlyOne`: a customer may have one subscription; `hasOneTrial`: a customer has one trial. `changes`: of a payment
 * whose success is still to be written.
 */
type Paid = {
  row: CheckoutRow;
  context: CheckoutContext;
  changes: ReturnType<typeof paidChanges> | null;
  isOnlyOne: boolean;
  hasOneTrial: boolean;
};

/** A step of the transaction that settles the checkout; its row is locked. Answers whether money goes back. */
export const fulfil = async (
  em: EntityManager,
  now: Date,
  { row: paid, context, changes, isOnlyOne, hasOneTrial }: Paid,
): Promise<boolean> => {
  const customer = await resolveCustomer(em, now, paid);
  const row = await resolveUpgrade(em, paid, customer);
  const purchase = purchaseOf(row, customer, context);
  const isRepeated = isOnlyOne && (await isSecondSubscription(em, purchase));
  const isTrialUsed =
    hasOneTrial &&
    row.confirmedTrial?.trialInterval != null &&
    (await hasHadTrial(em, customer, await findFingerprint(em, row, changes)));
  const started = row.isRecurring ? await subscribe(em, now, purchase, isTrialUsed) : null;
  const subscription = started?.row ?? null;
  const { product, discount } = purchase;
  const plan = orderOf(now, purchase, subscription?.id ?? null);
  if (row.discountId && isRepeated) await giveBackRedemption(em, row.id);
  else if (row.discountId)
    await nameRedeemer(em, row.id, {
      customerId: customer.id,
      subscriptionId: subscription?.id ?? null,
    });
  if (row.paymentId)
    await namePurchase(
      em,
      row.paymentId,
      { customerId: customer.id, orderId: plan.row.id, changes },
      cardOf(row, isRepeated),
    );
  const done = await writeCheckout(em, row, {
    status: 'succeeded',
    modifiedAt: now,
    paymentId: row.paymentId,
    customerId: customer.id,
    subscriptionId: row.subscriptionId,
    orderId: plan.row.id,
    startedSubscriptionId: started?.row.id ?? null,
    isRepeated,
  });
  await markStateChanged(em, customer.id);
  const isUnserved = started !== null && (await isServedByNobody(em, purchase));
  // Last: the seller's other sales wait for the number that this one takes.
  if (isTheirs(row, customer, now)) await addToBalance(em, plan.row, plan.row.appliedBalanceAmount);
  const order = await placePaidOrder(em, plan, { customer, product, discount, subscription });
  await emitAll(em, [
    ...order.events,
    ...(started?.events ?? []),
    checkoutEvent(checkoutUpdated, done, context),
  ]);
  if (!started) return false;
  if (isUnserved) await endWhatNobodyServes(em, now, purchase);
  return isRepeated && takeBack(em, now, { row: done, subscriptionId: started.row.id });
};

/** Of the card that a checkout is paid with; null: it is not known, or there is none. */
const findFingerprint = async (
  em: EntityManager,
  { paymentId }: CheckoutRow,
  changes: Paid['changes'],
): Promise<string | null> => {
  if (changes?.cardFingerprint != null || paymentId === null) return changes?.cardFingerprint ?? null;
  return (await findPayment(em, paymentId))?.cardFingerprint ?? null;
};

/** Whoever typed the address of a customer whom there was before runs up no debts for them. */
const isTheirs = ({ isCustomerFromSeller }: CheckoutRow, customer: CustomerRow, now: Date): boolean =>
  isCustomerFromSeller || customer.createdAt.getTime() >= now.getTime();

/** Whoever typed an address chooses no card for its owner; what was taken back is not charged again. */
const cardOf = ({ isCustomerFromSeller }: CheckoutRow, isRepeated: boolean) =>
  isRepeated ? 'forgotten' : isCustomerFromSeller ? 'default' : 'beside';

const subscribe = (
  em: EntityManager,
  now: Date,
  purchase: Purchase,
  isTrialUsed: boolean,
): Promise<Started> => {
  const { subscriptionId: id, isCustomerFromSeller: isOwners } = purchase.checkout;
  const sold = subscriptionSold(purchase, { isTrialUsed });
  return id ? replaceProduct(em, now, { ...sold, id, isOwners }) : startSubscription(em, now, sold);
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

/** Whether the seller or the customer has gone while it was paid. */
const isServedByNobody = async (em: EntityManager, { checkout, customer }: Purchase): Promise<boolean> =>
  (await hasEnded(em, checkout.organizationId)) || customer.deletedAt !== null;

/** Of what nobody serves it is an order, but nobody goes on paying. */
const endWhatNobodyServes = async (
  em: EntityManager,
  now: Date,
  { checkout: { organizationId }, customer }: Purchase,
): Promise<void> => {
  if (await hasEnded(em, organizationId))
    await revokeSubscriptionsOfOrganization(em, organizationId, { now, limit: pageSize });
  else if (customer.deletedAt) await revokeSubscriptionsOfCustomer(em, customer.id, now);
};
