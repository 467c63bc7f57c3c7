/** Rows of renewals: the order of a period, and when its payment is tried again. */
import { column } from '@tessera/kit/database';
import { sql } from '@tessera/kit/sql';
import { type EntityManager, EntitySchema, In, IsNull, Not } from 'typeorm';
import { unsettled } from '../payments/service.ts';
import type { DueRows } from './claims.ts';

/**
 * `periodStart`: of the period that the order is for; null: it is for a change within one. `attempts` counts the tries
 * to take the money. `nextAttemptAt` null: one is under way, or no other will be made. `declinedMethodId`: the saved method
 * that was declined for good, which is not tried again.
 */
export type RenewalRow = {
  orderId: string;
  organizationId: string;
  subscriptionId: string;
  periodStart: Date | null;
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
    attempts: column.int('attempts'),
    nextAttemptAt: column.time('next_attempt_at', { nullable: true }),
    declinedMethodId: column.text('declined_method_id', { nullable: true }),
  },
});

export const findRenewal = (em: EntityManager, orderId: string): Promise<RenewalRow | null> =>
  em.findOneBy(RenewalEntity, { orderId });

/** Its payment is not tried again: the order is paid. */
export const endAttempts = (em: EntityManager, orderId: string): Promise<unknown> =>
  em.query('UPDATE renewals SET next_attempt_at = NULL WHERE order_id = $1 AND next_attempt_at IS NOT NULL', [
    orderId,
  ]);

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
export const dueSubscriptions: DueRows = {
  table: 'subscriptions',
  id: 'id',
  where: `work.status IN ('active', 'trialing') AND NOT work.cancel_at_period_end AND work.current_period_end <= $1`,
  order: 'work.current_period_end',
};

/** Orders whose payment is to be tried again. */
export const dueRetries: DueRows = {
  table: 'renewals',
  id: 'order_id',
  where: 'work.next_attempt_at <= $1',
  order: 'work.next_attempt_at',
};

/** Orders of subscriptions that wait for money which is not on its way. */
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
