/** What was told to whoever keeps the seller's tax reports: a transaction for each order. */
import type { Migration } from '@tessera/kit/database/data-source';

export const taxTransactionsMigration: Migration = {
  name: '116-tax-transactions',
  sql: `
    CREATE TABLE tax_transactions (
      order_id uuid PRIMARY KEY,
      organization_id uuid NOT NULL,
      transaction_id text NOT NULL,
      created_at timestamptz NOT NULL
    );`,
};
