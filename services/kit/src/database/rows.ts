/**
 * Reads and writes entity rows without TypeORM's query builder, which takes several times as long as Postgres needs
 * for a lookup by key. For statements on the path of every request.
 */
import { isoTime } from '@tessera/proto/api/iso-time';
import type { EntityManager, EntitySchema, EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';
import { runOn } from './sql.ts';

type Reading = { columns: string; table: string; transformed: [string, ValueTransformer][] };

const readings = new WeakMap<object, Reading>();
/** Types whose values the driver returns as TypeORM would. */
const plainTypes = new Set([
  'uuid',
  'text',
  'integer',
  'boolean',
  'jsonb',
  'timestamptz',
  'bigint',
  'numeric',
  'double precision',
]);

/**
 * Returns rows of an entity; `tail` begins with WHERE and refers to the table as `r`. Throws for an entity with a
 * column that needs conversion but has no transformer.
 */
export const findRows = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  tail: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const { columns, table, transformed } = readingOf(entity);
  const rows = await runOn<Record<string, unknown>>(em, `SELECT ${columns} FROM ${table} r ${tail}`, values);
  return transform<Row>(rows, transformed);
};

/**
 * Returns rows by id, unordered; duplicate ids are allowed. Postgres plans lists of known length each time, which
 * costs more than finding a few rows; of a subquery it does not know the length.
 */
export const findRowsByIds = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  ids: readonly string[],
): Promise<Row[]> =>
  ids.length === 0
    ? []
    : findRows(em, entity, 'WHERE r.id = ANY(ARRAY(SELECT unnest($1::uuid[])))', [[...new Set(ids)]]);

/** Returns a row by its id, or null. */
export const findRowById = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  id: string,
): Promise<Row | null> => (await findRows(em, entity, 'WHERE r.id = $1', [id]))[0] ?? null;

/** Updates rows and returns their new state; `change` begins with SET, the table is `r` in its expressions. */
export const updateRows = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  change: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  const { columns, table, transformed } = readingOf(entity);
  const rows = await runOn<Record<string, unknown>>(
    em,
    `UPDATE ${table} r ${change} RETURNING ${columns}`,
    values,
  );
  return transform<Row>(rows, transformed);
};

/** As `insertRows`, but skips rows that violate a unique index; returns the ids of inserted rows. */
export const insertRowsIfNew = async <Row extends { id: string }>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<Set<string>> => {
  const records = rows.map((row) => recordOf<Row>(entity, row));
  const [first] = records;
  if (!first) return new Set();
  const columns = listOf(first);
  const table = tableOf(entity);
  const written = await runOn<{ id: string }>(
    em,
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)
     ON CONFLICT DO NOTHING RETURNING id`,
    [JSON.stringify(records)],
  );
  return new Set(written.map(({ id }) => id));
};

/** Inserts rows in one statement; omitted columns get their defaults. All rows must have the same keys. */
export const insertRows = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly Partial<Row>[],
): Promise<void> => {
  const records = rows.map((row) => recordOf(entity, row));
  const [first] = records;
  if (!first) return;
  const columns = listOf(first);
  const table = tableOf(entity);
  await runOn(
    em,
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(records)],
  );
};

/**
 * Updates the rows that match `where` (table `r`, values from $2 on) and returns their number. `besides`: further SQL
 * assignments, such as `touched_at = now()`.
 */
export const changeRows = async <Row extends object>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  {
    changes,
    where,
    values,
    besides,
  }: { changes: Partial<Row>; where: string; values: readonly unknown[]; besides?: string },
): Promise<number> => {
  const record = recordOf(entity, changes);
  const columns = listOf(record);
  const table = tableOf(entity);
  const changed = await runOn(
    em,
    `UPDATE ${table} r SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1))
     ${besides === undefined ? '' : `, ${besides}`} WHERE ${where} RETURNING 1`,
    [JSON.stringify(record), ...values],
  );
  return changed.length;
};

/**
 * Updates each row to its own values, one statement per set of columns, and returns the ids of updated rows.
 * Restricted by `where` (table `r`, values from $2 on).
 */
export const changeEach = async <Row extends { id: string }>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  rows: readonly (Partial<Row> & { id: string })[],
  { where = 'true', values = [] }: { where?: string; values?: readonly unknown[] } = {},
): Promise<Set<string>> => {
  const table = tableOf(entity);
  const byColumns = Map.groupBy(
    rows.map((row) => recordOf<Row>(entity, row)),
    ({ id: _id, ...changes }) =>
      Object.keys(changes)
        .map((column) => `"${column}" = changed."${column}"`)
        .join(', '),
  );
  const ids = new Set<string>();
  for (const [sets, records] of byColumns) {
    const changed = await runOn<{ id: string }>(
      em,
      `UPDATE ${table} r SET ${sets} FROM jsonb_populate_recordset(NULL::${table}, $1) changed
       WHERE r.id = changed.id AND ${where} RETURNING r.id`,
      [JSON.stringify(records), ...values],
    );
    for (const { id } of changed) ids.add(id);
  }
  return ids;
};

/** Returns the quoted table name of an entity. */
export const tableOf = <Row>({ options: { tableName, name } }: EntitySchema<Row>): string =>
  `"${tableName ?? name}"`;

/** Returns the quoted column names of a record, comma-separated. */
export const listOf = (record: object): string =>
  Object.keys(record)
    .map((column) => `"${column}"`)
    .join(', ');

/** Maps a row to its column names, as JSON for Postgres. */
export const recordOf = <Row extends object>(
  entity: EntitySchema<Row>,
  row: Partial<Row>,
): Record<string, unknown> => {
  const columns: Record<string, EntitySchemaColumnOptions | undefined> = entity.options.columns;
  const record: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    if (value === undefined) continue;
    const { name = key, transformer } = columns[key] ?? {};
    const stored: unknown = transformer && !Array.isArray(transformer) ? transformer.to(value) : value;
    record[name] = stored instanceof Date ? isoTime(stored) : stored;
  }
  return record;
};

const transform = <Row>(rows: Record<string, unknown>[], transformed: Reading['transformed']): Row[] => {
  for (const row of rows) for (const [key, transformer] of transformed) row[key] = transformer.from(row[key]);
  return rows as Row[];
};

const readingOf = <Row>(entity: EntitySchema<Row>): Reading => {
  const known = readings.get(entity);
  if (known) return known;
  const { name, columns } = entity.options;
  const read = Object.entries<EntitySchemaColumnOptions | undefined>(columns).flatMap(([key, options]) => {
    if (options?.select === false) return [];
    if (!options?.transformer && !plainTypes.has(String(options?.type)))
      throw new Error(`${name}.${key} cannot be read as it is`);
    return [{ key, column: options?.name ?? key, transformer: options?.transformer }];
  });
  const reading: Reading = {
    columns: read.map(({ key, column }) => `r."${column}" AS "${key}"`).join(', '),
    table: tableOf(entity),
    transformed: read.flatMap(({ key, transformer }) =>
      transformer && !Array.isArray(transformer)
        ? [[key, transformer] satisfies [string, ValueTransformer]]
        : [],
    ),
  };
  readings.set(entity, reading);
  return reading;
};
