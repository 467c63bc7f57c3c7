/**
 * Renews subscriptions whose period is over: one transaction writes the next period, its order and the payment to be
 * made; the processor is called outside of it, with an idempotency key of order and attempt. Safe to run in several
 * replicas concurrently: each period is renewed once.
 */
import { isDeepStrictEqual } from 'node:util';
import { batchedBy } from '@tessera/kit/background/batched';
import { limited } from '@tessera/kit/background/limited';
import { changeEach } from '@tessera/kit/database/rows';
import { emit, transact } from '@tessera/kit/events/outbox';
import { periodsMissed, subscriptionUpdated } from '@tessera/proto/events/billing';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { findOwnCredit } from '../../entitlements/grants/own-credit.ts';
import { emitAll, type OutboxEvent } from '../../events.ts';
import type { OrderPlan } from '../../orders/plan.ts';
import type { PayableMethod } from '../../payments/methods/choose.ts';
import type { PaymentRow } from '../../payments/service.ts';
import { chargePayment } from '../../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../../subscriptions/find.ts';
import { lockSubscription, lockSubscriptions } from '../../subscriptions/lock.ts';
import { type Moved, moveBetween } from '../../subscriptions/move.ts';
import { findPayableMethod } from '../../subscriptions/own-method.ts';
import { activeStatuses } from '../../subscriptions/rules.ts';
import { type FullSubscription, subscriptionEvents } from '../../subscriptions/view.ts';
import { closePeriod } from '../../usage/entries/close.ts';
import { findWaitingLines, type WaitingLines } from './lines.ts';
import {
  beginAttempt,
  type PlacedSubscriptionOrder,
  placeSubscriptionOrders,
  planSubscriptionOrder,
} from './order.ts';
import { pauseDue } from './pause.ts';
import { applyPending, writeMove } from './pending.ts';
import { type Cycle, discountWith, nextCycle } from './plan.ts';
import { endBesideAnother, endsBesideAnother } from './repeated.ts';
import { endsWithTrial, endTrial } from './trial-end.ts';

/** Renews a subscription that is due, period by period until it is up to date. Returns whether it was due. */
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

/** How often a renewal is planned again because its subscription has changed in the meantime. */
const maxTries = 5;

/** `more`: the new period is over, too. */
const renewOnce = async (
  billing: Billing,
  id: string,
): Promise<'nothing' | 'changed' | 'renewed' | 'more'> => {
  const em = billing.db.manager;
  const seen = await findSubscription(em, { id });
  if (!seen || !isDue(seen, billing.now())) return 'nothing';
  if (seen.pauseAtPeriodEnd) return (await alone(() => pauseDue(billing, seen))) ? 'renewed' : 'changed';
  if (await endsBesideAnother(billing, seen))
    return (await alone(() => endBesideAnother(billing, seen))) ? 'renewed' : 'changed';
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
  if (seen.status === 'trialing' && (await endsWithTrial(billing, moved.full, plan)))
    return (await alone(() => endTrial(billing, seen))) ? 'renewed' : 'changed';
  // Read before the transaction, during which other sales of the seller wait.
  const isCharged = plan.row.totalAmount > 0;
  const method = isCharged
    ? await findPayableMethod(billing.payments, em, { ...seen, subscriptionId: id })
    : undefined;
  const payment = await write(billing, { full, moved, cycle, plan, waiting, method });
  if (payment === undefined) return 'changed';
  if (payment) await chargePayment(billing, payment);
  return cycle.period.end <= billing.now() ? 'more' : 'renewed';
};

