import type { Migration } from '@tessera/kit/database/data-source';

/** Where a customer's pages lead back to. */
export const customerSessionsMigration: Migration = {
  name: '091-customer-sessions',
  sql: 'ALTER TABLE customer_sessions ADD COLUMN return_url text',
};
