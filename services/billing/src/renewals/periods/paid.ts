/**
 * What a customer has paid for the current period of a subscription and has not been refunded: the upper limit of
 * credits.
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

/** Minor units. `amount` is like an order's lines less its discount, `tax` what was added to or included in it. */
export type PaidForPeriod = { amount: number; tax: number };

/**
 * Sums the orders since the one that began the period. Credits on that one belong to the period before; lines that
 * wait for the next order and pending charges count as paid. Pending refunds count as refunded; what a refund took
 * from a credit (`refunds/credit.ts`) as not credited. Below 0 if more was credited than paid.
 */
const sumPeriod = async (em: EntityManager, { id }: { id: string }): Promise<PaidForPeriod> => {
  const [sums] = await sql<PaidForPeriod>(
    em,
    `WITH began AS (
       SELECT o.id, o.created_at FROM orders o LEFT JOIN renewals ON renewals.order_id = o.id
       WHERE o.subscription_id = $1 AND (o.checkout_id IS NOT NULL OR renewals.period_start IS NOT NULL)
       ORDER BY o.created_at DESC, o.id DESC LIMIT 1
     ), paid AS (
       SELECT o.id, o.id = began.id AS is_first, o.discount_amount,
         CASE WHEN o.id = began.id THEN greatest(o.refunded_amount, 0) ELSE o.refunded_amount END AS refunded_amount,
         CASE WHEN o.id = began.id THEN greatest(o.refunded_tax_amount, 0) ELSE o.refunded_tax_amount END AS refunded_tax_amount,
         o.tax_details ->> 'behavior' = 'inclusive' AS is_inside
       FROM orders o, began
       WHERE o.subscription_id = $1 AND (o.created_at, o.id) >= (began.created_at, began.id)
         AND o.status <> 'void'
     ), lines AS (
       SELECT i.amount, i.tax_amount FROM paid JOIN order_items i ON i.order_id = paid.id
       WHERE i.amount > 0 OR NOT paid.is_first
       UNION ALL
       SELECT -discount_amount - refunded_amount - CASE WHEN is_inside THEN refunded_tax_amount ELSE 0 END,
         -refunded_tax_amount FROM paid
       UNION ALL
       SELECT -r.amount - CASE WHEN is_inside THEN r.tax_amount ELSE 0 END, -r.tax_amount
       FROM paid JOIN refunds r ON r.order_id = paid.id AND r.status = 'pending'
       UNION ALL
       SELECT amount, 0 FROM subscription_entries WHERE subscription_id = $1 AND order_id IS NULL
     )
     SELECT coalesce(sum(amount), 0)::float8 AS amount, coalesce(sum(tax_amount), 0)::float8 AS tax
     FROM lines`,
    [id],
  );
  return sums ?? { amount: 0, tax: 0 };
};

/** Never below 0. */
export const findPaidForPeriod = async (
  em: EntityManager,
  subscription: { id: string },
): Promise<PaidForPeriod> => {
  const { amount, tax } = await sumPeriod(em, subscription);
  return { amount: Math.max(amount, 0), tax: Math.max(tax, 0) };
};

/**
 * Returns how much of the credit waiting for a subscription's next order was refunded since, and must not be credited
 * again.
 */
export const findRefundedCredit = async (
  em: EntityManager,
  subscription: { id: string },
): Promise<number> => {
  const { amount } = await sumPeriod(em, subscription);
  return Math.max(0 - amount, 0);
};
