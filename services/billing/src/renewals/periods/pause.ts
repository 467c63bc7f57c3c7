/**
 * Pausing: at the end of its period, charges stop and the benefits are revoked until the subscription is resumed,
 * when a new period begins immediately. A paused subscription is `unpaid`: the contract has no status of its own for
 * it.
 */
import { isDeepStrictEqual } from 'node:util';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { Subscription, SubscriptionPause } from '@tessera/proto/api/billing/subscription';
import {
  subscriptionActive,
  subscriptionPausePlanned,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { noteCatalogChange } from '../../catalog/changes/entity.ts';
import { markStateChanged } from '../../customers/marks.ts';
import { suspendGrants } from '../../entitlements/granting/changes.ts';
import { closeLastPeriods } from '../../entitlements/granting/closing.ts';
import { emitAll } from '../../events.ts';
import type { OrderPlan } from '../../orders/plan.ts';
import type { PaymentRow } from '../../payments/service.ts';
import { chargePayment } from '../../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../../subscriptions/entity.ts';
import { refuseChange, subscriptionErrors } from '../../subscriptions/errors.ts';
import { fillSubscriptions, findSubscription } from '../../subscriptions/find.ts';
import { lockSubscription } from '../../subscriptions/lock.ts';
import { findSubscriptionMeters } from '../../subscriptions/meters.ts';
import type { Moved } from '../../subscriptions/move.ts';
import { getSubscription } from '../../subscriptions/read.ts';
import { activeStatuses, anchorDayOf } from '../../subscriptions/rules.ts';
import {
  type FullSubscription,
  type SubscriptionChange,
  subscriptionEvents,
  viewSubscription,
} from '../../subscriptions/view.ts';
import { restartMeters } from '../../usage/entries/carry.ts';
import { passOnCredit } from '../../usage/entries/shared.ts';
import { type DueRows, hasSeller } from '../claims.ts';
import { findWaitingLines, type WaitingLines } from './lines.ts';
import { beginAttempt, placeSubscriptionOrder, planSubscriptionOrder } from './order.ts';
import { applyPending, writeMove } from './pending.ts';
import { type Cycle, discountWith, nextCycle } from './plan.ts';

/** Schedules a pause, or withdraws it. Throws AlreadyCanceledSubscription; 422 for a time within the period. */
export const setPause = (
  billing: Billing,
  { id }: Pick<SubscriptionRow, 'id'>,
  { pauseAtPeriodEnd, resumesAt }: SubscriptionPause,
): Promise<Subscription> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    const isActive = activeStatuses.some((active) => active === row.status);
    // A scheduled pause can be withdrawn even while a payment is overdue.
    const isTakenBack = !pauseAtPeriodEnd && row.pauseAtPeriodEnd && !row.endedAt;
    if (!isTakenBack && (!isActive || row.cancelAtPeriodEnd || row.endsAt)) throw refuseChange(row);
    if (resumesAt && row.currentPeriodEnd && resumesAt <= row.currentPeriodEnd)
      throw refuseField(['body', 'resumes_at'], 'Must be after the end of the current period.');
    const changes = {
      pauseAtPeriodEnd,
      resumesAt: pauseAtPeriodEnd ? (resumesAt ?? null) : null,
      modifiedAt: billing.now(),
    };
    const kind = pauseAtPeriodEnd ? 'pause_planned' : 'pause_withdrawn';
    const changed = await change(em, row, changes, { change: kind });
    const isPlanned = pauseAtPeriodEnd;
    if (isPlanned || row.pauseAtPeriodEnd)
      await emit(em, subscriptionPausePlanned, {
        subscriptionId: id,
        organizationId: row.organizationId,
        isPlanned,
      });
    return viewSubscription(changed);
  });

/** Pauses a subscription whose period is over. Returns false if it has changed in the meantime. */
export const pauseDue = (billing: Billing, seen: SubscriptionRow): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const now = billing.now();
    const row = await lockSubscription(em, seen.id);
    if (!isDeepStrictEqual(row, seen)) return false;
    const pausedAt = row.currentPeriodEnd ?? now;
    // Usage waits for the order that resumes the subscription, or for the final one.
    await closeLastPeriods(em, now, { rows: [row], untilOf: () => pausedAt });
    const changes = {
      status: 'unpaid' as const,
      pauseAtPeriodEnd: false,
      pausedAt,
      modifiedAt: now,
    };
    await change(em, row, changes, { types: [subscriptionRevoked] });
    await suspendGrants(em, row.id, { now, periodEnd: pausedAt });
    await passOnCredit(em, [row]);
    return true;
  });

