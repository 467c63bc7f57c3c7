import type { Migration } from '@tessera/kit/database/data-source';

export const checkoutsMigration: Migration = {
  name: '011-checkouts',
  sql: `
    CREATE TABLE checkouts (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      status text NOT NULL CHECK (status IN ('open', 'expired', 'confirmed', 'succeeded', 'failed')),
      client_secret text NOT NULL,
      expires_at timestamptz NOT NULL,
      success_url text,
      embed_origin text,
      product_ids uuid[] NOT NULL,
      product_id uuid NOT NULL,
      product_price_id uuid NOT NULL,
      is_recurring boolean NOT NULL,
      amount integer NOT NULL,
      discount_id uuid,
      discount_amount integer NOT NULL DEFAULT 0,
      tax_amount integer,
      currency text NOT NULL,
      allow_discount_codes boolean NOT NULL,
      require_billing_address boolean NOT NULL,
      is_business_customer boolean NOT NULL,
      customer_id uuid,
      customer_name text,
      customer_email text,
      customer_ip_address text,
      customer_billing_name text,
      customer_billing_address jsonb,
      customer_tax_id jsonb,
      customer_external_id text,
      customer_metadata jsonb NOT NULL,
      metadata jsonb NOT NULL,
      custom_field_data jsonb NOT NULL,
      subscription_id uuid,
      attempt integer NOT NULL DEFAULT 0,
      payment_id uuid,
      order_id uuid,
      started_subscription_id uuid,
      is_webhook_delivered boolean NOT NULL DEFAULT false,
      touched_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT checkouts_client_secret UNIQUE (client_secret)
    );
    CREATE INDEX checkouts_created_at ON checkouts (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX checkouts_customer ON checkouts (customer_id) WHERE customer_id IS NOT NULL;
    CREATE INDEX checkouts_open ON checkouts (expires_at) WHERE status = 'open';
    CREATE INDEX checkouts_confirmed ON checkouts (touched_at) WHERE status = 'confirmed';

    CREATE TABLE customer_sessions (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      customer_id uuid NOT NULL,
      token_hash text NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT customer_sessions_token_hash UNIQUE (token_hash)
    );
    CREATE INDEX customer_sessions_expires_at ON customer_sessions (expires_at)`,
};
