import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Users whose memberships were asked for: the copy holds all of theirs. Of others it may hold only what events of the
 * streams' retention have told.
 */
export const askedMemberships: Migration = {
  name: '003-asked-memberships',
  sql: `CREATE TABLE asked_memberships (
    user_id text PRIMARY KEY,
    asked_at timestamptz NOT NULL DEFAULT now()
  )`,
};
