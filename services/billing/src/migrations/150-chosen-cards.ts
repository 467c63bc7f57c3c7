/** When a customer chose a card themselves: who types an address at a checkout chooses nothing for its owner. */
import type { Migration } from '@tessera/kit/database/data-source';

export const chosenCardsMigration: Migration = {
  name: '150-chosen-cards',
  sql: `ALTER TABLE payment_methods ADD COLUMN chosen_at timestamptz;
    -- What subscribed before goes on with the default.
    UPDATE payment_methods SET chosen_at = now() WHERE is_default AND deleted_at IS NULL;`,
};
