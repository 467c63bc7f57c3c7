/**
 * Rows of entities past TypeORM's query builder, which takes several times as long to make a statement and objects of
 * its rows as Postgres takes to find them by a key. For reads that stand on every request's way.
 */
import type { EntityManager, EntitySchema, EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';
import { runOn } from './sql.ts';

type Reading = { columns: string; table: string; transformed: [string, ValueTransformer][] };

const readings = new WeakMap<object, Reading>();
/** What the driver reads as TypeORM would hand it on. */
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
 * Rows of an entity; `tail` begins with WHERE and may name columns of the table `r`. Throws for an entity with a column
 * that needs more than the driver does and has no transformer.
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
 * Rows by id, in no order; ids may come several times. Postgres plans lists of known lengths anew each time, which costs
 * more than finding a few rows; of what a subquery answers it knows no length.
 */
export const findRowsByIds = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  ids: readonly string[],
): Promise<Row[]> =>
  ids.length === 0
    ? []
    : findRows(em, entity, 'WHERE r.id = ANY(ARRAY(SELECT unnest($1::uuid[])))', [[...new Set(ids)]]);

/** A row by its id, or null. */
export const findRowById = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  id: string,
): Promise<Row | null> => (await findRows(em, entity, 'WHERE r.id = $1', [id]))[0] ?? null;

/** Changes rows and answers them as they are now; `change` begins with SET and names columns of the table `r` behind it. */
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

/** As `insertRows` of those that no unique index has the like of; answers the ids of what was written. */
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

/** Writes rows in one statement; columns that they do not name keep their defaults. All name the same ones. */
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
 * Changes the rows that `where` picks (of the table `r`, values from $2 on), and answers how many. `besides`: columns that
 * Postgres sets itself, as `touched_at = now()`.
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
 * Changes rows to what each of them says, in one statement for all that name the same columns, and answers the ids of those
 * that were changed. Only those that `where` picks, of the table `r`, with values from $2 on.
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

/** The table of an entity, quoted. */
export const tableOf = <Row>({ options: { tableName, name } }: EntitySchema<Row>): string =>
  `"${tableName ?? name}"`;

/** The columns of a record, quoted, with commas between them. */
export const listOf = (record: object): string =>
  Object.keys(record)
    .map((column) => `"${column}"`)
    .join(', ');

/** A row under the names of its columns, as JSON that Postgres reads. */
export const recordOf = <Row extends object>(
  entity: EntitySchema<Row>,
  row: Partial<Row>,
): Record<string, unknown> => {
  const columns: Record<string, EntitySchemaColumnOptions | undefined> = entity.options.columns;
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      const { name = key, transformer } = columns[key] ?? {};
      if (value === undefined) return [];
      return [[name, transformer && !Array.isArray(transformer) ? transformer.to(value) : value]];
    }),
  );
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
