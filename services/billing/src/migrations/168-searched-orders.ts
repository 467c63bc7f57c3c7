import type { Migration } from '@tessera/kit/database/data-source';

/** Searches for a part of an order's number. */
export const searchedOrdersMigration: Migration = {
  name: '168-searched-orders',
  indexes: [{ name: 'orders_text', on: 'orders USING gin (organization_id, invoice_number gin_trgm_ops)' }],
};
