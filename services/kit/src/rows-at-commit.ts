/** Rows of entities that are written at the end of their transaction, in one statement with all else that is: see write-at-commit.ts. */
import type { EntityManager, EntitySchema } from 'typeorm';
import { listOf, recordOf, tableOf } from './rows.ts';
import { changeAtCommit, type RowsWrite, writeAtCommit } from './write-at-commit.ts';

/** As `changeRows` of one row by its id, with its `besides`, at the end of the transaction: see `Change`. */
export const changeRowAtCommit = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  { id, changes, besides }: { id: string; changes: Partial<Row>; besides?: string },
): Promise<void> => {
  const record = recordOf(entity, changes);
  const columns = listOf(record);
  const table = tableOf(entity);
  await changeAtCommit(
    em,
    (bind) => `UPDATE ${table} SET (${columns}) =
       (SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, ${bind(JSON.stringify(record))}))
     ${besides === undefined ? '' : `, ${besides}`} WHERE id = ${bind(id)}`,
  );
};

type EntityWrites = Map<string, RowsWrite<Record<string, unknown>>>;
const entityWrites = new WeakMap<object, EntityWrites>();

/** As `insertRows`, at the end of the transaction, together with what else is written there: see write-at-commit.ts. */
export const insertRowsAtCommit = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Partial<Row>[],
): Promise<void> => {
  const records = rows.map((row) => recordOf(entity, row));
  const [first] = records;
  if (!first) return;
  await writeAtCommit(em, entityWriteOf(entity, listOf(first)), records);
};

const entityWriteOf = <Row>(
  entity: EntitySchema<Row>,
  columns: string,
): RowsWrite<Record<string, unknown>> => {
  const known: EntityWrites = entityWrites.get(entity) ?? new Map();
  entityWrites.set(entity, known);
  const table = tableOf(entity);
  const write = known.get(columns) ?? {
    table,
    columns,
    select: (records, bind) =>
      `SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, ${bind(JSON.stringify(records))})`,
  };
  known.set(columns, write);
  return write;
};
