import type { Migration } from '@tessera/kit/database/data-source';

/** Sessions are found by their active organization when it is deleted. */
export const activeOrganizations: Migration = {
  name: '002-active-organizations',
  sql: `CREATE INDEX sessions_active_organization_id ON sessions (active_organization_id)
    WHERE active_organization_id IS NOT NULL`,
};
