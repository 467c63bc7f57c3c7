/** Claims rows whose work a crash or an outage may have interrupted: they have not been touched for some time. */
import { type Queryable, sql } from './sql.ts';

export type Stuck = {
  /** A table with a column `touched_at`. */
  table: string;
  /** SQL condition: the work is not finished. */
  where: string;
  /** Database time since the row was last touched. */
  seconds: number;
  /** SQL factor of `seconds` by row. */
  patience?: string;
  limit?: number;
  /** SQL of the returned columns. */
  returning?: string;
};

/**
 * Claims rows by touching them, those untouched for longest first, and returns them. Replicas never claim the same row,
 * and whoever crashes again leaves it to the next claim after as many seconds.
 */
export const claimStuck = <Row = { id: string }>(
  on: Queryable,
  { table, where, seconds, patience = '1', limit = 50, returning = 'id' }: Stuck,
): Promise<Row[]> =>
  sql<Row>(
    on,
    `UPDATE ${table} SET touched_at = now() WHERE id = ANY(ARRAY(
       SELECT id FROM ${table} WHERE ${where} AND touched_at < now() - make_interval(secs => $1 * ${patience})
       ORDER BY touched_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)) RETURNING ${returning}`,
    [seconds],
  );
