import type { Migration } from '@tessera/kit/database/data-source';

/** Copies of what the organization service owns, by its events. `revision` 0: asked for, any event is newer. */
export const copiesMigration: Migration = {
  name: '001-copies',
  sql: `
    CREATE TABLE organizations (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      slug text NOT NULL,
      avatar_url text,
      email text,
      allow_multiple_subscriptions boolean NOT NULL,
      is_deleted boolean NOT NULL DEFAULT false,
      revision bigint NOT NULL
    );
    CREATE TABLE memberships (
      id text PRIMARY KEY,
      organization_id uuid NOT NULL,
      user_id text NOT NULL,
      role text NOT NULL,
      can_manage boolean NOT NULL,
      is_deleted boolean NOT NULL DEFAULT false,
      revision bigint NOT NULL
    );
    CREATE INDEX memberships_user ON memberships (user_id, organization_id) WHERE NOT is_deleted;
    CREATE INDEX memberships_organization ON memberships (organization_id);
  `,
};
