/** Rows of renewals: the order of a period, and the time of its next payment attempt. */
import { column } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, EntitySchema } from 'typeorm';
import { unsettled } from '../payments/service.ts';
import { type DueRows, hasSeller } from './claims.ts';

/**
 * `periodStart`: of the order's period; null: the order is for a change within one. `emptyBefore`: how many periods
 * that began then were over at once, as after several changes of interval at one time; no two orders of a subscription
 * have both in common. `attempts` counts payment attempts. `nextAttemptAt` null: one is in progress, or there will be
 * none. `declinedMethodId`: the saved method with a final decline, which is not charged again.
 */
export type RenewalRow = {
  orderId: string;
  organizationId: string;
  subscriptionId: string;
  periodStart: Date | null;
  emptyBefore: number;
  attempts: number;
  nextAttemptAt: Date | null;
  declinedMethodId: string | null;
};

export const RenewalEntity = new EntitySchema<RenewalRow>({
  name: 'renewal',
  tableName: 'renewals',
  columns: {
    orderId: { type: 'uuid', name: 'order_id', primary: true },
    organizationId: column.uuid('organization_id'),
    subscriptionId: column.uuid('subscription_id'),
    periodStart: column.time('period_start', { nullable: true }),
    emptyBefore: column.int('empty_before'),
    attempts: column.int('attempts'),
    nextAttemptAt: column.time('next_attempt_at', { nullable: true }),
    declinedMethodId: column.text('declined_method_id', { nullable: true }),
  },
});

export const findRenewal = (em: EntityManager, orderId: string): Promise<RenewalRow | null> =>
  em.findOneBy(RenewalEntity, { orderId });

/**
 * `emptyBefore` for the order of a period that begins now and ends any other that has begun now. Renewals do not ask:
 * theirs is the first order of its time, or the period is renewed already. The caller holds the subscription's lock.
 */
export const countBegun = async (
  em: EntityManager,
  { subscriptionId, periodStart }: Pick<RenewalRow, 'subscriptionId' | 'periodStart'>,
): Promise<number> => (periodStart ? await em.countBy(RenewalEntity, { subscriptionId, periodStart }) : 0);

/** Cancels further attempts: the order is paid. */
export const endAttempts = (em: EntityManager, orderId: string): Promise<unknown> =>
  em.query('UPDATE renewals SET next_attempt_at = NULL WHERE order_id = $1 AND next_attempt_at IS NOT NULL', [
    orderId,
  ]);

/** Subscriptions to renew whose period is over, the longest overdue first. */
export const dueSubscriptions: DueRows = {
  table: 'subscriptions',
  id: 'id',
  where: `work.status IN ('active', 'trialing') AND NOT work.cancel_at_period_end AND work.current_period_end <= $1
    AND ${hasSeller}`,
  order: 'work.current_period_end',
};

/** Orders whose payment is due for a retry. */
export const dueRetries: DueRows = {
  table: 'renewals',
  id: 'order_id',
  where: 'work.next_attempt_at <= $1',
  order: 'work.next_attempt_at',
};

/**
 * Of orders, returns the unpaid ones whose subscription has ended since. The order for the last usage is placed after
 * the end, and is not among them.
 */
export const findLate = async (em: EntityManager, orderIds: readonly string[]): Promise<string[]> => {
  const found = await sql<{ id: string }>(
    em,
    `SELECT orders.id FROM orders JOIN subscriptions ON subscriptions.id = orders.subscription_id
     WHERE orders.id = ANY($1::uuid[]) AND orders.status = 'pending' AND orders.created_at < subscriptions.ended_at
     ORDER BY orders.id`,
    [orderIds],
  );
  return found.map(({ id }) => id);
};

/** Returns unpaid orders of subscriptions that have no unsettled payment. */
export const findOwed = async (em: EntityManager, subscriptionIds: readonly string[]): Promise<string[]> => {
  const found = await sql<{ id: string }>(
    em,
    `SELECT orders.id FROM renewals JOIN orders ON orders.id = renewals.order_id
     WHERE renewals.subscription_id = ANY($1::uuid[]) AND orders.status = 'pending' AND renewals.attempts > 0
       AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.purpose_kind = ANY($2)
         AND payments.purpose_id = orders.id AND payments.status = ANY($3))
     ORDER BY orders.id`,
    [subscriptionIds, ['renewal', 'proration', 'order_retry'], unsettled],
  );
  return found.map(({ id }) => id);
};

/** Returns unpaid orders whose next payment attempt is not before their subscription's end. */
export const findDropped = async (
  em: EntityManager,
  { subscriptionId, endsAt }: { subscriptionId: string; endsAt: Date },
): Promise<string[]> => {
  const found = await sql<{ id: string }>(
    em,
    `SELECT orders.id FROM renewals JOIN orders ON orders.id = renewals.order_id
     WHERE renewals.subscription_id = $1 AND orders.status = 'pending' AND renewals.next_attempt_at >= $2
     ORDER BY orders.id`,
    [subscriptionId, endsAt],
  );
  return found.map(({ id }) => id);
};
