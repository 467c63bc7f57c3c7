/** Subscriptions that are set to end are found by when they do. */
import type { Migration } from '@tessera/kit/database/data-source';

export const endingSubscriptionsMigration: Migration = {
  name: '070-ending-subscriptions',
  sql: `CREATE INDEX subscriptions_ending ON subscriptions (ends_at) WHERE cancel_at_period_end AND ended_at IS NULL`,
};
