/** The currency of an alert's amount: what customers pay in others is not added to it. */
import type { Migration } from '@tessera/kit/database/data-source';

export const usageAlertCurrencyMigration: Migration = {
  name: '149-usage-alert-currency',
  sql: `ALTER TABLE usage_alerts ADD COLUMN currency text NOT NULL DEFAULT 'usd';`,
};
