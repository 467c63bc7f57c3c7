/**
 * Dunning: after a failed payment the subscription is past due, and its benefits are revoked immediately or after the
 * seller's grace period; the payment is retried on a schedule, and finally the subscription is canceled or unpaid
 * (contracts/billing-behaviour.md, section 4).
 */
import { emit, transact } from '@tessera/kit/events/outbox';
import type { SubscriptionEndedReason } from '@tessera/proto/api/billing/enums';
import {
  renewalFailed,
  subscriptionActive,
  subscriptionRevoked,
  subscriptionUpdated,
  trialEnded,
} from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { findSubscriptionSettings } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { noteCatalogChange } from '../../catalog/changes/entity.ts';
import { markStateChanged } from '../../customers/marks.ts';
import { revokeGrantsOfSubscriptions, suspendGrants } from '../../entitlements/granting/changes.ts';
import { emitAll } from '../../events.ts';
import { emitNextAttempt, voidOrder } from '../../orders/pay.ts';
import type { RenewalOptions } from '../../payments/renewal-options.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../../subscriptions/entity.ts';
import { fillSubscriptions } from '../../subscriptions/find.ts';
import { lockSubscription } from '../../subscriptions/lock.ts';
import { revokeSubscription } from '../../subscriptions/revoke.ts';
import { anchorDayOf, cadenceOf, isRevoked, periodEnd } from '../../subscriptions/rules.ts';
import { subscriptionEvents } from '../../subscriptions/view.ts';
import { passOnCredit } from '../../usage/entries/shared.ts';
import type { DueRows } from '../claims.ts';
import { findOwed, findRenewal, RenewalEntity } from '../entity.ts';
import { nextAttemptAt } from '../rules.ts';
import { voidOwed } from './owed.ts';

/**
 * `declinedMethodId`: the saved method with a final decline. `isUnpayable`: there was no method to charge;
 * `isAfterTrial`: for the first charge after a trial, where a retry makes no sense.
 */
type Failure = {
  subscriptionId: string;
  orderId: string;
  declinedMethodId: string | null;
  isUnpayable?: boolean;
  isAfterTrial?: boolean;
};

/** Records a failed attempt. A step of the transaction that writes the failure. */
export const countFailure = async (
  billing: Pick<Billing, 'now' | 'renewals'>,
  em: EntityManager,
  {
    subscriptionId,
    orderId,
    declinedMethodId,
    isUnpayable = declinedMethodId !== null,
    isAfterTrial,
  }: Failure,
): Promise<void> => {
  const row = await lockSubscription(em, subscriptionId);
  const now = billing.now();
  const renewal = await findRenewal(em, orderId);
  if (!renewal) throw new Error(`renewal ${orderId} is gone`);
  const terms = await termsOf(billing.renewals, em, row);
  const isOver = row.endedAt !== null || (isAfterTrial && isUnpayable);
  const next = isOver ? null : nextAttemptAt(terms.retryDays, { attempts: renewal.attempts, now });
  await em.update(RenewalEntity, { orderId }, { nextAttemptAt: next, declinedMethodId });
  // Partners were told of the time of this attempt, unless it was the first.
  const isTold = renewal.attempts > 1;
  if (row.endedAt) {
    await voidOrder(em, now, orderId);
    return isTold ? emitNextAttempt(em, now, orderId) : undefined;
  }
  // A canceled subscription may end before its next attempt, which will then not be made.
  const announced = next && row.endsAt && next >= row.endsAt ? null : next;
  const staysPayable = !announced && (next !== null || terms.outcome === 'unpaid');
  await emitFailure(em, row, { orderId, isUnpayable, isAfterTrial, next: announced, staysPayable });
  if (next) await becomePastDue(em, now, { row, graceDays: terms.graceDays });
  else if (terms.outcome === 'unpaid') await becomeUnpaid(em, now, row);
  else
    await giveUp(em, now, {
      ...{ row, orderId },
      endedReason: isAfterTrial && isUnpayable ? 'trial_without_payment' : 'payment_failed',
    });
  if (next || isTold) await emitNextAttempt(em, now, orderId);
};

/** All retries failed, and the seller does not keep such subscriptions. */
const giveUp = async (
  em: EntityManager,
  now: Date,
  {
    row,
    orderId,
    endedReason,
  }: { row: SubscriptionRow; orderId: string; endedReason: SubscriptionEndedReason },
): Promise<void> => {
  await revokeSubscription(em, row.id, { now, endedReason });
  await revokeGrantsOfSubscriptions(em, [row.id], now);
  await passOnCredit(em, [row]);
  await voidOrder(em, now, orderId);
  await voidOwed(em, now, [row.id]);
  await markStateChanged(em, row.customerId);
};

type FailureFacts = Pick<Failure, 'orderId' | 'isUnpayable' | 'isAfterTrial'> & {
  next: Date | null;
  staysPayable: boolean;
};

