/** A service's database: connection, migrations under an advisory lock, column helpers. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  DataSource,
  type EntitySchema,
  type EntitySchemaColumnOptions,
  QueryFailedError,
  type QueryRunner,
} from 'typeorm';
import { ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';
import { buildIndexes, type ConcurrentIndex } from './concurrent-indexes.ts';
import { isOutage } from './outage.ts';
import { noTimeout, PreparingClient } from './preparing-client.ts';
import { sql } from './sql.ts';

/** A numbered, forward-only change of a database's schema, in one transaction. */
export type SqlMigration = { name: string; sql: string };

/** New indexes of tables that have rows already: an index that `sql` built would keep everybody from writing. */
export type IndexMigration = { name: string; indexes: ConcurrentIndex[] };

export type Migration = SqlMigration | IndexMigration;

export type DatabaseOptions = {
  url: string;
  /** Maximum number of connections. */
  pool: number;
  /** Milliseconds of silence from the server after which a connection is closed. */
  silence?: number;
  entities: EntitySchema<never>[] | unknown[];
  migrations: Migration[];
  log: Logger;
};

/** Connects (waiting up to 30 s for the server), runs migrations, and returns the data source. */
export const openDatabase = async (options: DatabaseOptions): Promise<DataSource> => {
  const db = new DataSource({
    type: 'postgres',
    url: options.url,
    entities: options.entities as EntitySchema[],
    poolErrorHandler: (error: unknown) => options.log.warn({ err: error }, 'database connection lost'),
    extra: {
      Client: PreparingClient,
      pipeline: true,
      max: options.pool,
      ...(options.silence !== undefined && { silence: options.silence }),
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 30_000,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    },
  });
  await connect(db, options.log);
  try {
    await migrate(db, options.migrations, options.log);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
};

/** Waits for a server that is not reachable yet; a wrong password or an unknown database fails immediately. */
const connect = async (db: DataSource, log: Logger): Promise<void> => {
  const deadline = Date.now() + 30_000;
  for (let tries = 1; ; tries += 1) {
    try {
      await db.initialize();
      return;
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw connectFault(error);
      if (tries === 1) log.warn({ err: error }, 'waiting for the database (DATABASE_URL)');
      await delay(250);
    }
  }
};

/** Reports errors of server or socket about address, user or database as a fault of the variable, without a stack. */
const connectFault = (error: unknown): unknown => {
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code !== 'string') return error;
  return new ConfigError(`environment variable DATABASE_URL: ${message || code}`, { cause: error });
};

/** Runs pending migrations, one replica at a time. */
export const migrate = async (db: DataSource, migrations: Migration[], log?: Logger): Promise<void> => {
  const runner = db.createQueryRunner();
  await runner.connect();
  try {
    // Waiting for another replica, or filling a large table, may exceed the statement timeout of requests.
    await runner.query(noTimeout);
    await takeTurn(runner);
    await runner.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())',
    );
    const seen = new Set(
      (await sql<{ name: string }>(runner, 'SELECT name FROM migrations')).map(({ name }) => name),
    );
    refuseOthers(seen, migrations);
    for (const migration of migrations)
      if (!seen.has(migration.name)) await runWhenFree(runner, migration, log);
    logNewer(seen, migrations, log);
  } finally {
    await runner
      .query(`SELECT pg_advisory_unlock(hashtext('tessera-migrations')); RESET statement_timeout`)
      .catch(() => undefined);
    await runner.release();
  }
};

/** Asks again and again: a statement that waits for the lock would be waited for by an index that is being built. */
const takeTurn = async (runner: QueryRunner): Promise<void> => {
  const attempt = `SELECT pg_try_advisory_lock(hashtext('tessera-migrations')) AS is_mine`;
  while (!(await sql<{ is_mine: boolean }>(runner, attempt))[0]?.is_mine) await delay(250);
};

const isFirst = (name: string): boolean => name.startsWith('001-');

