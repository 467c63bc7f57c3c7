/** Thresholds of usage, and who has reached them in the period that is open. */
import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

export const usageAlertsMigration: Migration = {
  name: '135-usage-alerts',
  sql: `
    CREATE TABLE usage_alerts (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      name text NOT NULL,
      meter_id uuid NOT NULL REFERENCES meters (id),
      -- Null: for each customer.
      customer_id uuid,
      kind text NOT NULL CHECK (kind IN ('units', 'credit_percent', 'amount')),
      threshold numeric NOT NULL CHECK (threshold > 0),
      is_hard_stop boolean NOT NULL,
      notify_customer boolean NOT NULL
    );
    CREATE INDEX usage_alerts_created_at ON usage_alerts (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX usage_alerts_name ON usage_alerts (organization_id, name DESC NULLS LAST, id DESC);
    CREATE INDEX usage_alerts_meter ON usage_alerts (meter_id);
    CREATE INDEX usage_alerts_customer ON usage_alerts (customer_id) WHERE customer_id IS NOT NULL;
    ${countRows({ table: 'usage_alerts', time: '@.created_at' })}

    -- Gone as soon as the customer is below the threshold again: in the next period, by credit, by a correction.
    CREATE TABLE usage_alerts_reached (
      usage_alert_id uuid NOT NULL REFERENCES usage_alerts (id) ON DELETE CASCADE,
      customer_id uuid NOT NULL,
      reached_at timestamptz NOT NULL,
      PRIMARY KEY (usage_alert_id, customer_id)
    );
    CREATE INDEX usage_alerts_reached_customer ON usage_alerts_reached (customer_id);`,
};