const emitFailure = async (
  em: EntityManager,
  { id: subscriptionId, organizationId, customerId }: SubscriptionRow,
  { orderId, isUnpayable = false, isAfterTrial, next, staysPayable }: FailureFacts,
): Promise<void> => {
  const about = { subscriptionId, organizationId, customerId };
  if (isAfterTrial && isUnpayable)
    return emit(em, trialEnded, { ...about, ...(staysPayable && { orderId }) });
  await emit(em, renewalFailed, {
    ...about,
    orderId,
    needsAnotherCard: isUnpayable,
    staysPayable,
    ...(next && { nextAttemptAt: next.toISOString() }),
  });
};

/** Returns the seller's dunning settings, with the installation's as defaults. */
export const termsOf = async (
  { retryDays, outcome }: RenewalOptions,
  em: EntityManager,
  { organizationId }: SubscriptionRow,
) => {
  const settings = await findSubscriptionSettings(em, organizationId);
  return {
    retryDays,
    outcome: settings?.failedPaymentOutcome ?? outcome,
    graceDays: settings?.benefitRevocationGracePeriod ?? 0,
  };
};

const becomePastDue = async (
  em: EntityManager,
  now: Date,
  { row, graceDays }: { row: SubscriptionRow; graceDays: number },
): Promise<void> => {
  if (row.status === 'past_due' || row.status === 'unpaid') return;
  const changes = { status: 'past_due' as const, modifiedAt: now };
  if (graceDays > 0) {
    const graceEndsAt = new Date(now.getTime() + graceDays * 86_400_000);
    return move(em, row, { ...changes, graceEndsAt }, []);
  }
  await move(em, row, changes, [subscriptionRevoked]);
  await suspendGrants(em, row.id, { now });
};

/** All retries failed, and the seller keeps such subscriptions: they resume once their order is paid. */
const becomeUnpaid = async (em: EntityManager, now: Date, row: SubscriptionRow): Promise<void> => {
  if (row.status === 'unpaid') return;
  const changes = { status: 'unpaid' as const, graceEndsAt: null, modifiedAt: now };
  await move(em, row, changes, isRevoked(row) ? [] : [subscriptionRevoked]);
  await suspendGrants(em, row.id, { now });
  await passOnCredit(em, [row]);
};

/** Past-due subscriptions whose grace period is over. */
export const dueGraces: DueRows = {
  table: 'subscriptions',
  id: 'id',
  where: 'work.grace_ends_at <= $1',
  order: 'work.grace_ends_at',
};

/** Revokes the benefits when the grace period is over. Returns whether it was. */
export const endGrace = (billing: Billing, id: string): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    const now = billing.now();
    if (!row.graceEndsAt || row.graceEndsAt > now) return false;
    if (row.status !== 'past_due') {
      await em.update(SubscriptionEntity, { id }, { graceEndsAt: null });
      return true;
    }
    await move(em, row, { graceEndsAt: null, modifiedAt: now }, [subscriptionRevoked]);
    await suspendGrants(em, id, { now });
    return true;
  });

/**
 * Returns the changes to a locked subscription after a late payment: it resumes, unless another of its orders is
 * unpaid. Undefined: no changes.
 */
export const recoveryOf = async (
  em: EntityManager,
  now: Date,
  { subscription: row, orderId }: { subscription: SubscriptionRow; orderId: string },
): Promise<Partial<SubscriptionRow> | undefined> => {
  const isOwing = row.status === 'past_due' || (row.status === 'unpaid' && !row.pausedAt && !row.endedAt);
  if (!isOwing || (await findOwed(em, [row.id])).length > 0) return undefined;
  const isForPeriod = (await findRenewal(em, orderId))?.periodStart != null;
  const period = isForPeriod ? periodFrom(row, now) : {};
  return { status: 'active', graceEndsAt: null, modifiedAt: now, ...period };
};

/**
 * Grants the revoked benefits again. A step of the transaction that writes the payment of the order, which then pays
 * for the period that begins now, if one does.
 */
export const recover = async (
  em: EntityManager,
  row: SubscriptionRow,
  { orderId, recovery }: { orderId: string; recovery: Partial<SubscriptionRow> },
): Promise<void> => {
  const { currentPeriodStart: periodStart } = recovery;
  if (periodStart) await em.update(RenewalEntity, { orderId }, { periodStart });
  await move(em, row, recovery, [subscriptionActive]);
  await noteCatalogChange(em, 'subscription', row);
};

/** If the paid period is over, during which the customer had no benefits, a new period begins now. */
const periodFrom = (row: SubscriptionRow, now: Date): Partial<SubscriptionRow> => {
  if (row.cancelAtPeriodEnd || !row.currentPeriodEnd || row.currentPeriodEnd > now) return {};
  const anchorDay = anchorDayOf(now);
  return {
    anchorDay,
    currentPeriodStart: now,
    currentPeriodEnd: periodEnd(now, cadenceOf(row), anchorDay),
  };
};

/** Emits the general event before the specific one. */
const move = async (
  em: EntityManager,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
  types: (typeof subscriptionActive | typeof subscriptionRevoked)[],
): Promise<void> => {
  await em.update(SubscriptionEntity, { id: row.id }, changes);
  const [full] = await fillSubscriptions(em, [{ ...row, ...changes }]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  await emitAll(em, subscriptionEvents([subscriptionUpdated, ...types], full));
  await markStateChanged(em, row.customerId);
};
