/**
 * A subscription whose period is over goes on: one transaction writes the next period, its order and the payment that is
 * about to be made; the processor is asked outside of it, under a key of order and attempt. Replicas may do so side by
 * side: a period is renewed once, whoever comes first.
 */
import { isDeepStrictEqual } from 'node:util';
import { emit, transact } from '@tessera/kit/outbox';
import { changeRows } from '@tessera/kit/rows';
import { periodsMissed, subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { markStateChanged } from '../customers/marks.ts';
import { emitAll } from '../events.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { findPayableMethod, type PayableMethod } from '../payments/methods/choose.ts';
import type { PaymentRow } from '../payments/service.ts';
import { chargePayment } from '../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription, lockSubscription } from '../subscriptions/find.ts';
import type { Moved } from '../subscriptions/move.ts';
import { activeStatuses } from '../subscriptions/rules.ts';
import { type FullSubscription, subscriptionEvent } from '../subscriptions/view.ts';
import { closePeriod } from '../usage/entries/close.ts';
import { findWaitingLines, type WaitingLines } from './lines.ts';
import { beginAttempt, placeSubscriptionOrder, planSubscriptionOrder } from './order.ts';
import { pauseDue } from './pause.ts';
import { applyPending, writeMove } from './pending.ts';
import { type Cycle, discountWith, nextCycle } from './plan.ts';
import { endsWithTrial, endTrial } from './trial-end.ts';

/** Renews a subscription, if that is due, period by period until it is up to date. Answers whether it was. */
export const renewSubscription = async (billing: Billing, id: string): Promise<boolean> => {
  let isRenewed = false;
  for (let tries = 1; tries <= maxTries; ) {
    const outcome = await renewOnce(billing, id);
    if (outcome === 'changed') tries += 1;
    else {
      isRenewed ||= outcome !== 'nothing';
      if (outcome !== 'more') return isRenewed;
    }
  }
  return isRenewed;
};

/** How often a renewal is planned anew because its subscription changes meanwhile. */
const maxTries = 5;

/** `more`: the period that has begun is over too. */
const renewOnce = async (
  billing: Billing,
  id: string,
): Promise<'nothing' | 'changed' | 'renewed' | 'more'> => {
  const em = billing.db.manager;
  const seen = await findSubscription(em, { id });
  if (!seen || !isDue(seen, billing.now())) return 'nothing';
  if (seen.pauseAtPeriodEnd) return (await pauseDue(billing, seen)) ? 'renewed' : 'changed';
  const [before] = await fillSubscriptions(em, [seen]);
  const full = before && before.meters.length > 0 ? await closeUse(billing, before) : before;
  if (!full) return 'nothing';
  const waiting = await findWaitingLines(em, seen);
  const moved = await applyPending(em, full, billing.now());
  const cycle = nextCycle(moved.full, billing.now(), billing.renewals.catchUpDays);
  const plan = await planSubscriptionOrder(billing, moved.full, {
    lines: [...cycle.lines, ...waiting.lines],
    discount: discountWith(moved.full, cycle, waiting.usageAmount),
    reason: 'subscription_cycle',
    key: cycle.period.start.toISOString(),
  });
  if (seen.status === 'trialing' && (await endsWithTrial(billing, seen, plan)))
    return (await endTrial(billing, seen)) ? 'renewed' : 'changed';
  // Before the transaction, from where its seller's other sales wait for it.
  const isCharged = plan.row.totalAmount > 0;
  const method = isCharged ? await findPayableMethod(billing.payments, em, seen) : undefined;
  const payment = await transact(billing.db, (inner) =>
    writeRenewal(billing, inner, full, { moved, cycle, plan, waiting, method }),
  );
  if (payment === undefined) return 'changed';
  if (payment) await chargePayment(billing, payment);
  return cycle.period.end <= billing.now() ? 'more' : 'renewed';
};

const isDue = ({ status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionRow, now: Date): boolean =>
  activeStatuses.some((active) => active === status) &&
  !cancelAtPeriodEnd &&
  currentPeriodEnd !== null &&
  currentPeriodEnd <= now;

/** What was used becomes lines of the order that comes; once a period, however often its renewal is tried. */
const closeUse = async (
  { db, now }: Billing,
  { row: { id, currentPeriodEnd } }: FullSubscription,
): Promise<FullSubscription | undefined> => {
  await transact(db, async (em) => {
    const subscription = await lockSubscription(em, id);
    const isSame = subscription.currentPeriodEnd?.getTime() === currentPeriodEnd?.getTime();
    if (isSame && currentPeriodEnd && isDue(subscription, now()))
      await closePeriod(em, now(), { subscription, until: currentPeriodEnd });
  });
  const present = await findSubscription(db.manager, { id });
  const [full] = present ? await fillSubscriptions(db.manager, [present]) : [];
  return full;
};

/** `method` undefined: not chosen yet. */
type Renewal = {
  moved: Moved;
  cycle: Cycle;
  plan: OrderPlan;
  waiting: WaitingLines;
  method: PayableMethod | null | undefined;
};

/** Undefined: it has changed meanwhile. Null: nothing is to be charged. */
const writeRenewal = async (
  billing: Billing,
  em: EntityManager,
  full: FullSubscription,
  { moved, cycle: { period, changes: cycled }, plan, waiting, method }: Renewal,
): Promise<PaymentRow | null | undefined> => {
  const locked = await lockSubscription(em, full.row.id);
  // What was planned is still what is due.
  if (!isDeepStrictEqual(locked, full.row)) return undefined;
  const changes = { ...moved.changes, ...cycled };
  const row = { ...locked, ...changes };
  await changeRows(em, SubscriptionEntity, { changes, where: 'r.id = $2', values: [row.id] });
  const meters = await writeMove(em, billing.now(), full, moved);
  const renewed = { ...moved.full, row, meters, discount: row.discountId ? moved.full.discount : null };
  await markStateChanged(em, row.customerId);
  const order = await placeSubscriptionOrder(em, {
    full: { ...renewed, discount: moved.full.discount },
    plan,
    waiting,
    periodStart: period.start,
  });
  await emitAll(em, [subscriptionEvent(subscriptionUpdated, renewed), ...order.events]);
  if (period.missed > 0) await emitMissedPeriods(billing, em, row, period.missed);
  const customer = full.customer.deletedAt === null ? full.customer : undefined;
  const isAfterTrial = locked.status === 'trialing';
  const attempt = { order: order.row, attempt: 1, isAfterTrial, customer, method };
  return order.isDue ? beginAttempt(billing, em, attempt) : null;
};

/** The seller reads it in the timeline of the subscription, the operator in the log. */
const emitMissedPeriods = async (
  { log }: Pick<Billing, 'log'>,
  em: EntityManager,
  { id, organizationId, customerId }: SubscriptionRow,
  missed: number,
): Promise<void> => {
  log.warn({ subscriptionId: id, missed }, 'periods were missed, and not charged');
  await emit(em, periodsMissed, { subscriptionId: id, organizationId, customerId, missed });
};
