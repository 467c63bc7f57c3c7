import type { Migration } from '@tessera/kit/database/data-source';

/**
 * `customer_state_changes` has no unique key on purpose: writers of one customer must not wait for each other,
 * nor can two of them deadlock over two customers. Indexes of lists are ordered as lists sort: nulls last when descending.
 */
export const customersMigration: Migration = {
  name: '003-customers',
  sql: `
    CREATE TABLE customers (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      organization_id uuid NOT NULL,
      external_id text,
      email text NOT NULL,
      email_verified boolean NOT NULL DEFAULT false,
      name text,
      billing_name text,
      billing_address jsonb,
      tax_id jsonb,
      metadata jsonb NOT NULL
    );
    CREATE UNIQUE INDEX customers_email ON customers (organization_id, lower(email)) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX customers_external_id ON customers (organization_id, external_id)
      WHERE deleted_at IS NULL AND external_id IS NOT NULL;
    CREATE INDEX customers_created_at ON customers (organization_id, created_at DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX customers_name ON customers (organization_id, name DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX customers_email_as_typed ON customers (organization_id, email DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE TABLE customer_state_changes (
      id uuid PRIMARY KEY,
      customer_id uuid NOT NULL,
      marked_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX customer_state_changes_marked_at ON customer_state_changes (marked_at);
    CREATE INDEX customer_state_changes_customer ON customer_state_changes (customer_id);
  `,
};
