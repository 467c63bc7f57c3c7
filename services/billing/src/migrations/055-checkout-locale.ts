import type { Migration } from '@tessera/kit/database/data-source';

/** The buyer's language, and how the seller looks: copies from before lack it until their owner is asked. */
export const checkoutLocaleMigration: Migration = {
  name: '055-checkout-locale',
  sql: `
    ALTER TABLE checkouts ADD COLUMN locale text;
    ALTER TABLE organizations ADD COLUMN website text;
    ALTER TABLE organizations ADD COLUMN accent_color text;
    ALTER TABLE organizations ADD COLUMN is_whole boolean NOT NULL DEFAULT false;
  `,
};
