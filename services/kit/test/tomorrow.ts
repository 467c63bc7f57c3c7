/** Simulates the migrations of a newer version of a service: the present one must still be able to insert rows. */
import type { DataSource } from 'typeorm';
import { sql } from '../src/database/sql.ts';

/** Adds a NOT NULL column with a default to every table. Returns the names of the tables. */
export const addTomorrowsColumns = async (db: DataSource): Promise<string[]> => {
  const tables = await sql<{ name: string }>(
    db,
    // Partitions inherit the columns of their table.
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  for (const { name } of tables)
    await db.query(`ALTER TABLE "${name}" ADD COLUMN of_tomorrow text NOT NULL DEFAULT 'there'`);
  return tables.map(({ name }) => name);
};
