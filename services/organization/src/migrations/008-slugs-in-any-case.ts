import type { Migration } from '@tessera/kit/database/data-source';

/** Slugs are looked for in any case whenever somebody wants one. */
export const slugsInAnyCase: Migration = {
  name: '008-slugs-in-any-case',
  sql: 'CREATE INDEX organizations_slug_in_any_case ON organizations (lower(slug))',
};
