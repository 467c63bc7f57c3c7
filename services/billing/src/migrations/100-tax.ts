/** Tax: which products are taxed how, and how the tax of checkouts and orders came about. */
import type { Migration } from '@tessera/kit/database/data-source';

export const taxMigration: Migration = {
  name: '100-tax',
  sql: `
    ALTER TABLE products
      ADD COLUMN is_tax_applicable boolean NOT NULL DEFAULT true,
      ADD COLUMN tax_behavior text NOT NULL DEFAULT 'exclusive' CHECK (tax_behavior IN ('exclusive', 'inclusive'));
    ALTER TABLE checkouts ADD COLUMN tax_details jsonb;
    ALTER TABLE orders ADD COLUMN tax_details jsonb;`,
};
