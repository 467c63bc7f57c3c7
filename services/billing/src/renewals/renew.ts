/**
 * A subscription whose period is over goes on: one transaction writes the next period, its order and the payment that is
 * about to be made; the processor is asked outside of it, under a key of order and attempt. Replicas may do so side by
 * side: a period is renewed once, whoever comes first.
 */
import { isDeepStrictEqual } from 'node:util';
import { transact } from '@tessera/kit/outbox';
import { subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { markStateChanged } from '../customers/marks.ts';
import { emitAll } from '../events.ts';
import type { OrderPlan } from '../orders/plan.ts';
import type { PaymentRow } from '../payments/service.ts';
import { chargePayment } from '../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { type FullSubscription, subscriptionEvent } from '../subscriptions/view.ts';
import { findWaitingLines, type WaitingLines } from './lines.ts';
import { beginAttempt, placeSubscriptionOrder, planSubscriptionOrder } from './order.ts';
import { type Cycle, nextCycle } from './plan.ts';

/** Renews a subscription, if that is due. Answers whether it was. */
export const renewSubscription = async (billing: Billing, id: string): Promise<boolean> => {
  const em = billing.db.manager;
  const seen = await findSubscription(em, { id });
  if (!seen || !isDue(seen, billing.now())) return false;
  const [full] = await fillSubscriptions(em, [seen]);
  if (!full) return false;
  const waiting = await findWaitingLines(em, seen);
  const cycle = nextCycle(full, billing.now());
  const plan = await planSubscriptionOrder(billing, full, {
    lines: [...cycle.lines, ...waiting.lines],
    discount: cycle.discount,
    reason: 'subscription_cycle',
    key: cycle.period.start.toISOString(),
  });
  const payment = await transact(billing.db, (inner) =>
    writeRenewal(billing, inner, full, { cycle, plan, waiting }),
  );
  if (payment === undefined) return false;
  if (payment) await chargePayment(billing, payment);
  return true;
};

const isDue = ({ status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionRow, now: Date): boolean =>
  status === 'active' && !cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd <= now;

type Renewal = { cycle: Cycle; plan: OrderPlan; waiting: WaitingLines };

/** Undefined: somebody else has renewed it, or it has changed. Null: nothing is to be charged. */
const writeRenewal = async (
  billing: Billing,
  em: EntityManager,
  full: FullSubscription,
  { cycle: { period, changes }, plan, waiting }: Renewal,
): Promise<PaymentRow | null | undefined> => {
  const locked = await em.findOne(SubscriptionEntity, {
    where: { id: full.row.id },
    lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
  });
  // What was planned is still what is due.
  if (!locked || !isDeepStrictEqual(locked, full.row)) return undefined;
  const row = { ...locked, ...changes };
  await em.update(SubscriptionEntity, { id: row.id }, changes);
  const renewed = { ...full, row, discount: row.discountId ? full.discount : null };
  const order = await placeSubscriptionOrder(em, {
    full: { ...renewed, discount: full.discount },
    plan,
    waiting,
    periodStart: period.start,
  });
  await markStateChanged(em, row.customerId);
  await emitAll(em, [subscriptionEvent(subscriptionUpdated, renewed), ...order.events]);
  if (period.missed > 0)
    billing.log.warn(
      { subscriptionId: row.id, missed: period.missed },
      'periods were missed, and not charged',
    );
  return order.isDue ? beginAttempt(billing, em, { order: order.row, attempt: 1 }) : null;
};
