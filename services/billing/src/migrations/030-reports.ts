import type { Migration } from '@tessera/kit/database/data-source';

/** Sums of all orders of an organization are read from this index alone. */
export const reportsMigration: Migration = {
  name: '030-reports',
  sql: `
    CREATE INDEX orders_figures ON orders (organization_id, created_at)
      INCLUDE (status, net_amount, refunded_amount, billing_reason, subscription_id, product_id, customer_id)`,
};
