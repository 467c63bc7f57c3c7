import type { Migration } from '@tessera/kit/database/data-source';

/** The order in which administrators see users at first. */
export const newestUsers: Migration = {
  name: '302-newest-users',
  indexes: [{ name: 'users_created_at', on: 'users (created_at DESC, id)' }],
};
