/** Finds migrations that build an index on a table with rows while nobody can write to it. */
import type { Migration } from '../src/database/data-source.ts';

/**
 * Returns the faults of the migrations after `last`, the last one from before the rule. Indexes of tables that the same
 * migration creates are built on no rows; partitioned tables allow no other way, and are given with `partitioned`.
 */
export const blockingIndexes = (
  migrations: readonly Migration[],
  last: string,
  partitioned: readonly string[] = [],
): string[] => {
  const names = migrations.map(({ name }) => name);
  if (!names.includes(last)) throw new Error(`there is no migration ${last}`);
  return migrations.slice(names.indexOf(last) + 1).flatMap((migration) => {
    if ('indexes' in migration) return [];
    const created = namesIn(
      migration.sql,
      /\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)/gi,
    );
    return namesIn(migration.sql, /\bCREATE\s+(?:UNIQUE\s+)?INDEX\b[^;(]*?\sON\s+(?:ONLY\s+)?"?(\w+)/gi)
      .filter((table) => !created.includes(table) && !partitioned.includes(table))
      .map((table) => `${migration.name}: an index on ${table} belongs into a migration with \`indexes\``);
  });
};

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
