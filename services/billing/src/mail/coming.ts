/** What an order that costs nothing now may still cost: its receipt must not say that nothing is to be paid. */
import type { Order } from '@tessera/proto/api/billing/order';
import type { Billing } from '../billing.ts';
import { findBalance } from '../customers/balance.ts';
import { dueAmountOf } from '../orders/due.ts';
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
  // The order itself does not tell how much of it the balance had, and how much the balance owes since.
  const owed = totalAmount > 0 ? Math.max(0, -(await findBalance(db.manager, order))) : 0;
  return { hasUsage, carriedAmount: Math.min(owed, totalAmount) };
};
