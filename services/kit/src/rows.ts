/**
 * Rows of entities past TypeORM's query builder, which takes several times as long to make a statement and objects of
 * its rows as Postgres takes to find them by a key. For reads that stand on every request's way.
 */
import type { EntityManager, EntitySchema, EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';
import { runOn } from './sql.ts';

type Reading = { select: string; transformed: [string, ValueTransformer][] };

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
  const { select, transformed } = readingOf(entity);
  const rows = await runOn<Record<string, unknown>>(em, `${select} ${tail}`, values);
  for (const row of rows) for (const [key, transformer] of transformed) row[key] = transformer.from(row[key]);
  return rows as Row[];
};

/** Rows by id, in no order; ids may come several times. */
export const findRowsByIds = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  ids: readonly string[],
): Promise<Row[]> =>
  ids.length === 0 ? [] : findRows(em, entity, 'WHERE r.id = ANY($1::uuid[])', [[...new Set(ids)]]);

/** A row by its id, or null. */
export const findRowById = async <Row>(
  em: EntityManager,
  entity: EntitySchema<Row>,
  id: string,
): Promise<Row | null> => (await findRows(em, entity, 'WHERE r.id = $1', [id]))[0] ?? null;

const readingOf = <Row>(entity: EntitySchema<Row>): Reading => {
  const known = readings.get(entity);
  if (known) return known;
  const { tableName, name, columns } = entity.options;
  const read = Object.entries<EntitySchemaColumnOptions | undefined>(columns).flatMap(([key, options]) => {
    if (options?.select === false) return [];
    if (!options?.transformer && !plainTypes.has(String(options?.type)))
      throw new Error(`${name}.${key} cannot be read as it is`);
    return [{ key, column: options?.name ?? key, transformer: options?.transformer }];
  });
  const reading: Reading = {
    select: `SELECT ${read.map(({ key, column }) => `r."${column}" AS "${key}"`).join(', ')} FROM "${tableName ?? name}" r`,
    transformed: read.flatMap(({ key, transformer }) =>
      transformer && !Array.isArray(transformer)
        ? [[key, transformer] satisfies [string, ValueTransformer]]
        : [],
    ),
  };
  readings.set(entity, reading);
  return reading;
};
