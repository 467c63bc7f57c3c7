/**
 * What waits for a subscription's next order beside the price of its period. The one place where such lines come from:
 * whatever else is to be charged with a period (units of meters) is found and settled here.
 */
import { readByIds } from '@tessera/kit/read-by-ids';
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import type { OrderLine } from '../orders/plan.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import {
  findWaitingEntries,
  markEntriesBilled,
  type SubscriptionEntryRow,
} from '../subscriptions/entries.ts';
import { findWaitingUsage, markUsageBilled, type UsageEntryRow } from '../usage/entries/entity.ts';
import { findRefundedCredit } from './paid.ts';

/** `usageAmount`: what units of meters come to, of all the lines. `isPart`: an order does not hold more, the rest goes on waiting. */
export type WaitingLines = {
  lines: OrderLine[];
  entryIds: string[];
  usageIds: string[];
  usageAmount: number;
  isPart: boolean;
};

export const nothingWaits: WaitingLines = {
  lines: [],
  entryIds: [],
  usageIds: [],
  usageAmount: 0,
  isPart: false,
};

/** Most that an order takes of units: with the price of its period and the tax on both it stays within its columns' 2^31. */
const mostUsage = 1_000_000_000;

/** As they are before the transaction that places the order; the subscription's lock then keeps them so. */
export const findWaitingLines = async (
  em: EntityManager,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<WaitingLines> => {
  if (!(await isAnythingWaiting(em, id))) return nothingWaits;
  const entries = await withoutRefunded(em, id, await findWaitingEntries(em, id));
  const all = await findWaitingUsage(em, id);
  const usage = fitting(all);
  const lineOf = ({ label, amount, productPriceId }: OrderLine) => ({ label, amount, productPriceId });
  return {
    lines: [...entries.map((entry) => ({ ...lineOf(entry), proration: true })), ...usage.map(lineOf)],
    entryIds: entries.map(({ id: entryId }) => entryId),
    usageIds: usage.map(({ id: usageId }) => usageId),
    usageAmount: usage.reduce((sum, { amount }) => sum + amount, 0),
    isPart: usage.length < all.length,
  };
};

/** What waits, credits without what of them was paid back since: of the latest first. */
const withoutRefunded = async (
  em: EntityManager,
  id: string,
  entries: SubscriptionEntryRow[],
): Promise<SubscriptionEntryRow[]> => {
  if (entries.every(({ amount }) => amount >= 0)) return entries;
  let refunded = await findRefundedCredit(em, { id });
  return entries
    .toReversed()
    .map((entry) => {
      const gone = Math.min(refunded, Math.max(0 - entry.amount, 0));
      refunded -= gone;
      return gone === 0 ? entry : { ...entry, amount: entry.amount + gone };
    })
    .toReversed();
};

/** The oldest, as far as an order holds them. Each by itself is less than that. */
const fitting = (usage: UsageEntryRow[]): UsageEntryRow[] => {
  let sum = 0;
  const end = usage.findIndex(({ amount }) => {
    sum += amount;
    return sum > mostUsage;
  });
  return end === -1 ? usage : usage.slice(0, end);
};

/** Most periods have nothing beside their price: one look at both tables tells. */
const isAnythingWaiting = async (em: EntityManager, subscriptionId: string): Promise<boolean> =>
  (await readWaiting(em, [subscriptionId])).has(subscriptionId);

const readWaiting = readByIds(async (em, subscriptionIds) => {
  const rows = await sql<{ id: string }>(
    em,
    `SELECT subscription_id AS id FROM subscription_entries
     WHERE subscription_id = ANY($1::uuid[]) AND order_id IS NULL
     UNION SELECT subscription_id FROM usage_entries
     WHERE subscription_id = ANY($1::uuid[]) AND order_id IS NULL`,
    [subscriptionIds],
  );
  return new Map(rows.map(({ id }) => [id, true] as const));
});

/** The order has them now. A step of the transaction that places it. */
export const markLinesBilled = async (
  em: EntityManager,
  { entryIds, usageIds }: WaitingLines,
  orderId: string,
): Promise<void> => {
  await markEntriesBilled(em, entryIds, orderId);
  await markUsageBilled(em, usageIds, orderId);
};