/** Resumes immediately; a pause that is only scheduled is withdrawn. */
export const resumeSubscription = async (
  billing: Billing,
  row: Pick<SubscriptionRow, 'id'>,
): Promise<Subscription> => {
  const seen = await findSubscription(billing.db.manager, row);
  if (seen?.pauseAtPeriodEnd) return setPause(billing, row, { pauseAtPeriodEnd: false });
  if (!seen?.pausedAt || seen.endedAt || seen.cancelAtPeriodEnd)
    throw kitErrors.BadRequest('Only a paused subscription can be resumed.');
  if (!(await resume(billing, seen))) throw subscriptionErrors.SubscriptionUpdatePending();
  const resumed = await findSubscription(billing.db.manager, row);
  if (!resumed) throw new Error(`subscription ${row.id} is gone`);
  return getSubscription(billing, resumed);
};

/** Resumes if that is due. Returns whether it did. */
export const resumeDue = async (billing: Billing, id: string): Promise<boolean> => {
  const seen = await findSubscription(billing.db.manager, { id });
  const isDue = seen?.pausedAt && !seen.endedAt && seen.resumesAt && seen.resumesAt <= billing.now();
  return isDue ? resume(billing, seen) : false;
};

/** Subscriptions whose pause is over, the longest overdue first. */
export const dueResumes: DueRows = {
  table: 'subscriptions',
  id: 'id',
  where: `work.paused_at IS NOT NULL AND work.ended_at IS NULL AND work.resumes_at <= $1 AND ${hasSeller}`,
  order: 'work.resumes_at',
};

/** Returns false if it has changed in the meantime. */
const resume = async (billing: Billing, seen: SubscriptionRow): Promise<boolean> => {
  const em = billing.db.manager;
  const now = billing.now();
  const [full] = await fillSubscriptions(em, [seen]);
  if (!full) return false;
  const moved = await applyPending(em, full, now);
  const from = {
    ...moved.full,
    row: { ...moved.full.row, currentPeriodEnd: now, anchorDay: anchorDayOf(now) },
  };
  const cycle = nextCycle(from, now, 0);
  const waiting = await findWaitingLines(em, seen);
  const plan = await planSubscriptionOrder(billing, from, {
    lines: [...cycle.lines, ...waiting.lines],
    discount: discountWith(from, cycle, waiting.usageAmount),
    reason: 'subscription_cycle',
    key: cycle.period.start.toISOString(),
  });
  const payment = await transact(billing.db, (inner) =>
    writeResume(billing, inner, full, { moved, cycle, plan, waiting }),
  );
  if (payment) await chargePayment(billing, payment);
  return payment !== undefined;
};

/** Undefined: it has changed in the meantime. Null: there is nothing to charge. */
const writeResume = async (
  billing: Billing,
  em: EntityManager,
  full: FullSubscription,
  { moved, cycle, plan, waiting }: { moved: Moved; cycle: Cycle; plan: OrderPlan; waiting: WaitingLines },
): Promise<PaymentRow | null | undefined> => {
  const locked = await lockSubscription(em, full.row.id);
  if (!isDeepStrictEqual(locked, full.row)) return undefined;
  const changes = { ...moved.changes, ...cycle.changes, pausedAt: null, resumesAt: null };
  await em.update(SubscriptionEntity, { id: locked.id }, changes);
  const row = { ...locked, ...changes };
  await writeMove(em, billing.now(), full, moved);
  await restartMeters(em, billing.now(), { subscription: row, begin: cycle.period.start });
  const meters = await findSubscriptionMeters(em, [row.id]);
  const resumed = { ...moved.full, row, meters, discount: row.discountId ? moved.full.discount : null };
  // Built before the order: events are emitted in the order in which they were created.
  const events = subscriptionEvents([subscriptionUpdated, subscriptionActive], resumed, 'resumed');
  const order = await placeSubscriptionOrder(em, {
    full: { ...resumed, discount: moved.full.discount },
    plan,
    waiting,
    periodStart: cycle.period.start,
  });
  await noteCatalogChange(em, 'subscription', locked);
  await markStateChanged(em, locked.customerId);
  await emitAll(em, [...events, ...order.events]);
  return order.isDue ? beginAttempt(billing, em, { order: order.row, attempt: 1 }) : null;
};

const change = async (
  em: EntityManager,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
  { types = [], change: kind }: { types?: (typeof subscriptionRevoked)[]; change?: SubscriptionChange },
): Promise<FullSubscription> => {
  await em.update(SubscriptionEntity, { id: row.id }, changes);
  const [full] = await fillSubscriptions(em, [{ ...row, ...changes }]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  await markStateChanged(em, row.customerId);
  await emitAll(em, subscriptionEvents([subscriptionUpdated, ...types], full, kind));
  return full;
};
