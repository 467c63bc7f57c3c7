/**
 * Charges what a subscription had used when it ended, and prorated changes of product that waited for a next period:
 * otherwise an upgrade followed by a cancellation would be free. An amount too large for one order is split.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { emitAll } from '../../events.ts';
import { chargePayment } from '../../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../../subscriptions/find.ts';
import { isOfMonths } from '../../subscriptions/rules.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { type DueRows, hasSeller } from '../claims.ts';
import { countBegun } from '../entity.ts';
import { discountHolds } from '../rules.ts';
import { findWaitingLines, type WaitingLines } from './lines.ts';
import { beginAttempt, placeSubscriptionOrder, planSubscriptionOrder } from './order.ts';
import { type Cycle, discountOf } from './plan.ts';

const owesChanges = (subscription: string): string =>
  `${subscription}.ended_at >= ${subscription}.current_period_end AND NOT EXISTS (
     SELECT 1 FROM orders WHERE orders.subscription_id = ${subscription}.id AND orders.status IN ('pending', 'void'))`;

/**
 * Ended subscriptions with unbilled usage or changes. Those that were ended within their period, or were unpaid
 * before, owe nothing for changes. Those of deleted customers and sellers are skipped.
 */
export const unbilled: DueRows = {
  table: 'subscriptions',
  id: 'id',
  where: `work.id IN (SELECT subscription_id FROM usage_entries WHERE order_id IS NULL
      UNION ALL SELECT entries.subscription_id FROM subscription_entries entries
        JOIN subscriptions ON subscriptions.id = entries.subscription_id
        WHERE entries.order_id IS NULL AND ${owesChanges('subscriptions')})
    AND work.ended_at <= $1 AND ${hasSeller}
    AND EXISTS (SELECT 1 FROM customers WHERE customers.id = work.customer_id AND customers.deleted_at IS NULL)`,
  order: 'work.ended_at',
};

/**
 * The discount on the usage of the last period, as on an order of the next one that would begin at `end`; within the
 * period, as on one of this. The first order of a discount uses up `once`, which then covers none of its usage.
 */
export const discountAtEnd = (
  { row, discount }: FullSubscription,
  { usageAmount, end }: { usageAmount: number; end: Date },
): Cycle['discount'] => {
  const { currentPeriodStart, currentPeriodEnd, discountAppliedAt } = row;
  const periodStart = currentPeriodEnd && end < currentPeriodEnd ? currentPeriodStart : end;
  const appliedAt = discountAppliedAt ?? periodStart;
  const anchorDay = isOfMonths(row.recurringInterval) ? row.anchorDay : null;
  const isUsedUp = discount?.duration === 'once' && discountAppliedAt !== null;
  const holds = discount && !isUsedUp && discountHolds(discount, { appliedAt, periodStart, anchorDay });
  return discountOf(holds ? discount : null, usageAmount);
};

/** Returns whether there was something to charge. */
export const billEnded = async (billing: Billing, id: string): Promise<boolean> => {
  const em = billing.db.manager;
  const seen = await findSubscription(em, { id });
  const [full] = seen?.endedAt ? await fillSubscriptions(em, [seen]) : [];
  if (!full?.row.endedAt) return false;
  const { row } = full;
  const { endedAt } = full.row;
  const waiting = await findOwedLines(em, row);
  if (waiting.usageIds.length === 0 && waiting.entryIds.length === 0) return false;
  const key = `final:${endedAt.toISOString()}`;
  const plan = await planSubscriptionOrder(billing, full, {
    lines: waiting.lines,
    discount: discountAtEnd(full, { usageAmount: waiting.usageAmount, end: endedAt }),
    reason: 'subscription_cycle',
    key: waiting.isPart ? `${key}:${waiting.usageIds[0]}` : key,
  });
  const payment = await transact(billing.db, async (inner) => {
    const locked = await inner.findOne(SubscriptionEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    // Optimistic check: what was planned is still due.
    if (!isDeepStrictEqual(locked, row)) return undefined;
    if (!isDeepStrictEqual(await findOwedLines(inner, row), waiting)) return undefined;
    // Only the last order carries the end as its period start.
    const periodStart = waiting.isPart ? null : endedAt;
    const emptyBefore = await countBegun(inner, { subscriptionId: id, periodStart });
    const order = await placeSubscriptionOrder(inner, { full, plan, waiting, periodStart, emptyBefore });
    await emitAll(inner, order.events);
    return order.isDue ? beginAttempt(billing, inner, { order: order.row, attempt: 1 }) : null;
  });
  if (payment) await chargePayment(billing, payment);
  return payment !== undefined;
};

/** The waiting lines; without those of changes where only usage is owed (see `unbilled`). */
const findOwedLines = async (em: EntityManager, row: SubscriptionRow): Promise<WaitingLines> => {
  const waiting = await findWaitingLines(em, row);
  if (waiting.entryIds.length === 0 || (await doesOweChanges(em, row.id))) return waiting;
  return { ...waiting, lines: waiting.lines.filter(({ proration }) => !proration), entryIds: [] };
};

const doesOweChanges = async (em: EntityManager, id: string): Promise<boolean> =>
  (await sql(em, `SELECT 1 FROM subscriptions WHERE id = $1 AND ${owesChanges('subscriptions')}`, [id]))
    .length > 0;
