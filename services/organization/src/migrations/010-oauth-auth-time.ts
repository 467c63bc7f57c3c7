import type { Migration } from '@tessera/kit/database/data-source';

/** When whoever has allowed something signed in. Codes of before have none. */
export const oauthAuthTime: Migration = {
  name: '010-oauth-auth-time',
  sql: 'ALTER TABLE oauth_codes ADD COLUMN auth_time timestamptz',
};
