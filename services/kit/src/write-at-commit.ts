/**
 * Rows that nothing in their own transaction reads: a verb names them where they come up, and all of them are written by
 * one statement right before the commit, whatever their tables. Of round trips each costs as much as the row.
 */
import type { EntityManager } from 'typeorm';
import { runAndCommit, runOn } from './sql.ts';

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

/**
 * The statement that changes rows of a kind, which are locked, and which nothing else in the transaction changes or reads
 * after. One object a kind, as of `RowsWrite`: all that are named are changed together.
 */
export type RowsChange<Row> = { change: (rows: readonly Row[], bind: Bind) => string };

type Gathered = { rows: Map<RowsWrite<never>, unknown[]>; changes: Map<RowsChange<never>, unknown[]> };
const key = 'gatheredWrites';

/** Has what `writeAtCommit` is given from here on wait for `commitGathered`: for `transact`. */
export const gatherWrites = (em: EntityManager): void => {
  if (em.queryRunner) em.queryRunner.data[key] = { rows: new Map(), changes: new Map() } satisfies Gathered;
};

/** Writes rows in their order at the end of the transaction, or now where nobody gathers them. */
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

/** Changes rows at the end of the transaction, or now where nobody gathers. */
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

/** Writes what was gathered so far, for what the same transaction has to change after all; what comes then is gathered anew. */
export const writeGathered = async (em: EntityManager): Promise<void> => {
  const gathered = em.queryRunner?.data[key] as Gathered | undefined;
  if (!gathered) return;
  gatherWrites(em);
  await writeAll(em, gathered);
};

/**
 * Writes what was gathered, and commits with it: for `transact`, when all else is done. Where nothing was gathered there
 * is nothing to send along.
 */
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
