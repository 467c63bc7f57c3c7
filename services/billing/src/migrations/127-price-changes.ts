/**
 * New prices for those who have subscribed already: what a seller has announced. Which subscriptions it waits for is in
 * their `pending_update` (`priceChangeId`; `isNow`: it is not to wait for the next period).
 */
import type { Migration } from '@tessera/kit/database/data-source';

export const priceChangesMigration: Migration = {
  name: '127-price-changes',
  sql: `
    CREATE TABLE price_changes (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      product_id uuid NOT NULL REFERENCES products (id),
      price_ids uuid[] NOT NULL,
      applies text NOT NULL CHECK (applies IN ('now', 'next_period')),
      proration_behavior text CHECK (proration_behavior IN ('invoice', 'prorate')),
      status text NOT NULL CHECK (status IN ('announcing', 'announced', 'withdrawing', 'withdrawn')),
      announced_count integer NOT NULL DEFAULT 0
    );
    CREATE INDEX price_changes_product ON price_changes (product_id, created_at DESC, id DESC);
    CREATE INDEX subscriptions_price_change ON subscriptions ((pending_update ->> 'priceChangeId'), id)
      WHERE pending_update IS NOT NULL;
    CREATE INDEX subscriptions_changing_now ON subscriptions (id)
      WHERE (pending_update ->> 'isNow')::boolean AND status IN ('active', 'trialing');`,
};
