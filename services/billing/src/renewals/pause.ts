/**
 * Pausing: with the end of its period a subscription is paid for no more, and its benefits are taken back, until it is
 * resumed. It then begins a period at once. Whoever is paused is `unpaid`: the contract has no word of its own for it.
 */
import { isDeepStrictEqual } from 'node:util';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/outbox';
import type { Subscription, SubscriptionPause } from '@tessera/proto/api/billing/subscription';
import {
  subscriptionActive,
  subscriptionPausePlanned,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { markStateChanged } from '../customers/marks.ts';
import { revokeGrantsOfSubscriptions } from '../entitlements/grants/changes.ts';
import { emitAll } from '../events.ts';
import type { OrderPlan } from '../orders/plan.ts';
import type { PaymentRow } from '../payments/service.ts';
import { chargePayment } from '../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { refuseChange, subscriptionErrors } from '../subscriptions/errors.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { lockSubscription } from '../subscriptions/lock.ts';
import type { Moved } from '../subscriptions/move.ts';
import { getSubscription } from '../subscriptions/read.ts';
import { activeStatuses, anchorDayOf } from '../subscriptions/rules.ts';
import {
  type FullSubscription,
  type SubscriptionChange,
  subscriptionEvents,
  viewSubscription,
} from '../subscriptions/view.ts';
import { closePeriod } from '../usage/entries/close.ts';
import type { DueRows } from './claims.ts';
import { findWaitingLines, type WaitingLines } from './lines.ts';
import { beginAttempt, placeSubscriptionOrder, planSubscriptionOrder } from './order.ts';
import { applyPending, writeMove } from './pending.ts';
import { type Cycle, discountWith, nextCycle } from './plan.ts';

/** Sets a subscription to be paused, or takes that back. Throws AlreadyCanceledSubscription; 422 for a time in its period. */
export const setPause = (
  billing: Billing,
  { id }: Pick<SubscriptionRow, 'id'>,
  { pauseAtPeriodEnd, resumesAt }: SubscriptionPause,
): Promise<Subscription> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    const isActive = activeStatuses.some((active) => active === row.status);
    // A pause that is to come can be taken back while a payment is overdue, too.
    const isTakenBack = !pauseAtPeriodEnd && row.pauseAtPeriodEnd && !row.endedAt;
    if (!isTakenBack && (!isActive || row.cancelAtPeriodEnd || row.endsAt)) throw refuseChange(row);
    if (resumesAt && row.currentPeriodEnd && resumesAt <= row.currentPeriodEnd)
      throw refuseField(['body', 'resumes_at'], 'Must be after the end of the current period.');
    const changes = {
      pauseAtPeriodEnd,
      resumesAt: pauseAtPeriodEnd ? (resumesAt ?? null) : null,
      modifiedAt: billing.now(),
    };
    const told = pauseAtPeriodEnd ? 'pause_planned' : 'pause_withdrawn';
    const changed = await change(em, row, changes, { change: told });
    const isPlanned = pauseAtPeriodEnd;
    if (isPlanned || row.pauseAtPeriodEnd)
      await emit(em, subscriptionPausePlanned, {
        subscriptionId: id,
        organizationId: row.organizationId,
        isPlanned,
      });
    return viewSubscription(changed);
  });

/** The period of one that is set to be paused is over. Answers whether it was paused now. */
export const pauseDue = (billing: Billing, seen: SubscriptionRow): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const now = billing.now();
    const row = await lockSubscription(em, seen.id);
    if (!isDeepStrictEqual(row, seen)) return false;
    const pausedAt = row.currentPeriodEnd ?? now;
    // What was used waits for the order with which the subscription goes on, or ends.
    await closePeriod(em, now, { subscription: row, until: pausedAt });
    const changes = {
      status: 'unpaid' as const,
      pauseAtPeriodEnd: false,
      pausedAt,
      modifiedAt: now,
    };
    await change(em, row, changes, { types: [subscriptionRevoked] });
    await revokeGrantsOfSubscriptions(em, [row.id], now);
    return true;
  });

/** Goes on at once; one that is only set to be paused goes on as if it were not. */
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

/** Resumes, if that is due. Answers whether it was. */
export const resumeDue = async (billing: Billing, id: string): Promise<boolean> => {
  const seen = await findSubscription(billing.db.manager, { id });
  const isDue = seen?.pausedAt && !seen.endedAt && seen.resumesAt && seen.resumesAt <= billing.now();
  return isDue ? resume(billing, seen) : false;
};

/** Those whose pause is over, the longest overdue first. */
export const dueResumes: DueRows = {
  table: 'subscriptions',
  id: 'id',
  where: 'work.paused_at IS NOT NULL AND work.ended_at IS NULL AND work.resumes_at <= $1',
  order: 'work.resumes_at',
};

/** False: it has changed meanwhile. */
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

/** Undefined: it has changed meanwhile. Null: nothing is to be charged. */
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
  const meters = await writeMove(em, billing.now(), full, moved);
  const resumed = { ...moved.full, row, meters, discount: row.discountId ? moved.full.discount : null };
  // Before the order: events go out in the order in which they were made.
  const told = subscriptionEvents([subscriptionUpdated, subscriptionActive], resumed, 'resumed');
  const order = await placeSubscriptionOrder(em, {
    full: { ...resumed, discount: moved.full.discount },
    plan,
    waiting,
    periodStart: cycle.period.start,
  });
  await noteCatalogChange(em, 'subscription', locked);
  await markStateChanged(em, locked.customerId);
  await emitAll(em, [...told, ...order.events]);
  return order.isDue ? beginAttempt(billing, em, { order: order.row, attempt: 1 }) : null;
};

const change = async (
  em: EntityManager,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
  { types = [], change: told }: { types?: (typeof subscriptionRevoked)[]; change?: SubscriptionChange },
): Promise<FullSubscription> => {
  await em.update(SubscriptionEntity, { id: row.id }, changes);
  const [full] = await fillSubscriptions(em, [{ ...row, ...changes }]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  await markStateChanged(em, row.customerId);
  await emitAll(em, subscriptionEvents([subscriptionUpdated, ...types], full, told));
  return full;
};
