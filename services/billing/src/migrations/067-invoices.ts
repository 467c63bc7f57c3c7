import type { Migration } from '@tessera/kit/database/data-source';

/** Invoices of orders and credit notes of refunds (`refund_id`): each at most once. The papers lie in the store of files. */
export const invoicesMigration: Migration = {
  name: '067-invoices',
  sql: `
    CREATE TABLE invoices (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      order_id uuid NOT NULL REFERENCES orders (id),
      refund_id uuid REFERENCES refunds (id),
      number text NOT NULL,
      is_generated boolean NOT NULL DEFAULT false,
      touched_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT invoices_refund UNIQUE (refund_id),
      CONSTRAINT invoices_number UNIQUE (organization_id, number)
    );
    CREATE UNIQUE INDEX invoices_order ON invoices (order_id) WHERE refund_id IS NULL;
    CREATE INDEX invoices_notes ON invoices (order_id) WHERE refund_id IS NOT NULL;
    CREATE INDEX invoices_pending ON invoices (touched_at) WHERE NOT is_generated;
  `,
};
