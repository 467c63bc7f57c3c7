/**
 * Credit is limited to what was paid (`renewals/paid.ts`): a refund may leave less of a period than its customer was
 * credited for it before. The excess is taken from the credit that is left, and restored if a bank returns the
 * refund.
 */
import { sql } from '@tessera/kit/database/sql';
import { orderUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { addToBalance, lockBalances } from '../customers/balance.ts';
import type { OutboxEvent } from '../events.ts';
import type { OrderRow } from '../orders/entity.ts';
import { changeOrder, fillOrder, lockOrders } from '../orders/find.ts';
import { orderEvents } from '../orders/view.ts';
import { settleCredits } from './rules.ts';

/**
 * `due`: the part of a period's credit that should be taken due to its refunds, in minor units. `credits`: its
 * crediting orders, latest first.
 */
type Refunded = { due: number; credits: string[] };

/**
 * Covers the period that an order pays for, from the order that began it to the one that began the next, whose
 * credits and prorated charges belong to the period before. `$3`: the order's own refunds, which are not written yet.
 */
const readRefunded = async (
  em: EntityManager,
  { id, subscriptionId, refundedAmount, refundedTaxAmount }: OrderRow,
): Promise<Refunded> => {
  const [row] = await sql<Refunded>(
    em,
    `WITH refunded AS (
       SELECT created_at, id FROM orders WHERE id = $2
     ), marks AS (
       SELECT o.created_at, o.id FROM orders o LEFT JOIN renewals ON renewals.order_id = o.id
       WHERE o.subscription_id = $1 AND o.status <> 'void'
         AND (o.checkout_id IS NOT NULL OR renewals.period_start IS NOT NULL)
     ), began AS (
       SELECT marks.* FROM marks, refunded WHERE (marks.created_at, marks.id) <= (refunded.created_at, refunded.id)
       ORDER BY marks.created_at DESC, marks.id DESC LIMIT 1
     ), next AS (
       SELECT marks.* FROM marks, refunded WHERE (marks.created_at, marks.id) > (refunded.created_at, refunded.id)
       ORDER BY marks.created_at, marks.id LIMIT 1
     ), period AS (
       SELECT o.id, o.created_at, o.total_amount, o.id = began.id AS is_first, coalesce(o.id = next.id, false) AS is_next,
         CASE WHEN o.id = $2 THEN $3 ELSE greatest(o.refunded_amount + o.refunded_tax_amount, 0) END AS refunded,
         (SELECT coalesce(sum(i.amount + CASE WHEN o.tax_details ->> 'behavior' = 'inclusive' THEN 0 ELSE i.tax_amount END), 0)
          FROM order_items i WHERE i.order_id = o.id AND i.proration) AS prorated
       FROM began LEFT JOIN next ON true JOIN orders o
         ON o.subscription_id = $1 AND o.status <> 'void' AND (o.created_at, o.id) >= (began.created_at, began.id)
           AND (next.id IS NULL OR (o.created_at, o.id) <= (next.created_at, next.id))
     ), sums AS (
       SELECT sum(CASE WHEN is_next THEN prorated WHEN is_first THEN total_amount - prorated - refunded
           ELSE total_amount - refunded END) AS left_over,
         sum(-total_amount) FILTER (WHERE total_amount < 0 AND NOT is_first) AS credited,
         array_agg(id ORDER BY created_at DESC, id DESC) FILTER (WHERE total_amount < 0 AND NOT is_first) AS credits
       FROM period
     )
     SELECT coalesce(least(greatest(-left_over, 0), credited), 0)::float8 AS due, coalesce(credits, '{}') AS credits FROM sums`,
    [subscriptionId, id, refundedAmount + refundedTaxAmount],
  );
  return row ?? { due: 0, credits: [] };
};

/**
 * A step of the transaction that writes a refund or its return. The caller holds the lock of the order, which is
 * passed in its new state. What is taken is recorded at the crediting orders as negative refunds, so that they cancel
 * out in all sums.
 */
export const settleCredit = async (em: EntityManager, now: Date, order: OrderRow): Promise<OutboxEvent[]> => {
  if (order.subscriptionId === null) return [];
  // Serializes concurrent refunds, so that the second sees what the first has taken: those of subscriptions are not
  // batched.
  const [balance] = await lockBalances(em, [order]);
  if (!balance) return [];
  const { due, credits } = await readRefunded(em, order);
  if (credits.length === 0) return [];
  const rows = await lockOrders(em, credits);
  const moves = settleCredits(
    credits.flatMap((id) => rows.get(id) ?? []),
    { due, available: Math.max(balance.amount, 0) },
  );
  const amount = moves.reduce((sum, { added }) => sum + added, 0);
  await addToBalance(em, order, { amount, at: now, orderId: order.id, isReturned: true });
  const events: OutboxEvent[] = [];
  for (const { row, refundedAmount, refundedTaxAmount } of moves) {
    const changes = { status: row.status, refundedAmount, refundedTaxAmount, modifiedAt: now };
    await changeOrder(em, row.id, changes);
    const full = await fillOrder(em, { ...row, ...changes });
    events.push(...orderEvents([orderUpdated], full, amount < 0 ? 'credit_taken' : 'refund_failed'));
  }
  return events;
};
