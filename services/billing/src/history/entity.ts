/** Rows of the history, written in batches and each once. */
import { type Queryable, sql } from '@tessera/kit/database/sql';
import type { HistoryFacts, HistoryType } from '@tessera/proto/api/billing/history';
import { subscriptionChanges } from '../subscriptions/view.ts';

/** The organization, customer, order and subscription of an entry. */
export type HistorySubject = {
  organizationId: string;
  customerId: string | null;
  orderId: string | null;
  subscriptionId: string | null;
};

/** `actor`: as in events (kit/actor). `facts`: those that are known. */
export type HistoryRow = HistorySubject & {
  eventId: string;
  type: HistoryType;
  happenedAt: Date;
  actor: string | null;
  facts: Partial<HistoryFacts>;
};

/** Inserts entries; existing ones stay unchanged. */
export const insertHistory = async (on: Queryable, rows: readonly HistoryRow[]): Promise<void> => {
  await on.query(
    `INSERT INTO history
       (event_id, type, happened_at, organization_id, customer_id, order_id, subscription_id, actor, facts)
     SELECT "eventId", type, "happenedAt", "organizationId", "customerId", "orderId", "subscriptionId", actor, facts
     FROM json_to_recordset($1::json) AS given (
       "eventId" uuid, type text, "happenedAt" timestamptz, "organizationId" uuid, "customerId" uuid, "orderId" uuid,
       "subscriptionId" uuid, actor text, facts jsonb)
     ORDER BY "eventId", type
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
};

/** The column that is listed by. */
export type HistoryOf = 'customer_id' | 'order_id' | 'subscription_id';

/** `about` `mail`: only mails and changes of the address that they go to. */
type Asked = { id: string; page: number; limit: number; about?: 'mail' | undefined };

const aboutMail = `AND (h.type IN ('mail.sent', 'mail.refused')
    OR (h.type = 'customer.updated' AND h.facts ->> 'reason' = 'email'))`;

const named = subscriptionChanges.map((change) => `'${change}'`).join(', ');

/**
 * Omits new times of payment attempts, which follow from failures, and generic updates where another entry of the same
 * moment is more specific, unless they name a change. A renewal's order follows a moment after the subscription's
 * update; price changes have entries of their own.
 */
const telling = (column: HistoryOf): string => `
  FROM history h
  WHERE h.${column} = $1 AND CASE
    WHEN h.type = 'order.updated' AND h.facts ->> 'reason' = 'next_attempt' THEN false
    WHEN h.type NOT IN ('order.updated', 'subscription.updated') THEN true
    WHEN h.type = 'subscription.updated' AND h.facts ->> 'reason' IN (${named})
      THEN h.facts ->> 'reason' <> 'price_change'
    ELSE NOT EXISTS (
      SELECT 1 FROM history other
      WHERE other.${column} = $1
        AND other.happened_at BETWEEN h.happened_at AND h.happened_at + interval '2 seconds'
        AND CASE WHEN other.happened_at = h.happened_at
          THEN other.type NOT IN ('order.updated', 'subscription.updated', 'mail.sent', 'mail.refused', 'customer.updated')
          ELSE h.type = 'subscription.updated' AND h.facts ->> 'status' <> 'past_due'
            AND other.type = 'order.created' AND other.facts ->> 'reason' = 'subscription_cycle'
            AND other.subscription_id = h.subscription_id END
    ) END`;

/** Returns a page of a history, latest first, and the total number of entries. */
export const findHistory = async (
  on: Queryable,
  column: HistoryOf,
  { id, page, limit, about }: Asked,
): Promise<[HistoryRow[], number]> => {
  const from = `${telling(column)} ${about === 'mail' ? aboutMail : ''}`;
  const [rows, [total]] = await Promise.all([
    sql<HistoryRow>(
      on,
      `SELECT h.event_id AS "eventId", h.type, h.happened_at AS "happenedAt", h.organization_id AS "organizationId",
         h.customer_id AS "customerId", h.order_id AS "orderId", h.subscription_id AS "subscriptionId", h.actor, h.facts
       ${from}
       ORDER BY h.happened_at DESC, h.event_id DESC LIMIT $2 OFFSET $3`,
      [id, limit, (page - 1) * limit],
    ),
    sql<{ count: number }>(on, `SELECT count(*)::int AS count ${from}`, [id]),
  ]);
  return [rows, total?.count ?? 0];
};
