import type { Migration } from '@tessera/kit/database/data-source';

/** The browser in which a customer began to connect an account, by the hash of its cookie. */
export const connectingBrowsersMigration: Migration = {
  name: '173-connecting-browsers',
  sql: 'ALTER TABLE oauth_states ADD COLUMN browser_hash text',
};
