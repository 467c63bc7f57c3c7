/** A service's own database: connection, migrations under a lock, column helpers. */
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type EntitySchema, type EntitySchemaColumnOptions, QueryFailedError } from 'typeorm';
import type { Logger } from './log.ts';

/** A numbered, forward-only step of a database's shape. */
export type Migration = { name: string; sql: string };

export type DatabaseOptions = {
  url: string;
  /** Most connections at once. */
  pool: number;
  entities: EntitySchema<never>[] | unknown[];
  migrations: Migration[];
  log: Logger;
};

/** Connects (waiting up to 30 s for the server), migrates, and answers the data source. */
export const openDatabase = async (options: DatabaseOptions): Promise<DataSource> => {
  const db = new DataSource({
    type: 'postgres',
    url: options.url,
    entities: options.entities as EntitySchema[],
    poolErrorHandler: (error: unknown) => options.log.warn({ err: error }, 'database connection lost'),
    extra: {
      max: options.pool,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
  });
  await connect(db);
  await migrate(db, options.migrations);
  return db;
};

const connect = async (db: DataSource): Promise<void> => {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await db.initialize();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(250);
    }
  }
};

/** Runs the migrations that this database has not seen, one replica at a time, each in a transaction of its own. */
export const migrate = async (db: DataSource, migrations: Migration[]): Promise<void> => {
  const runner = db.createQueryRunner();
  await runner.connect();
  try {
    await runner.query(`SELECT pg_advisory_lock(hashtext('tessera-migrations'))`);
    await runner.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())',
    );
    const seen = new Set(
      ((await runner.query('SELECT name FROM migrations')) as { name: string }[]).map(({ name }) => name),
    );
    for (const { name, sql } of migrations) {
      if (seen.has(name)) continue;
      await runner.startTransaction();
      try {
        await runner.query(sql);
        await runner.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      }
    }
  } finally {
    await runner.query(`SELECT pg_advisory_unlock(hashtext('tessera-migrations'))`).catch(() => undefined);
    await runner.release();
  }
};

/** Whether a statement failed because of a unique constraint (or unique index) of this name. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof QueryFailedError &&
  (error.driverError as { code?: string; constraint?: string }).code === '23505' &&
  (error.driverError as { constraint?: string }).constraint === constraint;

/** Column helpers: database names are snake_case, property names camelCase. */
export const column = {
  id: (): EntitySchemaColumnOptions => ({ type: 'uuid', primary: true }),
  uuid: (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
    type: 'uuid',
    name,
    ...options,
  }),
  text: (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
    type: 'text',
    name,
    ...options,
  }),
  int: (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
    type: 'integer',
    name,
    ...options,
  }),
  bool: (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
    type: 'boolean',
    name,
    ...options,
  }),
  json: (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
    type: 'jsonb',
    name,
    ...options,
  }),
  time: (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
    type: 'timestamptz',
    name,
    ...options,
  }),
};
