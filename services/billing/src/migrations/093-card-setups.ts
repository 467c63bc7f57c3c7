import type { Migration } from '@tessera/kit/database/data-source';

/** Cards that are being saved, and test cards that are for no checkout. */
export const cardSetupsMigration: Migration = {
  name: '093-card-setups',
  sql: `
    CREATE TABLE card_setups (payment_id uuid PRIMARY KEY, is_default boolean NOT NULL);
    ALTER TABLE sandbox_tokens ALTER COLUMN purpose_id DROP NOT NULL;
    CREATE INDEX payments_orders_by_hand ON payments (purpose_id, created_at DESC)
      WHERE purpose_kind IN ('renewal', 'proration', 'order_retry');`,
};
