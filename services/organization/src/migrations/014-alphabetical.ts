import type { Migration } from '@tessera/kit/database/data-source';

/** The order of names, as an alphabet has it, whatever the database's own order of text is; as in billing. */
export const alphabeticalOrder: Migration = {
  name: '014-alphabetical',
  sql: `
  -- A server that was built without ICU keeps its own order.
  DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') THEN
      CREATE COLLATION alphabetical (provider = icu, locale = 'und');
    ELSE
      CREATE COLLATION alphabetical FROM "C";
    END IF;
  END $$`,
};
