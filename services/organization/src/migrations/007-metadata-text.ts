import type { Migration } from '@tessera/kit/database/data-source';

/** Metadata keep the order of their keys: lists and full answers carry their text (contracts/auth.md, section 10). */
export const metadataText: Migration = {
  name: '007-metadata-text',
  sql: 'ALTER TABLE organizations ALTER COLUMN metadata TYPE json',
};
