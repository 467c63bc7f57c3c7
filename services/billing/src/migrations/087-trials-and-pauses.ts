import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Intervals of days and weeks, and every so many of them; trials of products, checkouts and subscriptions; pauses, and
 * changes that come with the next period (`pending_update`: `{id, createdAt, productId}`).
 */
export const trialsAndPausesMigration: Migration = {
  name: '087-trials-and-pauses',
  sql: `
    ALTER TABLE products
      DROP CONSTRAINT products_recurring_interval_check,
      ADD CONSTRAINT products_recurring_interval_check CHECK (recurring_interval IN ('day', 'week', 'month', 'year')),
      ADD COLUMN recurring_interval_count integer NOT NULL DEFAULT 1 CHECK (recurring_interval_count > 0),
      ADD COLUMN trial_interval text CHECK (trial_interval IN ('day', 'week', 'month', 'year')),
      ADD COLUMN trial_interval_count integer CHECK (trial_interval_count > 0);

    ALTER TABLE checkouts
      ADD COLUMN allow_trial boolean NOT NULL DEFAULT true,
      ADD COLUMN trial_interval text CHECK (trial_interval IN ('day', 'week', 'month', 'year')),
      ADD COLUMN trial_interval_count integer CHECK (trial_interval_count > 0),
      ADD COLUMN confirmed_trial jsonb;

    ALTER TABLE subscriptions
      DROP CONSTRAINT subscriptions_recurring_interval_check,
      ADD CONSTRAINT subscriptions_recurring_interval_check
        CHECK (recurring_interval IN ('day', 'week', 'month', 'year')),
      ADD COLUMN recurring_interval_count integer NOT NULL DEFAULT 1 CHECK (recurring_interval_count > 0),
      ADD COLUMN trial_start timestamptz,
      ADD COLUMN trial_end timestamptz,
      ADD COLUMN trial_reminded_at timestamptz,
      ADD COLUMN pause_at_period_end boolean NOT NULL DEFAULT false,
      ADD COLUMN paused_at timestamptz,
      ADD COLUMN resumes_at timestamptz,
      ADD COLUMN pending_update jsonb;

    DROP INDEX subscriptions_due;
    CREATE INDEX subscriptions_due ON subscriptions (current_period_end)
      WHERE status IN ('active', 'trialing') AND NOT cancel_at_period_end;
    CREATE INDEX subscriptions_resuming ON subscriptions (resumes_at)
      WHERE paused_at IS NOT NULL AND ended_at IS NULL;
    CREATE INDEX subscriptions_trials ON subscriptions (trial_end)
      WHERE status = 'trialing' AND trial_reminded_at IS NULL;`,
};
