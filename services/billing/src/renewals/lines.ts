/**
 * What waits for a subscription's next order beside the price of its period. The one place where such lines come from:
 * whatever else is to be charged with a period (units of meters) is found and settled here.
 */
import type { EntityManager } from 'typeorm';
import type { OrderLine } from '../orders/plan.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { findWaitingEntries, markEntriesBilled } from '../subscriptions/entries.ts';
import { findWaitingUsage, markUsageBilled } from '../usage/entries/entity.ts';

/** `usageAmount`: what units of meters come to, of all the lines. */
export type WaitingLines = {
  lines: OrderLine[];
  entryIds: string[];
  usageIds: string[];
  usageAmount: number;
};

export const nothingWaits: WaitingLines = { lines: [], entryIds: [], usageIds: [], usageAmount: 0 };

/** As they are before the transaction that places the order; the subscription's lock then keeps them so. */
export const findWaitingLines = async (
  em: EntityManager,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<WaitingLines> => {
  const entries = await findWaitingEntries(em, id);
  const usage = await findWaitingUsage(em, id);
  const lineOf = ({ label, amount, productPriceId }: OrderLine) => ({ label, amount, productPriceId });
  return {
    lines: [...entries.map((entry) => ({ ...lineOf(entry), proration: true })), ...usage.map(lineOf)],
    entryIds: entries.map(({ id: entryId }) => entryId),
    usageIds: usage.map(({ id: usageId }) => usageId),
    usageAmount: usage.reduce((sum, { amount }) => sum + amount, 0),
  };
};

/** The order has them now. A step of the transaction that places it. */
export const markLinesBilled = async (
  em: EntityManager,
  { entryIds, usageIds }: WaitingLines,
  orderId: string,
): Promise<void> => {
  await markEntriesBilled(em, entryIds, orderId);
  await markUsageBilled(em, usageIds, orderId);
};
