/** What subscriptions' grants have credited to meters. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { billableStatuses } from '../../subscriptions/rules.ts';
import type { OwnCredit } from '../../usage/credits/left.ts';

/**
 * Credit that a subscription's own grants have given since then (absent: within its present period), and what others
 * of its customer have given within periods that go on after `until`.
 */
export const findOwnCredit = (
  em: EntityManager,
  { id, customerId, currentPeriodStart }: Pick<SubscriptionRow, 'id' | 'customerId' | 'currentPeriodStart'>,
  { until, since = currentPeriodStart }: { until: Date; since?: Date },
): Promise<OwnCredit[]> =>
  sql<OwnCredit>(
    em,
    `WITH given AS (
       SELECT g.id, g.properties ->> 'lastCreditedMeterId' AS meter_id, g.subscription_id = $1 AS is_own,
         (g.properties ->> 'lastCreditedUnits')::float8 AS units, (b.properties ->> 'rollover')::boolean AS rolls_over
       FROM benefit_grants g JOIN benefits b ON b.id = g.benefit_id JOIN subscriptions s ON s.id = g.subscription_id
       WHERE g.customer_id = $2 AND (g.properties ->> 'lastCreditedUnits')::integer > 0
         AND (g.properties ->> 'lastCreditedAt')::timestamptz >= CASE WHEN s.id = $1 THEN $3 ELSE s.current_period_start END
         AND (s.id = $1 OR (g.granted_at IS NOT NULL AND s.status = ANY($5) AND s.current_period_end > $4))
     )
     SELECT meter_id AS "meterId", coalesce(sum(units) FILTER (WHERE is_own), 0) AS units,
       coalesce(sum(units) FILTER (WHERE is_own AND rolls_over), 0) AS "rolloverUnits",
       coalesce(sum(units) FILTER (WHERE NOT is_own AND NOT rolls_over), 0) AS "otherUnits",
       coalesce(array_agg(id) FILTER (WHERE is_own), '{}') AS "grantIds",
       coalesce(array_agg(id) FILTER (WHERE NOT is_own), '{}') AS "otherGrantIds"
     FROM given GROUP BY 1`,
    [id, customerId, since, until, billableStatuses],
  );
