/** Prices in other currencies than the dollar; a checkout's currency, and whether somebody has chosen it. */
import type { Migration } from '@tessera/kit/database/data-source';

export const currenciesMigration: Migration = {
  name: '115-currencies',
  sql: `
    ALTER TABLE product_prices ADD COLUMN price_currency text NOT NULL DEFAULT 'usd';
    ALTER TABLE checkouts ADD COLUMN is_currency_chosen boolean NOT NULL DEFAULT false;`,
};
