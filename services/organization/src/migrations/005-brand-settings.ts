import type { Migration } from '@tessera/kit/database/data-source';

/** How an organization looks to its customers. The default serves replicas of the version before, which name no brand. */
export const brandSettings: Migration = {
  name: '005-brand-settings',
  sql: `ALTER TABLE organizations ADD COLUMN brand_settings jsonb NOT NULL DEFAULT '{"accentColor": null}'`,
};
