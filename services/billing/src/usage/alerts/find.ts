/** Reads the alerts that customers have reached. */
import { sql } from '@tessera/kit/database/sql';
import type { ReachedAlert } from '@tessera/proto/api/billing/usage-alert';
import type { EntityManager } from 'typeorm';
import { keyOf, type Pair } from '../figures/pairs.ts';

type Row = Omit<ReachedAlert, 'threshold'> & Pair & { threshold: string; notifyCustomer: boolean };

/** Returns reached alerts by `keyOf` of customer and meter, in the order in which they were reached. */
export const findReachedAlerts = async (
  em: EntityManager,
  customerIds: readonly string[],
): Promise<Map<string, (ReachedAlert & { notifyCustomer: boolean })[]>> => {
  if (customerIds.length === 0) return new Map();
  const rows = await sql<Row>(
    em,
    `SELECT reached.customer_id AS "customerId", alert.meter_id AS "meterId", alert.id AS "usageAlertId", alert.name,
       alert.kind, alert.threshold, alert.currency, alert.is_hard_stop AS "isHardStop", alert.notify_customer AS "notifyCustomer",
       reached.reached_at AS "reachedAt"
     FROM usage_alerts_reached reached JOIN usage_alerts alert ON alert.id = reached.usage_alert_id
     WHERE reached.customer_id = ANY($1::uuid[]) ORDER BY reached.reached_at, alert.id`,
    [[...new Set(customerIds)]],
  );
  const grouped = Map.groupBy(rows, keyOf);
  return new Map(
    [...grouped].map(([key, list]) => [
      key,
      list.map(({ customerId: _customer, meterId: _meter, threshold, ...row }) => ({
        ...row,
        threshold: Number(threshold),
      })),
    ]),
  );
};
