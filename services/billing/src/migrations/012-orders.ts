import type { Migration } from '@tessera/kit/database/data-source';

/** A checkout makes one order and one subscription at most: the database refuses a second. */
export const ordersMigration: Migration = {
  name: '012-orders',
  sql: `
    CREATE TABLE subscriptions (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      status text NOT NULL,
      customer_id uuid NOT NULL,
      product_id uuid NOT NULL,
      price_ids uuid[] NOT NULL,
      discount_id uuid,
      checkout_id uuid,
      amount integer NOT NULL,
      currency text NOT NULL,
      recurring_interval text NOT NULL CHECK (recurring_interval IN ('month', 'year')),
      anchor_day integer NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
      current_period_start timestamptz NOT NULL,
      current_period_end timestamptz,
      cancel_at_period_end boolean NOT NULL DEFAULT false,
      canceled_at timestamptz,
      started_at timestamptz,
      ends_at timestamptz,
      ended_at timestamptz,
      customer_cancellation_reason text,
      customer_cancellation_comment text,
      metadata jsonb NOT NULL,
      custom_field_data jsonb NOT NULL,
      CONSTRAINT subscriptions_checkout UNIQUE (checkout_id)
    );
    CREATE INDEX subscriptions_started_at ON subscriptions (organization_id, started_at DESC NULLS LAST, id DESC);
    CREATE INDEX subscriptions_customer ON subscriptions (customer_id);
    CREATE INDEX subscriptions_product ON subscriptions (product_id);
    CREATE INDEX subscriptions_period_end ON subscriptions (current_period_end)
      WHERE status IN ('trialing', 'active', 'past_due');

    CREATE TABLE orders (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      status text NOT NULL,
      customer_id uuid NOT NULL,
      product_id uuid NOT NULL,
      discount_id uuid,
      subscription_id uuid REFERENCES subscriptions (id),
      checkout_id uuid,
      billing_reason text NOT NULL,
      currency text NOT NULL,
      subtotal_amount integer NOT NULL,
      discount_amount integer NOT NULL,
      net_amount integer NOT NULL,
      tax_amount integer NOT NULL,
      total_amount integer NOT NULL,
      refunded_amount integer NOT NULL DEFAULT 0,
      refunded_tax_amount integer NOT NULL DEFAULT 0,
      billing_name text,
      billing_address jsonb,
      is_invoice_generated boolean NOT NULL DEFAULT false,
      metadata jsonb NOT NULL,
      custom_field_data jsonb NOT NULL,
      CHECK (net_amount = subtotal_amount - discount_amount),
      CHECK (total_amount = net_amount + tax_amount)
    );
    CREATE UNIQUE INDEX orders_checkout ON orders (checkout_id) WHERE checkout_id IS NOT NULL;
    CREATE INDEX orders_created_at ON orders (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX orders_customer ON orders (customer_id);
    CREATE INDEX orders_product ON orders (product_id);
    CREATE INDEX orders_subscription ON orders (subscription_id) WHERE subscription_id IS NOT NULL;

    CREATE TABLE order_items (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      order_id uuid NOT NULL REFERENCES orders (id),
      position integer NOT NULL,
      label text NOT NULL,
      amount integer NOT NULL,
      tax_amount integer NOT NULL,
      proration boolean NOT NULL DEFAULT false,
      product_price_id uuid,
      CONSTRAINT order_items_position UNIQUE (order_id, position)
    )`,
};
