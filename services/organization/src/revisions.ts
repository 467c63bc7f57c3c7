/** Revisions tell an older state of a row from a newer one, wherever copies of it are kept. */
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';

/** A revision (decimal text of a 64-bit number) newer than every other; of one locked row they only grow. */
export const nextRevision = async (em: EntityManager): Promise<string> => {
  const rows = await sql<{ revision: string }>(em, `SELECT nextval('revisions') AS revision`);
  return rows[0]?.revision ?? '0';
};
