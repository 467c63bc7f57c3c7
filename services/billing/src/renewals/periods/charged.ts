/** Which customers will be charged again: a condition on subscriptions in SQL. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { isInclusive } from './paid.ts';

/** SQL: the tax on 1 without it, as the last order of a subscription `s` that had any tax or place for it. */
const taxRate = (s: string): string => `coalesce((
  SELECT last.tax / nullif(CASE WHEN last.is_inclusive THEN last.amount - last.tax ELSE last.amount END, 0)
  FROM (SELECT sum(i.amount)::numeric - o.discount_amount AS amount, sum(i.tax_amount)::numeric AS tax,
      o.tax_details ->> 'behavior' = 'inclusive' AS is_inclusive
    FROM orders o JOIN order_items i ON i.order_id = o.id AND i.amount > 0
    WHERE o.subscription_id = ${s}.id AND o.status <> 'void' AND o.tax_details IS NOT NULL
    GROUP BY o.id ORDER BY o.created_at DESC, o.id DESC LIMIT 1) last), 0)`;

/**
 * SQL: what the lines that wait for the next order of a subscription `s` come to with tax, each in the terms of its own
 * price (`terms.ts`). The tax is that of its last order: a customer who has moved since may be asked for another one.
 */
const waitingAmount = (s: string): string => `(
  SELECT sum(e.amount + CASE WHEN ${isInclusive} THEN 0 ELSE round(e.amount * rate.tax) END)
  FROM (SELECT ${taxRate(s)} AS tax) rate, subscription_entries e
    LEFT JOIN product_prices price ON price.id = e.product_price_id LEFT JOIN products p ON p.id = price.product_id
  WHERE e.subscription_id = ${s}.id AND e.order_id IS NULL)`;

/** Whether something is charged after a subscription `s` has ended: usage, and what changes of product have left. */
const owesAtEnd = (
  s: string,
): string => `(${s}.status <> 'trialing' AND EXISTS (SELECT 1 FROM product_prices price
    WHERE price.id = ANY(${s}.price_ids) AND price.amount_type = 'metered_unit')
  OR EXISTS (SELECT 1 FROM usage_entries used WHERE used.subscription_id = ${s}.id AND used.order_id IS NULL)
  OR ${waitingAmount(s)} > 0)`;

/**
 * Whether the customer of a subscription `s` will be charged for it automatically: it is renewed, ends with something
 * left to charge, is past due, or is paused until a set date.
 */
export const isChargedAgain = (s: string): string => `(${s}.ended_at IS NULL AND (
  (${s}.status IN ('active', 'trialing') AND (NOT ${s}.cancel_at_period_end OR ${owesAtEnd(s)}))
  OR ${s}.status = 'past_due' OR (${s}.paused_at IS NOT NULL AND ${s}.resumes_at IS NOT NULL)))`;

/** Whether a customer will be charged for a subscription that is not free. */
export const hasPaidSubscription = async (em: EntityManager, customerId: string): Promise<boolean> => {
  const found = await sql(
    em,
    `SELECT 1 FROM subscriptions WHERE customer_id = $1 AND ${isChargedAgain('subscriptions')}
       AND EXISTS (SELECT 1 FROM product_prices price
         WHERE price.id = ANY(subscriptions.price_ids) AND price.amount_type <> 'free')
     LIMIT 1`,
    [customerId],
  );
  return found.length > 0;
};
