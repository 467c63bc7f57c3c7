import type { Migration } from '@tessera/kit/database/data-source';

/** Nothing here reads the roles of members any more. The column stays for the replicas of the version before. */
export const membershipRolesMigration: Migration = {
  name: '034-membership-roles',
  sql: `ALTER TABLE memberships ALTER COLUMN role SET DEFAULT ''`,
};
