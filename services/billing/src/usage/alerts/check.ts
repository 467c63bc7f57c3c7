/**
 * Detects customers who reach an alert's threshold or fall below it again, in the transaction of each change of a
 * customer's meter.
 */
import { sql } from '@tessera/kit/database/sql';
import { outboxRow } from '@tessera/kit/events/outbox';
import { UsageAlertNotice } from '@tessera/proto/api/billing/usage-alert';
import { toWire } from '@tessera/proto/api/wire';
import { usageAlertReached } from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import { emitAll } from '../../events.ts';
import { billableStatuses } from '../../subscriptions/rules.ts';
import { unitsOf } from '../costs/amount.ts';
import { columnsOf, type Pair } from '../figures/pairs.ts';
import { UsageAlertEntity, type UsageAlertRow } from './entity.ts';
import { viewUsageAlert } from './view.ts';

/**
 * SQL: the value that alerts compare, for customers' meters `cm`, their closed `part` and alerts `alert`. Null as a
 * percentage of no credit.
 */
const measured = (statuses: string) => `CASE alert.kind
    WHEN 'units' THEN cm.consumed_units + part.consumed
    WHEN 'credit_percent' THEN CASE WHEN cm.credited_units + part.credited > 0
      THEN (cm.consumed_units + part.consumed) * 100 / (cm.credited_units + part.credited) END
    ELSE (SELECT sum(sm.amount) FROM subscriptions s JOIN subscription_meters sm ON sm.subscription_id = s.id
      WHERE s.customer_id = cm.customer_id AND sm.meter_id = cm.meter_id AND s.currency = alert.currency
        AND s.status = ANY(${statuses})) + part.amount
  END`;

/**
 * SQL: usage closed within a period that continues at another price, which still belongs to the period. Its unused
 * credit was carried over, and is counted there. Only sums and counts can be added up.
 */
const closedPart = (statuses: string) => `
    SELECT coalesce(sum(used.consumed_units) FILTER (WHERE meter.aggregation ->> 'func' IN ('count', 'sum')), 0) AS consumed,
      coalesce(sum(least(greatest(ceil(used.consumed_units), 0), used.credited_units)), 0) AS credited,
      coalesce(sum(used.amount) FILTER (WHERE s.currency = alert.currency), 0) AS amount
    FROM subscriptions s JOIN usage_entries used ON used.subscription_id = s.id AND used.order_id IS NULL
      AND used.meter_id = cm.meter_id AND used.period_start = s.current_period_start
    JOIN meters meter ON meter.id = used.meter_id
    WHERE s.customer_id = cm.customer_id AND s.status = ANY(${statuses}) AND NOT EXISTS (SELECT 1 FROM usage_closings closing
      WHERE closing.subscription_id = s.id AND closing.period_end > used.period_start)`;

type Reached = Pair & {
  alertId: string;
  value: string;
  externalCustomerId: string | null;
};

/** Checks the alerts of these customers' meters, whose rows the caller has locked and written. */
export const checkAlerts = async (em: EntityManager, now: Date, pairs: readonly Pair[]): Promise<void> => {
  if (pairs.length === 0) return;
  const reached = await sql<Reached>(
    em,
    `WITH pair AS (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS pair (customer_id, meter_id)
     ), measured AS (
       SELECT alert.id, alert.threshold, cm.customer_id, cm.meter_id, ${measured('$3')} AS value
       FROM pair JOIN usage_alerts alert ON alert.meter_id = pair.meter_id
         AND (alert.customer_id IS NULL OR alert.customer_id = pair.customer_id)
       JOIN customer_meters cm ON cm.customer_id = pair.customer_id AND cm.meter_id = pair.meter_id
       CROSS JOIN LATERAL (${closedPart('$3')}) part
     ), below AS (
       DELETE FROM usage_alerts_reached reached USING measured
       WHERE reached.usage_alert_id = measured.id AND reached.customer_id = measured.customer_id
         AND (measured.value IS NULL OR measured.value < measured.threshold)
     ), added AS (
       INSERT INTO usage_alerts_reached (usage_alert_id, customer_id, reached_at)
       SELECT id, customer_id, $4 FROM measured WHERE value >= threshold ORDER BY id, customer_id
       ON CONFLICT DO NOTHING RETURNING usage_alert_id, customer_id
     )
     SELECT measured.id AS "alertId", measured.customer_id AS "customerId", measured.meter_id AS "meterId",
       measured.value::text AS value, customer.external_id AS "externalCustomerId"
     FROM added JOIN measured ON measured.id = added.usage_alert_id AND measured.customer_id = added.customer_id
     LEFT JOIN customers customer ON customer.id = measured.customer_id`,
    [...columnsOf(pairs), billableStatuses, now],
  );
  if (reached.length > 0) await emitReached(em, now, reached);
};

const emitReached = async (em: EntityManager, now: Date, reached: readonly Reached[]): Promise<void> => {
  const alerts = await em.findBy(UsageAlertEntity, { id: In(reached.map(({ alertId }) => alertId)) });
  const notices = reached.flatMap((one) => {
    const alert = alerts.find(({ id }) => id === one.alertId);
    return alert ? [noticeOf(alert, one, now)] : [];
  });
  await emitAll(em, notices);
};

const noticeOf = (
  alert: UsageAlertRow,
  { customerId, meterId, value, externalCustomerId }: Reached,
  now: Date,
) => {
  const notice: UsageAlertNotice = {
    usageAlert: viewUsageAlert(alert),
    customerId,
    externalCustomerId,
    meterId,
    value: unitsOf(value),
    reachedAt: now,
  };
  return outboxRow(usageAlertReached, {
    usageAlertId: alert.id,
    organizationId: alert.organizationId,
    customerId,
    meterId,
    snapshot: JSON.stringify(toWire(UsageAlertNotice, notice, 'snake')),
  });
};
