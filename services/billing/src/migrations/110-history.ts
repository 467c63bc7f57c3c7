/** What happened to orders, subscriptions and customers, as billing's own events and mails tell it. */
import type { Migration } from '@tessera/kit/database/data-source';

export const historyMigration: Migration = {
  name: '110-history',
  sql: `
    CREATE TABLE history (
      event_id uuid NOT NULL,
      type text NOT NULL,
      happened_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      customer_id uuid,
      order_id uuid,
      subscription_id uuid,
      actor text,
      facts jsonb NOT NULL,
      PRIMARY KEY (event_id, type)
    );
    CREATE INDEX history_customer ON history (customer_id, happened_at DESC, event_id DESC) WHERE customer_id IS NOT NULL;
    CREATE INDEX history_order ON history (order_id, happened_at DESC, event_id DESC) WHERE order_id IS NOT NULL;
    CREATE INDEX history_subscription ON history (subscription_id, happened_at DESC, event_id DESC)
      WHERE subscription_id IS NOT NULL;`,
};
