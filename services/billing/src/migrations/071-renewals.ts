/** Renewals of subscriptions: one a period, with how often its payment was tried. */
import type { Migration } from '@tessera/kit/database/data-source';

export const renewalsMigration: Migration = {
  name: '071-renewals',
  sql: `
    CREATE TABLE renewals (
      order_id uuid PRIMARY KEY REFERENCES orders (id),
      organization_id uuid NOT NULL,
      subscription_id uuid NOT NULL REFERENCES subscriptions (id),
      period_start timestamptz NOT NULL,
      attempts integer NOT NULL,
      next_attempt_at timestamptz,
      CONSTRAINT renewals_period UNIQUE (subscription_id, period_start)
    );
    CREATE INDEX renewals_due ON renewals (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
    CREATE INDEX subscriptions_due ON subscriptions (current_period_end)
      WHERE status = 'active' AND NOT cancel_at_period_end;
    CREATE INDEX payments_method ON payments (customer_id, created_at DESC)
      WHERE payment_method_id IS NOT NULL AND status = 'succeeded';`,
};
