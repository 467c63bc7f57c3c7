/** Pending charges of a subscription's orders: until they settle, nothing that they are for counts as paid. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';

const restMilliseconds = 100;
const timeoutMilliseconds = 8_000;

/**
 * Whether an order of an active subscription waits for its payment; a failed charge makes the subscription past due.
 * To keep a charge from starting, the caller must hold the lock of the subscription.
 */
export const isBeingCharged = async (em: EntityManager, subscriptionId: string): Promise<boolean> => {
  const found = await sql(
    em,
    `SELECT 1 FROM renewals JOIN orders ON orders.id = renewals.order_id
     JOIN subscriptions ON subscriptions.id = renewals.subscription_id
     WHERE renewals.subscription_id = $1 AND orders.status = 'pending' AND subscriptions.status = 'active' LIMIT 1`,
    [subscriptionId],
  );
  return found.length > 0;
};

/** Waits until no charge is pending, at most eight seconds (wall-clock time). Returns whether that came. */
export const untilCharged = async ({ db }: Pick<Billing, 'db'>, subscriptionId: string): Promise<boolean> => {
  const until = performance.now() + timeoutMilliseconds;
  while (await isBeingCharged(db.manager, subscriptionId)) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, restMilliseconds));
  }
  return true;
};
