/** Orders whose prices contain the tax: then it is the total that is left of the items once the discount is taken off. */
import type { Migration } from '@tessera/kit/database/data-source';

export const taxesInsideMigration: Migration = {
  name: '144-taxes-inside',
  sql: `
    ALTER TABLE orders DROP CONSTRAINT orders_check;
    ALTER TABLE orders ADD CONSTRAINT orders_sum
      CHECK (subtotal_amount - discount_amount IN (net_amount, total_amount)) NOT VALID;`,
};
