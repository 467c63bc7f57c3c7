import type { Migration } from '@tessera/kit/database/data-source';

/** Banned users, for whom a request that was under way must allow no app to act, nor register one. */
export const bannedUsers: Migration = {
  name: '013-banned-users',
  sql: `
  CREATE TABLE banned_users (
    user_id uuid PRIMARY KEY,
    -- NULL: until the ban is lifted
    expires_at timestamptz
  )`,
};
