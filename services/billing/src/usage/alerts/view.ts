/** Maps alerts to API responses and events. */
import type { UsageAlert } from '@tessera/proto/api/billing/usage-alert';
import type { UsageAlertRow } from './entity.ts';

export const viewUsageAlert = (row: UsageAlertRow): UsageAlert => ({
  ...row,
  threshold: Number(row.threshold),
});
