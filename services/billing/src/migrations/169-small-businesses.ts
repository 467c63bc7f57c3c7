/** Small businesses without VAT, and a text of the seller on invoices. */
import type { Migration } from '@tessera/kit/database/data-source';

export const smallBusinessesMigration: Migration = {
  name: '169-small-businesses',
  sql: `
    ALTER TABLE seller_details ADD COLUMN is_small_business boolean NOT NULL DEFAULT false;
    ALTER TABLE seller_details ADD COLUMN invoice_note text;`,
};
