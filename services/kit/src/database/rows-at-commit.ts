/** Defers writes of entity rows to the end of their transaction, in one statement: see write-at-commit.ts. */
import type { EntityManager, EntitySchema } from 'typeorm';
import { listOf, recordOf, tableOf } from './rows.ts';
import {
  type Bind,
  changeAtCommit,
  type RowsChange,
  type RowsWrite,
  writeAtCommit,
} from './write-at-commit.ts';

type RowChange = { id: string; record: Record<string, unknown> };
const entityChanges = new WeakMap<object, Map<string, RowsChange<RowChange>>>();

/**
 * As `changeRows` of one row by id, with its `besides`, at the end of the transaction: see `RowsChange`. Rows with
 * the same changed columns are written together.
 */
export const changeRowAtCommit = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  { id, changes, besides }: { id: string; changes: Partial<Row>; besides?: string },
): Promise<void> => {
  const record = recordOf(entity, changes);
  await changeAtCommit(em, entityChangeOf(entity, listOf(record), besides), [{ id, record }]);
};

const entityChangeOf = <Row>(
  entity: EntitySchema<Row>,
  columns: string,
  besides: string | undefined,
): RowsChange<RowChange> => {
  const known = entityChanges.get(entity) ?? new Map<string, RowsChange<RowChange>>();
  entityChanges.set(entity, known);
  const key = `${columns} ${besides ?? ''}`;
  const table = tableOf(entity);
  const made: RowsChange<RowChange> = known.get(key) ?? {
    change: (rows, bind) => `UPDATE ${table} r SET (${columns}) =
       (SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, changed.record))
     ${besides === undefined ? '' : `, ${besides}`}
     FROM ${changedOf(rows, bind)} AS changed (id, record)
     WHERE r.id = changed.id`,
  };
  known.set(key, made);
  return made;
};

/** For a list Postgres estimates ten rows, and then scans a short table; a single row it finds by key. */
const changedOf = (rows: readonly RowChange[], bind: Bind): string => {
  const [first] = rows;
  if (first && rows.length === 1)
    return `(SELECT ${bind(first.id)}::uuid, ${bind(JSON.stringify(first.record))}::jsonb)`;
  return `unnest(ARRAY(SELECT unnest(${bind(rows.map(({ id }) => id))}::uuid[])),
       ARRAY(SELECT unnest(${bind(rows.map((row) => JSON.stringify(row.record)))}::jsonb[])))`;
};

type EntityWrites = Map<string, RowsWrite<Record<string, unknown>>>;
const entityWrites = new WeakMap<object, EntityWrites>();

/** As `insertRows`, at the end of the transaction, combined with its other writes: see write-at-commit.ts. */
export const insertRowsAtCommit = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Partial<Row>[],
): Promise<void> => {
  const records = rows.map((row) => recordOf(entity, row));
  for (const [columns, alike] of Map.groupBy(records, listOf))
    await writeAtCommit(em, entityWriteOf(entity, columns), alike);
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
