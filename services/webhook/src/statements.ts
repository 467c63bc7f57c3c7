/** Named SQL for hot paths: a connection parses and plans a statement once, not for every event. */
import type { DataSource } from 'typeorm';

export type Statement = { name: string; text: string };

type Pool = { query: (query: Statement & { values: unknown[] }) => Promise<{ rows: unknown[] }> };

/** Runs a statement, in a transaction of its own, in one round trip. */
export const runStatement = async <Row>(
  db: DataSource,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> => {
  const { master } = db.driver as unknown as { master: Pool };
  const { rows } = await master.query({ ...statement, values });
  return rows as Row[];
};
