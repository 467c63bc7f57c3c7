/** A database as a newer version of its service has left it: whoever inserts rows as today must go on as before. */
import type { DataSource } from 'typeorm';
import { sql } from '../src/sql.ts';

/** Adds to every table a column that is filled by its default. Answers the tables. */
export const addTomorrowsColumns = async (db: DataSource): Promise<string[]> => {
  const tables = await sql<{ name: string }>(
    db,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  );
  for (const { name } of tables)
    await db.query(`ALTER TABLE "${name}" ADD COLUMN of_tomorrow text NOT NULL DEFAULT 'there'`);
  return tables.map(({ name }) => name);
};
