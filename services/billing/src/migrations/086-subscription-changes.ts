import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Changes of product. `subscription_entries`: lines that wait for the next order of a subscription. `customer_balances`:
 * what customers have to their credit (below 0: what was too little to be charged); an order says how much of its total
 * it has taken from there (below 0) or put there. An order of a change is no period's: its renewal names none.
 */
export const subscriptionChangesMigration: Migration = {
  name: '086-subscription-changes',
  sql: `
    CREATE TABLE subscription_entries (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      subscription_id uuid NOT NULL REFERENCES subscriptions (id),
      label text NOT NULL,
      amount integer NOT NULL,
      product_price_id uuid,
      order_id uuid
    );
    CREATE INDEX subscription_entries_waiting ON subscription_entries (subscription_id) WHERE order_id IS NULL;

    CREATE TABLE customer_balances (
      customer_id uuid NOT NULL REFERENCES customers (id),
      currency text NOT NULL,
      organization_id uuid NOT NULL,
      amount integer NOT NULL,
      PRIMARY KEY (customer_id, currency)
    );

    ALTER TABLE orders ADD COLUMN applied_balance_amount integer NOT NULL DEFAULT 0;
    ALTER TABLE renewals ALTER COLUMN period_start DROP NOT NULL;`,
};
