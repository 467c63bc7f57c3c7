/** A database as a newer version of its service has left it: whoever inserts rows as today must go on as before. */
import type { DataSource } from 'typeorm';
import { sql } from '../src/sql.ts';

/** Adds to every table a column that is filled by its default. Answers the tables. */
export const addTomorrowsColumns = async (db: DataSource): Promise<string[]> => {
  const tables = await sql<{ name: string }>(
    db,
    // A partition has the columns of its table.
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  for (const { name } of tables)
    await db.query(`ALTER TABLE "${name}" ADD COLUMN of_tomorrow text NOT NULL DEFAULT 'there'`);
  return tables.map(({ name }) => name);
};
