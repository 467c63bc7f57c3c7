/** Finds the discount on a subscription's current period. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { type FullDiscount, findDiscountsByIds } from '../catalog/discounts/find.ts';
import type { FullSubscription } from '../subscriptions/view.ts';

/**
 * A subscription whose discount was changed has still paid the current period with the former one, which the order
 * that began the period names. Null: none.
 */
export const findPeriodDiscount = async (
  em: EntityManager,
  { row, discount }: FullSubscription,
): Promise<FullDiscount | null> => {
  if (discount && row.discountAppliedAt) return discount;
  const [order] = await sql<{ discountId: string | null }>(
    em,
    `SELECT orders.discount_id AS "discountId" FROM orders LEFT JOIN renewals ON renewals.order_id = orders.id
     WHERE orders.subscription_id = $1 AND (orders.checkout_id IS NOT NULL OR renewals.period_start IS NOT NULL)
     ORDER BY orders.created_at DESC, orders.id DESC LIMIT 1`,
    [row.id],
  );
  const [found] = order?.discountId ? await findDiscountsByIds(em, [order.discountId]) : [];
  return found ?? null;
};
