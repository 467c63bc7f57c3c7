/**
 * A subscription whose period is over goes on: one transaction writes the next period, its order and the payment that is
 * about to be made; the processor is asked outside of it, under a key of order and attempt. Replicas may do so side by
 * side: a period is renewed once, whoever comes first.
 */
import { isDeepStrictEqual } from 'node:util';
import { batchedBy } from '@tessera/kit/batched';
import { limited } from '@tessera/kit/limited';
import { emit, transact } from '@tessera/kit/outbox';
import { changeEach } from '@tessera/kit/rows';
import { periodsMissed, subscriptionUpdated } from '@tessera/proto/events/billing';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { markStatesChanged } from '../customers/marks.ts';
import { emitAll, type OutboxEvent } from '../events.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { findPayableMethod, type PayableMethod } from '../payments/methods/choose.ts';
import type { PaymentRow } from '../payments/service.ts';
import { chargePayment } from '../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { lockSubscription, lockSubscriptions } from '../subscriptions/lock.ts';
import { type Moved, moveBetween } from '../subscriptions/move.ts';
import { activeStatuses } from '../subscriptions/rules.ts';
import { type FullSubscription, subscriptionEvents } from '../subscriptions/view.ts';
import { closePeriod } from '../usage/entries/close.ts';
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
  if (seen.status === 'trialing' && (await endsWithTrial(billing, seen, plan)))
    return (await alone(() => endTrial(billing, seen))) ? 'renewed' : 'changed';
  // Before the transaction, from where its seller's other sales wait for it.
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

/** What was used becomes lines of the order that comes; once a period, however often its renewal is tried. */
const closeUse = async (
  { db, now }: Billing,
  { row: { id, currentPeriodEnd } }: FullSubscription,
): Promise<FullSubscription | undefined> => {
  const close = async (em: EntityManager): Promise<void> => {
    const subscription = await lockSubscription(em, id);
    const isSame = subscription.currentPeriodEnd?.getTime() === currentPeriodEnd?.getTime();
    if (isSame && currentPeriodEnd && isDue(subscription, now()))
      await closePeriod(em, now(), { subscription, until: currentPeriodEnd });
  };
  await alone(() => transact(db, close));
  const present = await findSubscription(db.manager, { id });
  const [full] = present ? await fillSubscriptions(db.manager, [present]) : [];
  return full;
};

/** `method` undefined: none is needed; null: there is none. */
type Renewal = {
  full: FullSubscription;
  moved: Moved;
  cycle: Cycle;
  plan: OrderPlan;
  waiting: WaitingLines;
  method: PayableMethod | null | undefined;
};

/** Undefined: it has changed meanwhile. Null: nothing is to be charged. */
type Written = PaymentRow | null | undefined;

/** Renewals that one transaction writes at most: meanwhile other sales of their sellers wait for their numbers. */
const maxTogether = 25;
/** Transactions of single ones at once: requests need connections too. */
const alone = limited(8);

/**
 * Those that come while others are written make up the next transaction. One that needs more than the statements all share
 * has a transaction of its own, in which it delays no other.
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

/** In their order. */
const writeRenewals = async (
  billing: Billing,
  em: EntityManager,
  renewals: readonly Renewal[],
): Promise<Written[]> => {
  const ids = renewals.map(({ full }) => full.row.id);
  const locked = await lockSubscriptions(em, ids);
  // What was planned is still what is due; once, if somebody asks twice.
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
  // Before the orders: events go out in the order in which they were made.
  const told = renewed.map((full, at) =>
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
    payments.set(renewal, await tellAndBegin(billing, em, { renewal, told: told[at] ?? [], order }));
  }
  return renewals.map((renewal) => payments.get(renewal));
};

/** The subscription as it is now, with the meters of what it has moved to. */
const renewedOf = async (
  billing: Billing,
  em: EntityManager,
  { full, moved, cycle }: Renewal,
): Promise<FullSubscription> => {
  const row = { ...full.row, ...moved.changes, ...cycle.changes };
  const meters = await writeMove(em, billing.now(), full, moved);
  return { ...moved.full, row, meters, discount: row.discountId ? moved.full.discount : null };
};

/** Tells of a renewal, and writes the payment that is about to be made; null: nothing is to be charged. */
const tellAndBegin = async (
  billing: Billing,
  em: EntityManager,
  {
    renewal: { full: before, cycle, method },
    told,
    order,
  }: { renewal: Renewal; told: readonly OutboxEvent[]; order: PlacedSubscriptionOrder },
): Promise<PaymentRow | null> => {
  await emitAll(em, [...told, ...order.events]);
  if (cycle.period.missed > 0) await emitMissedPeriods(billing, em, before.row, cycle.period.missed);
  const customer = before.customer.deletedAt === null ? before.customer : undefined;
  const isAfterTrial = before.row.status === 'trialing';
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
