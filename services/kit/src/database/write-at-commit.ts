/**
 * Deferred writes, for rows that nothing in their own transaction reads: they are collected during the transaction
 * and written by one statement just before the commit, whatever their tables. A round trip costs as much as the row
 * itself.
 */
import type { EntityManager } from 'typeorm';
import { runAndCommit, runOn } from './sql.ts';

/** Adds a parameter to the statement and returns its placeholder, such as `$3`. */
export type Bind = (value: unknown) => string;

/** How rows of a kind are inserted. One object per kind: rows of the same object are written together. */
export type RowsWrite<Row> = {
  table: string;
  /** Column names, comma-separated. */
  columns: string;
  /** Returns the SELECT that yields the rows in these columns. */
  select: (rows: readonly Row[], bind: Bind) => string;
};

/**
 * Returns the statement that updates rows of a kind. The rows must be locked, and nothing else in the transaction may
 * change or read them afterwards. One object per kind, as for `RowsWrite`: its rows are updated together.
 */
export type RowsChange<Row> = { change: (rows: readonly Row[], bind: Bind) => string };

type Gathered = { rows: Map<RowsWrite<never>, unknown[]>; changes: Map<RowsChange<never>, unknown[]> };
const key = 'gatheredWrites';

/** From here on `writeAtCommit` defers its rows until `commitGathered`; for `transact`. */
export const gatherWrites = (em: EntityManager): void => {
  if (em.queryRunner) em.queryRunner.data[key] = { rows: new Map(), changes: new Map() } satisfies Gathered;
};

/** Inserts rows in order at the end of the transaction, or immediately if writes are not deferred. */
export const writeAtCommit = async <Row>(
  em: EntityManager,
  write: RowsWrite<Row>,
  rows: readonly Row[],
): Promise<void> => {
  const gathered = em.queryRunner?.data[key] as Gathered | undefined;
  if (!gathered) return writeAll(em, { rows: new Map([[write, [...rows]]]), changes: new Map() });
  const waiting = gathered.rows.get(write);
  if (waiting) waiting.push(...rows);
  else gathered.rows.set(write, [...rows]);
};

/** Updates rows at the end of the transaction, or immediately if writes are not deferred. */
export const changeAtCommit = async <Row>(
  em: EntityManager,
  change: RowsChange<Row>,
  rows: readonly Row[],
): Promise<void> => {
  const gathered = em.queryRunner?.data[key] as Gathered | undefined;
  if (!gathered) return writeAll(em, { rows: new Map(), changes: new Map([[change, [...rows]]]) });
  const waiting = gathered.changes.get(change);
  if (waiting) waiting.push(...rows);
  else gathered.changes.set(change, [...rows]);
};

/** Flushes the deferred writes, for transactions that change those rows next. Later writes are deferred again. */
export const writeGathered = async (em: EntityManager): Promise<void> => {
  const gathered = em.queryRunner?.data[key] as Gathered | undefined;
  if (!gathered) return;
  gatherWrites(em);
  await writeAll(em, gathered);
};

/** Sends the deferred writes together with COMMIT; for `transact`. Does nothing if there are none. */
export const commitGathered = async (em: EntityManager): Promise<void> => {
  const { queryRunner: runner } = em;
  const gathered = runner?.data[key] as Gathered | undefined;
  if (!runner || !gathered) return;
  delete runner.data[key];
  const statement = statementOf(gathered);
  if (statement) await runAndCommit(runner, statement.text, statement.values);
};

const writeAll = async (em: EntityManager, gathered: Gathered): Promise<void> => {
  const statement = statementOf(gathered);
  if (statement) await runOn(em, statement.text, statement.values);
};

const statementOf = ({
  rows: gathered,
  changes: changed,
}: Gathered): { text: string; values: unknown[] } | null => {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const inserts = [...gathered].flatMap(([{ table, columns, select }, rows]) =>
    rows.length === 0 ? [] : [`INSERT INTO ${table} (${columns}) ${select(rows as never[], bind)}`],
  );
  const updates = [...changed].flatMap(([{ change }, rows]) =>
    rows.length === 0 ? [] : [change(rows as never[], bind)],
  );
  const statements = [...updates, ...inserts];
  const last = statements.pop();
  if (last === undefined) return null;
  const others = statements.map((statement, index) => `written_${index} AS (${statement})`);
  return { text: `${others.length > 0 ? `WITH ${others.join(', ')} ` : ''}${last}`, values };
};
