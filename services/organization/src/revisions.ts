/** Revisions order the states of a row, so that copies can ignore stale events. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

/**
 * Returns a new revision, greater than all before (a 64-bit integer as decimal text). Taken under a row lock, the
 * revisions of that row only grow.
 */
export const nextRevision = async (em: EntityManager): Promise<string> => {
  const rows = await sql<{ revision: string }>(em, `SELECT nextval('revisions') AS revision`);
  return rows[0]?.revision ?? '0';
};