const isDue = ({ status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionRow, now: Date): boolean =>
  activeStatuses.some((active) => active === status) &&
  !cancelAtPeriodEnd &&
  currentPeriodEnd !== null &&
  currentPeriodEnd <= now;

/** Turns usage into lines of the coming order; once per period, however often its renewal is retried. */
const closeUse = async (
  { db, now }: Billing,
  { row: { id, currentPeriodEnd } }: FullSubscription,
): Promise<FullSubscription | undefined> => {
  const close = async (em: EntityManager): Promise<void> => {
    const subscription = await lockSubscription(em, id);
    const isSame = subscription.currentPeriodEnd?.getTime() === currentPeriodEnd?.getTime();
    if (isSame && currentPeriodEnd && isDue(subscription, now()))
      await closePeriod(em, now(), {
        ...{ subscription, until: currentPeriodEnd },
        findOwn: () => findOwnCredit(em, subscription, { until: currentPeriodEnd }),
      });
  };
  await alone(() => transact(db, close));
  const present = await findSubscription(db.manager, { id });
  const [full] = present ? await fillSubscriptions(db.manager, [present]) : [];
  return full;
};

/** `method` undefined: none is needed; null: none is saved. */
type Renewal = {
  full: FullSubscription;
  moved: Moved;
  cycle: Cycle;
  plan: OrderPlan;
  waiting: WaitingLines;
  method: PayableMethod | null | undefined;
};

/** Undefined: it has changed in the meantime. Null: there is nothing to charge. */
type Written = PaymentRow | null | undefined;

/** Maximum number of renewals per transaction: meanwhile other sales of their sellers wait for invoice numbers. */
const maxTogether = 25;
/** Maximum number of concurrent single-renewal transactions: requests need connections too. */
const alone = limited(8);

/**
 * Concurrent calls share the next transaction. A renewal that needs further statements has its own transaction, so
 * that it delays no other.
 */
const write = (billing: Billing, renewal: Renewal): Promise<Written> =>
  isPlain(renewal)
    ? writeTogether(billing.db, { billing, renewal })
    : alone(async () => (await transact(billing.db, (em) => writeRenewals(billing, em, [renewal])))[0]);

const isPlain = ({ full: { row, meters }, cycle, waiting, method }: Renewal): boolean =>
  row.status === 'active' &&
  row.pendingUpdate === null &&
  meters.length === 0 &&
  cycle.period.missed === 0 &&
  waiting.lines.length === 0 &&
  method !== null;

const writeTogether = batchedBy(
  maxTogether,
  async (db: DataSource, asked: { billing: Billing; renewal: Renewal }[]): Promise<Written[]> => {
    const [{ billing } = { billing: undefined }] = asked;
    if (!billing) return [];
    const renewals = asked.map(({ renewal }) => renewal);
    return transact(db, (em) => writeRenewals(billing, em, renewals));
  },
);

/** Returns the results in the order of `renewals`. */
const writeRenewals = async (
  billing: Billing,
  em: EntityManager,
  renewals: readonly Renewal[],
): Promise<Written[]> => {
  const ids = renewals.map(({ full }) => full.row.id);
  const locked = await lockSubscriptions(em, ids);
  // Optimistic check: what was planned is still due. Of duplicates, only the first is renewed.
  const due = renewals.filter(
    ({ full: { row } }, at) => ids.indexOf(row.id) === at && isDeepStrictEqual(locked.get(row.id), row),
  );
  if (due.length === 0) return renewals.map(() => undefined);
  await changeEach(
    em,
    SubscriptionEntity,
    due.map(({ full, moved, cycle }) => ({ id: full.row.id, ...moved.changes, ...cycle.changes })),
  );
  const renewed: FullSubscription[] = [];
  for (const renewal of due) renewed.push(await renewedOf(billing, em, renewal));
  await markStatesChanged(
    em,
    due.map(({ full }) => full.row.customerId),
  );
  // Built before the orders: events are emitted in the order in which they were created.
  const moves = renewed.map((full, at) =>
    subscriptionEvents([subscriptionUpdated], full, moveBetween(due[at]?.full.row, full.row)),
  );
  const orders = await placeSubscriptionOrders(
    em,
    due.map(({ moved, plan, waiting, cycle: { period } }, at) => {
      const full = { ...(renewed[at] as FullSubscription), discount: moved.full.discount };
      return { full, plan, waiting, periodStart: period.start };
    }),
  );
  const payments = new Map<Renewal, Written>();
  for (const [at, renewal] of due.entries()) {
    const order = orders[at] as PlacedSubscriptionOrder;
    payments.set(renewal, await emitAndBegin(billing, em, { renewal, moves: moves[at] ?? [], order }));
  }
  return renewals.map((renewal) => payments.get(renewal));
};

/** The renewed subscription, with the meters of its new product or prices. */
const renewedOf = async (
  billing: Billing,
  em: EntityManager,
  { full, moved, cycle }: Renewal,
): Promise<FullSubscription> => {
  const row = { ...full.row, ...moved.changes, ...cycle.changes };
  const meters = await writeMove(em, billing.now(), full, moved);
  return { ...moved.full, row, meters, discount: row.discountId ? moved.full.discount : null };
};

/** Emits the events of a renewal and writes the payment to be made; null: there is nothing to charge. */
const emitAndBegin = async (
  billing: Billing,
  em: EntityManager,
  {
    renewal: { full: before, cycle, method },
    moves,
    order,
  }: { renewal: Renewal; moves: readonly OutboxEvent[]; order: PlacedSubscriptionOrder },
): Promise<PaymentRow | null> => {
  await emitAll(em, [...moves, ...order.events]);
  if (cycle.period.missed > 0) await emitMissedPeriods(billing, em, before.row, cycle.period.missed);
  const customer = before.customer.deletedAt === null ? before.customer : undefined;
  const isAfterTrial = before.row.status === 'trialing';
  const attempt = { order: order.row, attempt: 1, isAfterTrial, customer, method };
  return order.isDue ? beginAttempt(billing, em, attempt) : null;
};

/** The seller reads it in the subscription's history, the operator in the log. */
const emitMissedPeriods = async (
  { log }: Pick<Billing, 'log'>,
  em: EntityManager,
  { id, organizationId, customerId }: SubscriptionRow,
  missed: number,
): Promise<void> => {
  log.warn({ subscriptionId: id, missed }, 'periods were missed, and not charged');
  await emit(em, periodsMissed, { subscriptionId: id, organizationId, customerId, missed });
};
