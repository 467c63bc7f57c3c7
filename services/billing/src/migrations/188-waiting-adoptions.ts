import type { IndexMigration } from '@tessera/kit/database/data-source';

/** Customers whose earlier usage is to be looked for, by organization. */
export const waitingAdoptionsMigration: IndexMigration = {
  name: '188-waiting-adoptions',
  indexes: [{ name: 'usage_adoptions_organization', on: 'usage_adoptions (organization_id, customer_id)' }],
};
