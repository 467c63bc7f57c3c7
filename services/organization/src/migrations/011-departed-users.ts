import type { Migration } from '@tessera/kit/database/data-source';

/** Deleted accounts, for which a request that was under way must store nothing any more. */
export const departedUsers: Migration = {
  name: '011-departed-users',
  sql: `
  CREATE TABLE departed_users (
    user_id uuid PRIMARY KEY,
    departed_at timestamptz NOT NULL DEFAULT now()
  )`,
};
