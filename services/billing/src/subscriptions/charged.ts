/** SQL conditions on subscriptions whose customers will be charged again. */

/** Whether something is charged after a subscription `s` has ended: usage, and what changes of product have left. */
const owesAtEnd = (
  s: string,
): string => `(${s}.status <> 'trialing' AND EXISTS (SELECT 1 FROM product_prices price
    WHERE price.id = ANY(${s}.price_ids) AND price.amount_type = 'metered_unit')
  OR EXISTS (SELECT 1 FROM usage_entries used WHERE used.subscription_id = ${s}.id AND used.order_id IS NULL)
  OR (SELECT sum(waiting.amount) FROM subscription_entries waiting
    WHERE waiting.subscription_id = ${s}.id AND waiting.order_id IS NULL) > 0)`;

/**
 * Whether the customer of a subscription `s` will be charged for it automatically: it is renewed, ends with something
 * left to charge, is past due, or is paused until a set date.
 */
export const isChargedAgain = (s: string): string => `(${s}.ended_at IS NULL AND (
  (${s}.status IN ('active', 'trialing') AND (NOT ${s}.cancel_at_period_end OR ${owesAtEnd(s)}))
  OR ${s}.status = 'past_due' OR (${s}.paused_at IS NOT NULL AND ${s}.resumes_at IS NOT NULL)))`;
