/**
 * Lines that wait for a subscription's next order besides the price of its period. The only source of such lines:
 * everything else that is charged with a period (metered usage) is found and settled here.
 */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import { share } from '@tessera/proto/api/money';
import type { EntityManager } from 'typeorm';
import { findTaxBehaviors } from '../../catalog/products/find.ts';
import type { OrderLine } from '../../orders/plan.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import {
  findWaitingEntries,
  markEntriesBilled,
  type SubscriptionEntryRow,
} from '../../subscriptions/entries.ts';
import { findWaitingUsage, markUsageBilled, type UsageEntryRow } from '../../usage/entries/entity.ts';
import { findRefundedCredit } from './paid.ts';

/** `usageAmount`: the sum of the usage lines. `isPart`: an order cannot hold more; the rest keeps waiting. */
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

/**
 * Maximum usage amount of an order: with the price of its period and tax it stays below 2^31, the limit of its
 * columns.
 */
const maxUsage = 1_000_000_000;

/**
 * Reads the waiting lines before the transaction that places the order, which re-checks them under the subscription's
 * lock.
 */
export const findWaitingLines = async (
  em: EntityManager,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<WaitingLines> => {
  if (!(await isAnythingWaiting(em, id))) return nothingWaits;
  const changes = await findWaitingChanges(em, { id });
  const all = await findWaitingUsage(em, id);
  const usage = fitting(all);
  return {
    ...changes,
    lines: [...changes.lines, ...usage.map(lineOf)],
    usageIds: usage.map(({ id: usageId }) => usageId),
    usageAmount: usage.reduce((sum, { amount }) => sum + amount, 0),
    isPart: usage.length < all.length,
  };
};

/** The waiting lines of prorated changes alone. */
export const findWaitingChanges = async (
  em: EntityManager,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<WaitingLines> => {
  const entries = await withoutRefunded(em, id, await findWaitingEntries(em, id));
  return {
    ...nothingWaits,
    lines: entries.map((entry) => ({ ...lineOf(entry), proration: true, since: entry.createdAt })),
    entryIds: entries.map((entry) => entry.id),
  };
};

const lineOf = ({ label, amount, productPriceId }: OrderLine): OrderLine => ({
  label,
  amount,
  productPriceId,
});

/** The waiting entries; credits are reduced by what was refunded of them since, the latest first. */
const withoutRefunded = async (
  em: EntityManager,
  id: string,
  entries: SubscriptionEntryRow[],
): Promise<SubscriptionEntryRow[]> => {
  const [first] = entries;
  if (!first || entries.every(({ amount }) => amount >= 0)) return entries;
  let refunded = await findRefundedCredit(em, id, first.createdAt);
  const behaviors = await findTaxBehaviors(
    em,
    entries.flatMap(({ productPriceId }) => productPriceId ?? []),
  );
  return entries
    .toReversed()
    .map((entry) => {
      const terms = behaviors.get(entry.productPriceId ?? '') ?? 'exclusive';
      const whole = refunded[terms];
      const gone = Math.min(whole, Math.max(0 - entry.amount, 0));
      if (gone === 0) return entry;
      const left = (amount: number) => amount - share(amount, { part: gone, whole, halves: 'even' });
      refunded = { exclusive: left(refunded.exclusive), inclusive: left(refunded.inclusive) };
      return { ...entry, amount: entry.amount + gone };
    })
    .toReversed();
};

/** The oldest entries that fit into an order. Each entry on its own fits. */
const fitting = (usage: UsageEntryRow[]): UsageEntryRow[] => {
  let sum = 0;
  const end = usage.findIndex(({ amount }) => {
    sum += amount;
    return sum > maxUsage;
  });
  return end === -1 ? usage : usage.slice(0, end);
};

/** Most periods have nothing besides their price, which one query on both tables shows. */
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

/** Assigns the lines to the order. A step of the transaction that places it. */
export const markLinesBilled = async (
  em: EntityManager,
  { entryIds, usageIds }: WaitingLines,
  orderId: string,
): Promise<void> => {
  await markEntriesBilled(em, entryIds, orderId);
  await markUsageBilled(em, usageIds, orderId);
};
