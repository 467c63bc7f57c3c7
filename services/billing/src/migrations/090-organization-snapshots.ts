import type { Migration } from '@tessera/kit/database/data-source';

/** All of an organization, as its customers are shown it: copies from before lack it until their owner is asked. */
export const organizationSnapshotsMigration: Migration = {
  name: '090-organization-snapshots',
  sql: `
    ALTER TABLE organizations ADD COLUMN snapshot jsonb;
    CREATE INDEX organizations_slug ON organizations (slug) WHERE NOT is_deleted;`,
};
