/** What an order that costs nothing now may still cost: its receipt must not say that nothing is to be paid. */
import type { Order } from '@tessera/proto/api/billing/order';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { findBalance } from '../customers/balance.ts';
import { dueAmountOf } from '../orders/due.ts';
import { findOrder } from '../orders/find.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import type { Facts } from './order-confirmation.ts';

/** Of an order that was charged nothing is asked: its receipt tells what was paid. */
export const comingOf = async (
  { db }: Pick<Billing, 'db'>,
  order: Order,
): Promise<Pick<Facts, 'hasUsage' | 'carriedAmount'>> => {
  if (dueAmountOf(order) > 0) return { hasUsage: false, carriedAmount: 0 };
  const { subscriptionId, totalAmount } = order;
  const row = subscriptionId === null ? null : await findSubscription(db.manager, { id: subscriptionId });
  const [full] = row ? await fillSubscriptions(db.manager, [row]) : [];
  const hasUsage = full?.prices.some(({ amountType }) => amountType === 'metered_unit') ?? false;
  return { hasUsage, carriedAmount: totalAmount > 0 ? await carriedBy(db.manager, order) : 0 };
};

/** How much of an order its customer owed then. One from before that was noted is judged by what is owed now. */
const carriedBy = async (em: EntityManager, order: Order): Promise<number> => {
  const noted = (await findOrder(em, { id: order.id }))?.carriedAmount ?? null;
  return noted ?? Math.min(Math.max(0, -(await findBalance(em, order))), order.totalAmount);
};
