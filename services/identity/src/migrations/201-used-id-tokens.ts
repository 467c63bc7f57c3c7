import type { Migration } from '@tessera/kit/database/data-source';

export const usedIdTokens: Migration = {
  name: '201-used-id-tokens',
  sql: `
-- Id tokens that have signed somebody in, until they run out by themselves.
CREATE TABLE used_id_tokens (
  token_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_id_tokens_expires_at ON used_id_tokens (expires_at);`,
};
