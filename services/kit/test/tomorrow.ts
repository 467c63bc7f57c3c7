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

/** Notes each row that is written to one of the tables from now on, also those that are soon deleted again. */
export const watchInserts = async (db: DataSource, names: readonly string[]): Promise<void> => {
  await db.query('CREATE TABLE seen_inserts (name text NOT NULL, of_tomorrow text)');
  for (const name of names)
    await db.query(
      `CREATE FUNCTION see_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN INSERT INTO seen_inserts VALUES ('${name}', NEW.of_tomorrow); RETURN NEW; END $$;
       CREATE TRIGGER see BEFORE INSERT ON ${name} FOR EACH ROW EXECUTE FUNCTION see_${name}()`,
    );
};

/** Returns the watched tables that were written to. `withoutDefault`: those whose rows have another value there. */
export const seenInserts = async (
  db: DataSource,
): Promise<{ written: string[]; withoutDefault: string[] }> => {
  const rows = await sql<{ name: string; of_tomorrow: string | null }>(
    db,
    'SELECT DISTINCT name, of_tomorrow FROM seen_inserts ORDER BY name',
  );
  return {
    written: [...new Set(rows.map(({ name }) => name))],
    withoutDefault: rows.flatMap(({ name, of_tomorrow }) => (of_tomorrow === 'there' ? [] : [name])),
  };
};
