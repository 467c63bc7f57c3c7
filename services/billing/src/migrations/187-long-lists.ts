/** Indexes of lists of large sellers. An ordinary sale is in none of the partial ones. */
import type { IndexMigration } from '@tessera/kit/database/data-source';

const newest = 'created_at DESC NULLS LAST, id DESC';

export const longListsMigration: IndexMigration = {
  name: '187-long-lists',
  indexes: [
    { name: 'orders_not_paid', on: `orders (organization_id, status, ${newest}) WHERE status <> 'paid'` },
    { name: 'benefit_grants_others', on: `benefit_grants (benefit_id, ${newest}) WHERE granted_at IS NULL` },
    { name: 'license_keys_benefit_status', on: `license_keys (benefit_id, status, ${newest})` },
    // In the order of `customerAsShown`; of deleted customers too, whose orders stay.
    {
      name: 'customers_as_shown',
      on: 'customers (organization_id, (coalesce(name, email) COLLATE alphabetical) DESC NULLS LAST)',
    },
    { name: 'customer_balances_created_at', on: `customer_balances (organization_id, ${newest})` },
  ],
};
