/** Ends trials that are over without a payment method for the first period. */
import { isDeepStrictEqual } from 'node:util';
import { emit, transact } from '@tessera/kit/events/outbox';
import { trialEnded } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import type { FullDiscount } from '../../catalog/discounts/find.ts';
import { discountAmountOf } from '../../catalog/discounts/rules.ts';
import { markStateChanged } from '../../customers/marks.ts';
import { revokeGrantsOfSubscriptions } from '../../entitlements/granting/changes.ts';
import { closeLastPeriods } from '../../entitlements/granting/closing.ts';
import { findUsableBalance } from '../../orders/credit.ts';
import { appliedBalanceOf, dueAmountOf } from '../../orders/due.ts';
import type { OrderPlan } from '../../orders/plan.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { lockSubscription } from '../../subscriptions/lock.ts';
import { findPayableMethod } from '../../subscriptions/own-method.ts';
import { revokeSubscription } from '../../subscriptions/revoke.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { maxAmount } from '../../usage/costs/amount.ts';
import { passOnCredit } from '../../usage/entries/shared.ts';
import { termsOf } from '../dunning/dunning.ts';

/**
 * Whether a subscription ends with its trial: an amount is due, or usage will be, no method can be charged, and its
 * seller does not keep such subscriptions. Where nothing is due yet there is no order that could be paid later.
 */
export const endsWithTrial = async (
  billing: Billing,
  full: FullSubscription,
  { row }: OrderPlan,
): Promise<boolean> => {
  const em = billing.db.manager;
  const subscription = full.row;
  const appliedBalanceAmount = appliedBalanceOf(row, await findUsableBalance(em, subscription));
  const isDue = dueAmountOf({ ...row, appliedBalanceAmount }) > 0;
  if (!isDue && !chargesUsage(full)) return false;
  if (await findPayableMethod(billing.payments, em, { ...subscription, subscriptionId: subscription.id }))
    return false;
  return !isDue || (await termsOf(billing.renewals, em, subscription)).outcome === 'canceled';
};

/** Whether usage costs something, so that a method is needed although nothing may be due when the trial ends. */
export const chargesUsage = ({ prices, discount }: Pick<FullSubscription, 'prices' | 'discount'>): boolean =>
  prices.some(({ meterId }) => meterId !== null) && !(discount?.duration === 'forever' && isWhole(discount));

const isWhole = (discount: FullDiscount): boolean => discountAmountOf(discount, maxAmount) === maxAmount;

/** Ends it without an order. Returns whether it was unchanged since it was read. */
export const endTrial = (billing: Billing, seen: SubscriptionRow): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const now = billing.now();
    const row = await lockSubscription(em, seen.id);
    if (!isDeepStrictEqual(row, seen)) return false;
    const { id: subscriptionId, organizationId, customerId } = row;
    await closeLastPeriods(em, now, { rows: [row], untilOf: () => row.currentPeriodEnd ?? now });
    await revokeSubscription(em, subscriptionId, { now, endedReason: 'trial_without_payment' });
    await revokeGrantsOfSubscriptions(em, [subscriptionId], now);
    await passOnCredit(em, [row]);
    await markStateChanged(em, customerId);
    await emit(em, trialEnded, { subscriptionId, organizationId, customerId });
    return true;
  });
