/** The order of names: as an alphabet has them, whatever the database's own order of text is. */
import type { Migration } from '@tessera/kit/database/data-source';

const named = [
  { table: 'products', column: 'name', index: 'products_name' },
  { table: 'benefits', column: 'description', index: 'benefits_description', when: 'deleted_at IS NULL' },
  { table: 'meters', column: 'name', index: 'meters_name' },
  { table: 'usage_alerts', column: 'name', index: 'usage_alerts_name' },
  { table: 'discounts', column: 'name', index: 'discounts_name', when: 'deleted_at IS NULL' },
  { table: 'customers', column: 'name', index: 'customers_name', when: 'deleted_at IS NULL' },
  { table: 'customers', column: 'email', index: 'customers_email_as_typed', when: 'deleted_at IS NULL' },
];

export const alphabeticalListsMigration: Migration = {
  name: '153-alphabetical-lists',
  sql: `
    -- A server that was built without ICU keeps its own order.
    DO $$ BEGIN
      IF EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') THEN
        CREATE COLLATION alphabetical (provider = icu, locale = 'und');
      ELSE
        CREATE COLLATION alphabetical FROM "C";
      END IF;
    END $$;
    ${named
      .map(
        ({ table, column, index, when }) => `DROP INDEX ${index};
    CREATE INDEX ${index} ON ${table}
      (organization_id, ${column} COLLATE alphabetical DESC NULLS LAST, id DESC)${when ? ` WHERE ${when}` : ''};`,
      )
      .join('\n    ')}
  `,
};
