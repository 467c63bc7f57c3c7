/** Finds the accesses that have given the same account something. */
import type { Migration } from '@tessera/kit/database/data-source';

export const givenAccountsMigration: Migration = {
  name: '166-given-accounts',
  indexes: [
    {
      name: 'benefit_accesses_account',
      on: `benefit_accesses ((given->>'accountId')) WHERE given IS NOT NULL`,
    },
  ],
};
