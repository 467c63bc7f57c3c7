import type { Migration } from '@tessera/kit/database/data-source';

/** Until when a process may refresh the tokens of an account while all others wait for it. */
export const refreshClaims: Migration = {
  name: '004-refresh-claims',
  sql: 'ALTER TABLE accounts ADD COLUMN refresh_claimed_until timestamptz',
};
