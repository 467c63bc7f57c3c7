import type { Migration } from '@tessera/kit/database/data-source';

/** Fields that the configuration adds to sessions. */
export const sessionFields: Migration = {
  name: '005-session-fields',
  sql: `ALTER TABLE sessions ADD COLUMN additional jsonb NOT NULL DEFAULT '{}'`,
};
