/** Metered prices with tiers, packages and minimums. */
import type { Migration } from '@tessera/kit/database/data-source';

export const tariffsMigration: Migration = {
  name: '136-tariffs',
  // Replicas of the release before charge the plain price of units: such a price is to be made once all run this one.
  sql: 'ALTER TABLE product_prices ADD COLUMN tariff jsonb',
};
