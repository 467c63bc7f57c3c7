/** What is still owed for subscriptions that are over. */
import type { EntityManager } from 'typeorm';
import { voidOrder } from '../orders/pay.ts';
import { endAttempts, findOwed } from './entity.ts';

/**
 * Nobody is charged for it any more, nor can pay it by hand: nothing would be given for the money. What is on its way is
 * left to whoever hears of it. The subscriptions are held.
 */
export const voidOwed = async (
  em: EntityManager,
  now: Date,
  subscriptionIds: readonly string[],
): Promise<void> => {
  if (subscriptionIds.length === 0) return;
  for (const orderId of await findOwed(em, subscriptionIds)) {
    await endAttempts(em, orderId);
    await voidOrder(em, now, orderId);
  }
};
