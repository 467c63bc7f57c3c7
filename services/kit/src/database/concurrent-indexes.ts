/** Indexes that are built on tables with rows, while requests go on writing to them. */

import type { Queryable } from './sql.ts';
import { sql } from './sql.ts';

/** `on`: what follows ON in CREATE INDEX, such as `orders (organization_id, created_at)`. */
export type ConcurrentIndex = { name: string; on: string; isUnique?: boolean };

/**
 * Builds indexes outside of any transaction. Nobody waits for it; it waits until every transaction has ended that was
 * under way. What a crash or an error left half built is dropped and built again, what is complete stays.
 */
export const buildIndexes = async (on: Queryable, indexes: readonly ConcurrentIndex[]): Promise<void> => {
  for (const index of indexes) {
    const [found] = await sql<{ is_valid: boolean }>(
      on,
      'SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [index.name],
    );
    if (found?.is_valid) continue;
    if (found) await on.query(`DROP INDEX CONCURRENTLY ${index.name}`);
    await on.query(
      `CREATE ${index.isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${index.name} ON ${index.on}`,
    );
  }
};
