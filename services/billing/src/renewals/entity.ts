/** Rows of renewals: the order of a period, and when its payment is tried again. */
import { column } from '@tessera/kit/database';
import { sql } from '@tessera/kit/sql';
import { type EntityManager, EntitySchema, In, IsNull, Not } from 'typeorm';

/**
 * `periodStart`: of the period that the order is for; null: it is for a change within one. `attempts` counts the tries
 * to take the money. `nextAttemptAt` null: one is under way, or no other will be made.
 */
export type RenewalRow = {
  orderId: string;
  organizationId: string;
  subscriptionId: string;
  periodStart: Date | null;
  attempts: number;
  nextAttemptAt: Date | null;
};

export const RenewalEntity = new EntitySchema<RenewalRow>({
  name: 'renewal',
  tableName: 'renewals',
  columns: {
    orderId: { type: 'uuid', name: 'order_id', primary: true },
    organizationId: column.uuid('organization_id'),
    subscriptionId: column.uuid('subscription_id'),
    periodStart: column.time('period_start', { nullable: true }),
    attempts: column.int('attempts'),
    nextAttemptAt: column.time('next_attempt_at', { nullable: true }),
  },
});

export const findRenewal = (em: EntityManager, orderId: string): Promise<RenewalRow | null> =>
  em.findOneBy(RenewalEntity, { orderId });

/** When the payments of orders are tried again, by order; one that is not is left out. */
export const findNextAttempts = async (
  em: EntityManager,
  orderIds: readonly string[],
): Promise<Map<string, Date>> => {
  if (orderIds.length === 0) return new Map();
  const rows = await em.findBy(RenewalEntity, { orderId: In([...orderIds]), nextAttemptAt: Not(IsNull()) });
  return new Map(
    rows.flatMap(({ orderId, nextAttemptAt }) => (nextAttemptAt ? [[orderId, nextAttemptAt]] : [])),
  );
};

/** Subscriptions whose period is over and that go on, the longest overdue first. */
export const findDueSubscriptionIds = async (
  em: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> => {
  const rows = await sql<{ id: string }>(
    em,
    `SELECT id FROM subscriptions
     WHERE status IN ('active', 'trialing') AND NOT cancel_at_period_end AND current_period_end <= $1
     ORDER BY current_period_end LIMIT $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
};

/** Orders whose payment is to be tried again. */
export const findDueRenewalIds = async (
  em: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> => {
  const rows = await sql<{ order_id: string }>(
    em,
    'SELECT order_id FROM renewals WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $2',
    [now, limit],
  );
  return rows.map(({ order_id }) => order_id);
};
