/**
 * What a customer has paid for the current period of a subscription and has not been refunded: the upper limit of
 * credits.
 */
import { sql } from '@tessera/kit/database/sql';
import type { TaxBehavior, TaxDetails } from '@tessera/proto/api/billing/tax';
import { share } from '@tessera/proto/api/money';
import type { EntityManager } from 'typeorm';

/**
 * Minor units: what was paid as prices `exclusive` of tax name it, and as prices `inclusive` of tax do. `tax`: that of the
 * orders, without lines that wait for the next one.
 */
export type PaidForPeriod = Record<TaxBehavior, number> & { tax: number };

/** `net` and `tax` of orders; lines that wait, in the terms of prices without tax and of those with it. */
type Sums = { net: number; tax: number; waiting: Record<TaxBehavior, number> };

/**
 * Sums the orders of a period, from the one that began it. Credits on that one belong to the period before; lines that
 * wait for the next order and pending charges count as paid. Pending refunds count as refunded; what a refund took
 * from a credit (`refunds/credit.ts`) as not credited. Below 0 if more was credited than paid. `at`: the last period
 * that had begun then.
 */
const sumPeriod = async (em: EntityManager, id: string, at: Date | null): Promise<Sums> => {
  const [sums] = await sql<Sums>(
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
       SELECT i.amount - CASE WHEN paid.is_inside THEN i.tax_amount ELSE 0 END AS net, i.tax_amount AS tax
       FROM paid JOIN order_items i ON i.order_id = paid.id
       WHERE i.amount > 0 OR NOT paid.is_first
       UNION ALL
       SELECT -discount_amount - refunded_amount, -refunded_tax_amount FROM paid
       UNION ALL
       SELECT -r.amount, -r.tax_amount
       FROM paid JOIN refunds r ON r.order_id = paid.id AND r.status = 'pending'
     ), waiting AS (
       SELECT coalesce(sum(e.amount) FILTER (WHERE ${isInclusive}), 0)::float8 AS inclusive,
         coalesce(sum(e.amount) FILTER (WHERE NOT ${isInclusive}), 0)::float8 AS exclusive
       FROM began LEFT JOIN next ON true JOIN subscription_entries e
         ON e.subscription_id = $1 AND e.order_id IS NULL AND e.created_at >= began.created_at
           AND (next.id IS NULL OR e.created_at < next.created_at)
       LEFT JOIN product_prices price ON price.id = e.product_price_id LEFT JOIN products p ON p.id = price.product_id
     )
     SELECT coalesce(sum(net), 0)::float8 AS net, coalesce(sum(tax), 0)::float8 AS tax,
       (SELECT to_jsonb(waiting) FROM waiting) AS waiting
     FROM lines`,
    [id, at],
  );
  return sums ?? { net: 0, tax: 0, waiting: { inclusive: 0, exclusive: 0 } };
};

/** SQL: whether the price `p` of a line includes its tax. */
export const isInclusive = `coalesce(p.tax_behavior, 'exclusive') = 'inclusive'`;

/** Waiting lines have no tax yet: that on what was charged before stands for it. */
const findPaid = async (em: EntityManager, id: string, at: Date | null = null): Promise<PaidForPeriod> => {
  const { net, tax, waiting } = await sumPeriod(em, id, at);
  const isAnyWaiting = waiting.inclusive !== 0 || waiting.exclusive !== 0;
  const charged = isAnyWaiting ? ratioOf(await findTaxOfPeriod(em, { id }, at)) : { net: 1, tax: 0 };
  return {
    exclusive: net + waiting.exclusive + withoutTax(waiting.inclusive, charged),
    inclusive: net + tax + waiting.inclusive + plusTax(waiting.exclusive, charged),
    tax,
  };
};

/**
 * The tax on what a period was charged last, what it was charged, and when: its rates are those of a credit. Lines of
 * `details` below 0 are of credits that were taxed apart from it.
 */
export type TaxOfPeriod = { amount: number; tax: number; details: TaxDetails | null; at: Date | null };

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
  return row
    ? { ...row, details: row.details && ofCharges(row.details) }
    : { amount: 0, tax: 0, details: null, at: null };
};

/** An order that came to less than nothing has its charges and credits taxed as one: its lines are below 0. */
const ofCharges = (details: TaxDetails): TaxDetails => {
  const { lines } = details;
  if (lines.some(({ amount }) => amount > 0)) return details;
  return { ...details, lines: lines.map((line) => ({ ...line, amount: Math.abs(line.amount) })) };
};

/** How the tax of an amount relates to it: `tax` on `net`. Without tax `{net: 1, tax: 0}`. */
export type TaxRatio = { net: number; tax: number };

export const ratioOf = ({ amount, tax, details }: Omit<TaxOfPeriod, 'at'>): TaxRatio => {
  const net = details?.behavior === 'inclusive' ? amount - tax : amount;
  return net > 0 && tax > 0 ? { net, tax } : { net: 1, tax: 0 };
};

/** An amount as prices with tax name it. Halves are rounded to even. */
export const plusTax = (amount: number, { net, tax }: TaxRatio): number =>
  amount + share(amount, { part: tax, whole: net, halves: 'even' });

/** An amount as prices without tax name it. */
export const withoutTax = (amount: number, { net, tax }: TaxRatio): number =>
  amount - share(amount, { part: tax, whole: net + tax, halves: 'even' });

/** Never below 0. */
export const findPaidForPeriod = async (
  em: EntityManager,
  { id }: { id: string },
): Promise<PaidForPeriod> => {
  const { exclusive, inclusive, tax } = await findPaid(em, id);
  return { exclusive: Math.max(exclusive, 0), inclusive: Math.max(inclusive, 0), tax: Math.max(tax, 0) };
};

/**
 * Returns how much of the credit waiting for a subscription's next order was refunded since, and must not be credited
 * again. `since`: when the first of it was written. Its period may be over: a checkout that upgrades the subscription
 * begins another, and its order takes no waiting lines.
 */
export const findRefundedCredit = async (
  em: EntityManager,
  id: string,
  since: Date,
): Promise<Record<TaxBehavior, number>> => {
  const { exclusive, inclusive } = await findPaid(em, id, since);
  return { exclusive: Math.max(0 - exclusive, 0), inclusive: Math.max(0 - inclusive, 0) };
};
