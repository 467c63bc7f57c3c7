/** The browsers and programs that an account was signed in from. */
import type { Migration } from '@tessera/kit/database/data-source';

export const knownDevices: Migration = {
  name: '301-known-devices',
  sql: `
    CREATE TABLE known_devices (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      browser text NOT NULL,
      system text NOT NULL,
      seen_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, browser, system)
    );`,
};
