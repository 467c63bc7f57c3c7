/** Trials that ask for no card. */
import type { Migration } from '@tessera/kit/database/data-source';

export const trialsWithoutCardsMigration: Migration = {
  name: '126-trials-without-cards',
  sql: `ALTER TABLE products ADD COLUMN trial_requires_payment_method boolean NOT NULL DEFAULT true`,
};
