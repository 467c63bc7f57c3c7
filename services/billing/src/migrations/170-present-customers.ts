import type { Migration } from '@tessera/kit/database/data-source';

/** Payments with a saved card whose customer is present to complete a challenge of the bank. */
export const presentCustomersMigration: Migration = {
  name: '170-present-customers',
  sql: 'ALTER TABLE payments ADD COLUMN is_customer_present boolean NOT NULL DEFAULT false',
};
