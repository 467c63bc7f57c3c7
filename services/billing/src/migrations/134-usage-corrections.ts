/** Events that take others back, and events that came after their period was over. */
import type { Migration } from '@tessera/kit/database/data-source';

export const usageCorrectionsMigration: Migration = {
  name: '134-usage-corrections',
  sql: `
    ALTER TABLE usage_events
      -- The external id of the event that this one takes back.
      ADD COLUMN voids text,
      -- The event by which this one was taken back: no meter counts it any more.
      ADD COLUMN voided_by uuid,
      ADD COLUMN is_late boolean NOT NULL DEFAULT false,
      -- Whoever it is of got the external id later: no subscription pays for it.
      ADD COLUMN is_adopted boolean NOT NULL DEFAULT false;
    -- From when on events are of the period that is open.
    ALTER TABLE customer_meters ADD COLUMN reset_at timestamptz;
    -- What has its place behind this one is used of the subscription.
    ALTER TABLE subscription_meters ADD COLUMN since_position bigint NOT NULL DEFAULT 0;
    ALTER TABLE subscription_meters ALTER COLUMN since_position SET DEFAULT nextval('usage_positions');`,
};
