/** Amounts that may follow an order without a charge: its receipt must not claim that nothing will be charged. */
import type { Order } from '@tessera/proto/api/billing/order';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { findBalance } from '../../customers/balance.ts';
import { dueAmountOf } from '../../orders/due.ts';
import { findOrder } from '../../orders/find.ts';
import { fillSubscriptions, findSubscription } from '../../subscriptions/find.ts';
import type { Facts } from './order-confirmation.ts';

/** Only for orders without a charge: other receipts state what was paid. */
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

/** The part carried over as debt. For orders from before this was stored, judged by the present balance. */
const carriedBy = async (em: EntityManager, order: Order): Promise<number> => {
  const noted = (await findOrder(em, { id: order.id }))?.carriedAmount ?? null;
  return noted ?? Math.min(Math.max(0, -(await findBalance(em, order))), order.totalAmount);
};