/** Refuses the database of another service: many of this one's migrations would succeed in it, and stay. */
const refuseOthers = (seen: Set<string>, migrations: Migration[]): void => {
  const own = migrations.find(({ name }) => isFirst(name));
  const other = [...seen].find(isFirst);
  if (own && other !== undefined && !seen.has(own.name))
    throw new ConfigError(
      `environment variable DATABASE_URL: the database is another service's, which began with ${other}`,
    );
};

/** During a rolling update or after a rollback an older version runs: it ignores what a newer one has added. */
const logNewer = (seen: Set<string>, migrations: Migration[], log: Logger | undefined): void => {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...seen].filter((name) => !known.has(name));
  if (newer.length > 0)
    log?.warn({ migrations: newer }, 'a newer version has migrated this database: this one is older');
};

/**
 * How long a migration waits for a table, in milliseconds. Everything else that wants the table waits behind it: a backup
 * that reads for an hour would stop all replicas that are serving. Longer than autovacuum takes to give way (a second).
 */
const lockMilliseconds = 3_000;

/** Runs a migration, again and again while another transaction keeps a table locked that it changes. */
const runWhenFree = async (runner: QueryRunner, migration: Migration, log?: Logger): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ('indexes' in migration
        ? addIndexes(runner, migration, log)
        : runMigration(runner, migration));
    } catch (cause) {
      const reason = `migration ${migration.name}: ${(cause as Error).message}`;
      if (!isLocked(cause) && !isDeadlock(cause)) throw new Error(reason, { cause });
      if (tries === 1)
        log?.warn({ migration: migration.name, reason }, 'a migration waits for a locked table');
      await delay(1_000);
    }
  }
};

/** What was built is noted last: after a crash in between, the next start finds it complete. */
const addIndexes = async (runner: QueryRunner, { name, indexes }: IndexMigration, log?: Logger) => {
  log?.info({ migration: name }, 'building indexes');
  await buildIndexes(runner, indexes);
  await runner.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
};

const runMigration = async (runner: QueryRunner, { name, sql }: SqlMigration): Promise<void> => {
  await runner.startTransaction();
  try {
    await runner.query(`SET LOCAL lock_timeout = ${lockMilliseconds}`);
    await runner.query(sql);
    await runner.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
    await runner.commitTransaction();
  } catch (error) {
    // A lost connection has rolled back already; the first error is thrown, not the failure of the rollback.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
};

/** Whether a statement failed because of a unique constraint (or unique index) of this name. */
export const violates = (error: unknown, constraint: string): boolean =>
  factsOf(error).code === '23505' && factsOf(error).constraint === constraint;

/** Whether Postgres aborted a transaction because of a deadlock. */
export const isDeadlock = (error: unknown): boolean => factsOf(error).code === '40P01';

/** Whether a lock requested with NOWAIT is held by another transaction. */
export const isLocked = (error: unknown): boolean => factsOf(error).code === '55P03';

/** Code and constraint of a Postgres error, thrown through TypeORM or directly (sql.ts). */
const factsOf = (error: unknown): { code?: string; constraint?: string } =>
  (error instanceof QueryFailedError ? error.driverError : (error ?? {})) as {
    code?: string;
    constraint?: string;
  };

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

/**
 * Builds a row of an entity from its JSON (`to_jsonb`), for statements that read rows together with related ones.
 * Columns of type numeric must be cast to text: JSON would round them.
 */
export const rowFromJson = <Row>(entity: EntitySchema<Row>, json: Record<string, unknown>): Row => {
  const row: Record<string, unknown> = {};
  for (const [key, options] of Object.entries<EntitySchemaColumnOptions | undefined>(
    entity.options.columns,
  )) {
    const value = json[options?.name ?? key];
    row[key] = options?.type === 'timestamptz' && typeof value === 'string' ? new Date(value) : value;
  }
  return row as Row;
};
