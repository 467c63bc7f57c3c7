import type { Migration } from '@tessera/kit/database/data-source';

/** Fields that the configuration adds to users, and which of them the copies of sessions were made with. */
export const additionalFields: Migration = {
  name: '003-additional-fields',
  sql: `
ALTER TABLE users ADD COLUMN additional jsonb NOT NULL DEFAULT '{}';
-- For fields of which no two users may have the same value.
CREATE INDEX users_additional ON users USING gin (additional jsonb_path_ops);
CREATE TABLE session_copy_shape (shape text NOT NULL);
INSERT INTO session_copy_shape VALUES ('[]');`,
};
