/** Ends trials that are over without a payment method for the first period. */
import { isDeepStrictEqual } from 'node:util';
import { emit, transact } from '@tessera/kit/events/outbox';
import { trialEnded } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { markStateChanged } from '../../customers/marks.ts';
import { revokeGrantsOfSubscriptions } from '../../entitlements/grants/changes.ts';
import { findUsableBalance } from '../../orders/credit.ts';
import { appliedBalanceOf, dueAmountOf } from '../../orders/due.ts';
import type { OrderPlan } from '../../orders/plan.ts';
import { findPayableMethod } from '../../payments/methods/choose.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { lockSubscription } from '../../subscriptions/lock.ts';
import { revokeSubscription } from '../../subscriptions/revoke.ts';
import { termsOf } from '../dunning/dunning.ts';

/**
 * Whether a subscription ends with its trial: an amount is due, no method can be charged, and its seller does not
 * keep such subscriptions.
 */
export const endsWithTrial = async (
  billing: Billing,
  subscription: SubscriptionRow,
  { row }: OrderPlan,
): Promise<boolean> => {
  const em = billing.db.manager;
  const appliedBalanceAmount = appliedBalanceOf(row, await findUsableBalance(em, subscription));
  if (dueAmountOf({ ...row, appliedBalanceAmount }) <= 0) return false;
  if (await findPayableMethod(billing.payments, em, { ...subscription, subscriptionId: subscription.id }))
    return false;
  return (await termsOf(billing.renewals, em, subscription)).outcome === 'canceled';
};

/** Ends it without an order. Returns whether it was unchanged since it was read. */
export const endTrial = (billing: Billing, seen: SubscriptionRow): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const now = billing.now();
    const row = await lockSubscription(em, seen.id);
    if (!isDeepStrictEqual(row, seen)) return false;
    const { id: subscriptionId, organizationId, customerId } = row;
    await revokeSubscription(em, subscriptionId, { now, endedReason: 'trial_without_payment' });
    await revokeGrantsOfSubscriptions(em, [subscriptionId], now);
    await markStateChanged(em, customerId);
    await emit(em, trialEnded, { subscriptionId, organizationId, customerId });
    return true;
  });
