import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Customers are made when a checkout is settled, so that payments and customer sessions may begin without one.
 * Checkouts that named their customer before their first confirmation were made for that customer by the seller.
 */
export const settlementMigration: Migration = {
  name: '014-settlement',
  sql: `
    ALTER TABLE checkouts
      ADD COLUMN is_customer_from_seller boolean NOT NULL DEFAULT false,
      ADD COLUMN is_repeated boolean NOT NULL DEFAULT false,
      ADD COLUMN refunded_amount integer NOT NULL DEFAULT 0;
    UPDATE checkouts SET is_customer_from_seller = true WHERE customer_id IS NOT NULL AND attempt = 0;

    ALTER TABLE payments
      ALTER COLUMN customer_id DROP NOT NULL,
      ADD COLUMN product_price_id uuid,
      ADD COLUMN refund_status text CHECK (refund_status IN ('pending', 'succeeded', 'failed')),
      ADD COLUMN refund_reason text,
      ADD COLUMN refund_processor_id text,
      ADD COLUMN refunded_at timestamptz;
    CREATE INDEX payments_refunds ON payments (touched_at) WHERE refund_status = 'pending';

    ALTER TABLE customer_sessions
      ALTER COLUMN customer_id DROP NOT NULL,
      ADD COLUMN checkout_id uuid,
      ADD CONSTRAINT customer_sessions_scope CHECK (customer_id IS NOT NULL OR checkout_id IS NOT NULL);
    CREATE INDEX customer_sessions_checkout ON customer_sessions (checkout_id) WHERE checkout_id IS NOT NULL;

    CREATE TABLE sandbox_refunds (
      id text PRIMARY KEY,
      idempotency_key text NOT NULL,
      charge_id text NOT NULL REFERENCES sandbox_charges (id),
      amount integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT sandbox_refunds_idempotency_key UNIQUE (idempotency_key)
    )`,
};
