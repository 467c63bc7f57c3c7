import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Tokens of mails that reset a password or delete an account, by the SHA-256 of their text. A row is kept when it was
 * used, so that an event that is delivered again does not bring its token back to life.
 */
export const oneTimeTokens: Migration = {
  name: '101-one-time-tokens',
  sql: `CREATE TABLE one_time_tokens (
    token_hash text PRIMARY KEY,
    kind text NOT NULL,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  );
  CREATE INDEX one_time_tokens_user_id ON one_time_tokens (user_id);
  CREATE INDEX one_time_tokens_expires_at ON one_time_tokens (expires_at)`,
};
