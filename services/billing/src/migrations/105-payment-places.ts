/**
 * A payment names the account that took it, and cards that were kept are rows of their own. Payments of the sandbox have
 * no account. What the release before writes about kept cards stays in its payments, where it is still found.
 */
import type { Migration } from '@tessera/kit/database/data-source';

export const paymentPlacesMigration: Migration = {
  name: '105-payment-places',
  sql: `
    ALTER TABLE payments
      ADD COLUMN account text,
      ADD COLUMN processor_customer_id text,
      ADD COLUMN card_exp_month integer,
      ADD COLUMN card_exp_year integer,
      ADD COLUMN card_wallet text;
    CREATE INDEX payments_open_accounts ON payments (organization_id, account)
      WHERE account IS NOT NULL AND (status IN ('pending', 'requires_action', 'processing') OR refund_status = 'pending');
    ALTER TABLE sandbox_tokens ADD COLUMN exp_month integer, ADD COLUMN exp_year integer;

    CREATE TABLE payment_methods (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      processor text NOT NULL,
      account text,
      processor_id text NOT NULL,
      processor_customer_id text,
      brand text,
      last4 text,
      exp_month integer,
      exp_year integer,
      wallet text,
      is_default boolean NOT NULL,
      expiry_told_at timestamptz,
      deleted_at timestamptz,
      CONSTRAINT payment_methods_processor_id UNIQUE (organization_id, processor, processor_id)
    );
    CREATE INDEX payment_methods_customer ON payment_methods (customer_id, created_at DESC) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX payment_methods_default ON payment_methods (customer_id, processor, coalesce(account, ''))
      WHERE is_default AND deleted_at IS NULL;
    CREATE INDEX payment_methods_expiry ON payment_methods (exp_year, exp_month)
      WHERE deleted_at IS NULL AND is_default AND expiry_told_at IS NULL AND exp_year IS NOT NULL;
    INSERT INTO payment_methods (id, created_at, organization_id, customer_id, processor, processor_id, brand, last4,
      is_default)
    SELECT gen_random_uuid(), created_at, organization_id, customer_id, processor, payment_method_id, card_brand, card_last4,
      row_number() OVER (PARTITION BY customer_id, processor ORDER BY created_at DESC, id DESC) = 1
    FROM payments
    WHERE status = 'succeeded' AND keeps_method AND customer_id IS NOT NULL AND payment_method_id IS NOT NULL
    ON CONFLICT DO NOTHING;

    CREATE TABLE payment_accounts (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      account text NOT NULL,
      name text,
      country text,
      publishable_key text NOT NULL,
      secret_key text NOT NULL,
      webhook_secret text NOT NULL,
      is_test_mode boolean NOT NULL,
      last_event_at timestamptz,
      disconnected_at timestamptz
    );
    CREATE UNIQUE INDEX payment_accounts_connected ON payment_accounts (organization_id) WHERE disconnected_at IS NULL;
    CREATE INDEX payment_accounts_closing ON payment_accounts (disconnected_at)
      WHERE disconnected_at IS NOT NULL AND secret_key <> '';
    CREATE INDEX payment_accounts_account ON payment_accounts (organization_id, account);`,
};
