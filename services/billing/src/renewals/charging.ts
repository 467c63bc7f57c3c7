/** Orders of a subscription whose charge is under way: until it is through, nothing that they are for is paid. */
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';

const restMilliseconds = 100;
const timeoutMilliseconds = 8_000;

/**
 * Whether an order of one that is active waits for its money: a charge that fails leaves it past due. Whoever must be sure
 * that none begins holds the subscription.
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

/** Waits until nothing is, at most eight seconds (machine's time). Answers whether that came. */
export const untilCharged = async ({ db }: Pick<Billing, 'db'>, subscriptionId: string): Promise<boolean> => {
  const until = performance.now() + timeoutMilliseconds;
  while (await isBeingCharged(db.manager, subscriptionId)) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, restMilliseconds));
  }
  return true;
};
