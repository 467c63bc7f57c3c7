/** What accounts have besides their row: a small picture, and what they have chosen. */
import type { Migration } from '@tessera/kit/database/data-source';

export const picturesAndPreferences: Migration = {
  name: '300-pictures-preferences',
  sql: `
    CREATE TABLE pictures (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      id uuid NOT NULL UNIQUE,
      type text NOT NULL,
      bytes bytea NOT NULL
    );
    CREATE TABLE preferences (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      language text
    );`,
};
