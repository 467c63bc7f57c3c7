/**
 * What a customer has paid for the current period of a subscription and has not been refunded: the upper limit of
 * credits.
 */
import { sql } from '@tessera/kit/database/sql';
import type { TaxDetails } from '@tessera/proto/api/billing/tax';
import type { EntityManager } from 'typeorm';

/** Minor units. `amount` is like an order's lines less its discount, `tax` what was added to or included in it. */
export type PaidForPeriod = { amount: number; tax: number };

/**
 * Sums the orders of a period, from the one that began it. Credits on that one belong to the period before; lines that
 * wait for the next order and pending charges count as paid. Pending refunds count as refunded; what a refund took
 * from a credit (`refunds/credit.ts`) as not credited. Below 0 if more was credited than paid. `at`: the last period
 * that had begun then.
 */
const sumPeriod = async (em: EntityManager, id: string, at: Date | null = null): Promise<PaidForPeriod> => {
  const [sums] = await sql<PaidForPeriod>(
    em,
    `WITH marks AS (
       SELECT o.id, o.created_at FROM orders o LEFT JOIN renewals ON renewals.order_id = o.id
       WHERE o.subscription_id = $1 AND (o.checkout_id IS NOT NULL OR renewals.period_start IS NOT NULL)
     ), began AS (
       SELECT id, created_at FROM marks WHERE $2::timestamptz IS NULL OR created_at <= $2
       ORDER BY created_at DESC, id DESC LIMIT 1
     ), next AS (
       SELECT marks.id, marks.created_at FROM marks, began
       WHERE (marks.created_at, marks.id) > (began.created_at, began.id)
       ORDER BY marks.created_at, marks.id LIMIT 1
     ), paid AS (
       SELECT o.id, o.id = began.id AS is_first, o.discount_amount,
         CASE WHEN o.id = began.id THEN greatest(o.refunded_amount, 0) ELSE o.refunded_amount END AS refunded_amount,
         CASE WHEN o.id = began.id THEN greatest(o.refunded_tax_amount, 0) ELSE o.refunded_tax_amount END AS refunded_tax_amount,
         o.tax_details ->> 'behavior' = 'inclusive' AS is_inside
       FROM orders o, began LEFT JOIN next ON true
       WHERE o.subscription_id = $1 AND (o.created_at, o.id) >= (began.created_at, began.id)
         AND (next.id IS NULL OR (o.created_at, o.id) < (next.created_at, next.id))
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
       SELECT e.amount, 0 FROM subscription_entries e, began LEFT JOIN next ON true
       WHERE e.subscription_id = $1 AND e.order_id IS NULL AND e.created_at >= began.created_at
         AND (next.id IS NULL OR e.created_at < next.created_at)
     )
     SELECT coalesce(sum(amount), 0)::float8 AS amount, coalesce(sum(tax_amount), 0)::float8 AS tax
     FROM lines`,
    [id, at],
  );
  return sums ?? { amount: 0, tax: 0 };
};

/** The tax on what a period was charged last, what it was charged, and when: its rates are those of a credit. */
export type TaxOfPeriod = PaidForPeriod & { details: TaxDetails | null; at: Date | null };

/**
 * Of the latest order of the period at `at` (absent: the present one) that charged something until then; the credits
 * on it are left out.
 */
export const findTaxOfPeriod = async (
  em: EntityManager,
  { id }: { id: string },
  at: Date | null = null,
): Promise<TaxOfPeriod> => {
  const [row] = await sql<TaxOfPeriod>(
    em,
    `WITH began AS (
       SELECT o.id, o.created_at FROM orders o LEFT JOIN renewals ON renewals.order_id = o.id
       WHERE o.subscription_id = $1 AND (o.checkout_id IS NOT NULL OR renewals.period_start IS NOT NULL)
         AND ($2::timestamptz IS NULL OR o.created_at <= $2)
       ORDER BY o.created_at DESC, o.id DESC LIMIT 1
     )
     SELECT (sum(i.amount) - o.discount_amount)::float8 AS amount, sum(i.tax_amount)::float8 AS tax,
       o.tax_details AS details, o.created_at AS at
     FROM began JOIN orders o ON o.subscription_id = $1 AND (o.created_at, o.id) >= (began.created_at, began.id)
     JOIN order_items i ON i.order_id = o.id AND i.amount > 0
     WHERE o.status <> 'void' AND o.tax_details IS NOT NULL AND ($2::timestamptz IS NULL OR o.created_at <= $2)
     GROUP BY o.id ORDER BY o.created_at DESC, o.id DESC LIMIT 1`,
    [id, at],
  );
  return row ?? { amount: 0, tax: 0, details: null, at: null };
};

/** Never below 0. */
export const findPaidForPeriod = async (
  em: EntityManager,
  { id }: { id: string },
): Promise<PaidForPeriod> => {
  const { amount, tax } = await sumPeriod(em, id);
  return { amount: Math.max(amount, 0), tax: Math.max(tax, 0) };
};

/**
 * Returns how much of the credit waiting for a subscription's next order was refunded since, and must not be credited
 * again. `since`: when the first of it was written. Its period may be over: a checkout that upgrades the subscription
 * begins another, and its order takes no waiting lines.
 */
export const findRefundedCredit = async (em: EntityManager, id: string, since: Date): Promise<number> => {
  const { amount } = await sumPeriod(em, id, since);
  return Math.max(0 - amount, 0);
};
