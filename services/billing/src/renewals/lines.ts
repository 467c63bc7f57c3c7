/**
 * What waits for a subscription's next order beside the price of its period. The one place where such lines come from:
 * whatever else is to be charged with a period (units of meters) is found and settled here.
 */
import type { EntityManager } from 'typeorm';
import type { OrderLine } from '../orders/plan.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { findWaitingEntries, settleEntries } from '../subscriptions/entries.ts';

export type WaitingLines = { lines: OrderLine[]; entryIds: string[] };

/** As they are before the transaction that places the order; the subscription's lock then keeps them so. */
export const findWaitingLines = async (
  em: EntityManager,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<WaitingLines> => {
  const entries = await findWaitingEntries(em, id);
  return {
    lines: entries.map(({ label, amount, productPriceId }) => ({
      label,
      amount,
      productPriceId,
      proration: true,
    })),
    entryIds: entries.map(({ id: entryId }) => entryId),
  };
};

/** The order has them now. A step of the transaction that places it. */
export const settleLines = (em: EntityManager, { entryIds }: WaitingLines, orderId: string): Promise<void> =>
  settleEntries(em, entryIds, orderId);
