/**
 * Rows that nothing in their own transaction reads: a verb names them where they come up, and all of them are written by
 * one statement right before the commit, whatever their tables. Of round trips each costs as much as the row.
 */
import type { EntityManager } from 'typeorm';
import { runOn } from './sql.ts';

/** Hands a value to the statement and answers how it is named there, as in $3. */
export type Bind = (value: unknown) => string;

/** How rows of a kind are written. One object a kind: it also says which rows belong together. */
export type RowsWrite<Row> = {
  table: string;
  /** By name, with commas between them. */
  columns: string;
  /** The SELECT that answers the rows in these columns. */
  select: (rows: readonly Row[], bind: Bind) => string;
};

/** A statement that changes rows, which are locked, and which nothing else in the transaction changes or reads after. */
export type Change = (bind: Bind) => string;

type Gathered = { rows: Map<RowsWrite<never>, unknown[]>; changes: Change[] };
const key = 'gatheredWrites';

/** Has what `writeAtCommit` is given from here on wait for `writeGathered`: for `transact`. */
export const gatherWrites = (em: EntityManager): void => {
  if (em.queryRunner) em.queryRunner.data[key] = { rows: new Map(), changes: [] } satisfies Gathered;
};

/** Writes rows in their order at the end of the transaction, or now where nobody gathers them. */
export const writeAtCommit = async <Row>(
  em: EntityManager,
  write: RowsWrite<Row>,
  rows: readonly Row[],
): Promise<void> => {
  const gathered = em.queryRunner?.data[key] as Gathered | undefined;
  if (!gathered) return writeAll(em, { rows: new Map([[write, [...rows]]]), changes: [] });
  const waiting = gathered.rows.get(write);
  if (waiting) waiting.push(...rows);
  else gathered.rows.set(write, [...rows]);
};

/** Changes rows at the end of the transaction, or now where nobody gathers. */
export const changeAtCommit = async (em: EntityManager, change: Change): Promise<void> => {
  const gathered = em.queryRunner?.data[key] as Gathered | undefined;
  if (!gathered) return writeAll(em, { rows: new Map(), changes: [change] });
  gathered.changes.push(change);
};

/** Writes what was gathered: for `transact`, when its work is done. */
export const writeGathered = async (em: EntityManager): Promise<void> => {
  const gathered = em.queryRunner?.data[key] as Gathered | undefined;
  if (!em.queryRunner || !gathered) return;
  // What comes after this, such as a mark of the commit, is written at once.
  delete em.queryRunner.data[key];
  await writeAll(em, gathered);
};

const writeAll = async (em: EntityManager, { rows: gathered, changes }: Gathered): Promise<void> => {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const inserts = [...gathered].flatMap(([{ table, columns, select }, rows]) =>
    rows.length === 0 ? [] : [`INSERT INTO ${table} (${columns}) ${select(rows as never[], bind)}`],
  );
  const statements = [...changes.map((change) => change(bind)), ...inserts];
  const last = statements.pop();
  if (last === undefined) return;
  const others = statements.map((statement, index) => `written_${index} AS (${statement})`);
  await runOn(em, `${others.length > 0 ? `WITH ${others.join(', ')} ` : ''}${last}`, values);
};
