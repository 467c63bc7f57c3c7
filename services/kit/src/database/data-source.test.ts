import pg from 'pg';
import type { DataSource } from 'typeorm';
import { eventually } from '../../test/eventually.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import { ConfigError } from '../config.ts';
import { type Migration, openDatabase } from './data-source.ts';
import { isOutage } from './outage.ts';
import { runPrepared } from './sql.ts';

let stack: Stack;
let db: DataSource;
let admin: pg.Client;
beforeAll(async () => {
  stack = await startStack({ service: 'database', entities: [], migrations: [] });
  admin = new pg.Client({ connectionString: stack.databaseUrl, application_name: 'admin' });
  await admin.connect();
});
beforeEach(async () => {
  const log = stack.log.logger;
  db = await openDatabase({ url: stack.databaseUrl, pool: 3, entities: [], migrations: [], log });
});
afterEach(() => db.destroy());
afterAll(async () => {
  await admin.end();
  await stack.stop();
});

/** Ends every connection but its own, as a server that restarts does. */
const cutAll = () =>
  admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

describe('openDatabase', () => {
  it('takes a connection that dies in the middle of a transaction for an outage, and goes on with others', async () => {
    const failure = db.transaction(async (em) => {
      await em.query('SELECT 1');
      await cutAll();
      // Long enough for the end of the connection to be noticed while nothing is asked of it.
      await eventually(() => expect(em.queryRunner?.isReleased).toBe(true));
      await em.query('SELECT 2');
    });
    const error = await failure.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(isOutage(error)).toBe(true);
    expect(await db.query('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  });

  it('names DATABASE_URL, and waits for nothing, where the server has no such database', async () => {
    const url = new URL(stack.databaseUrl);
    url.pathname = '/nowhere';
    const opening = openDatabase({
      url: url.href,
      pool: 1,
      entities: [],
      migrations: [],
      log: stack.log.logger,
    });
    const error = await opening.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toBe(
      'environment variable DATABASE_URL: database "nowhere" does not exist',
    );
  });

  it('says so where a newer version has migrated the database', async () => {
    const [older, newer] = [
      { name: 'a-migration', sql: 'SELECT 1' },
      { name: 'b-migration', sql: 'SELECT 1' },
    ];
    const open = (migrations: Migration[]) =>
      openDatabase({ url: stack.databaseUrl, pool: 1, entities: [], migrations, log: stack.log.logger });
    await (await open([older, newer])).destroy();
    const told = () =>
      stack.log.lines().filter(({ msg }) => String(msg).startsWith('a newer version has migrated'));
    expect(told()).toEqual([]);
    await (await open([older])).destroy();
    expect(told()).toEqual([expect.objectContaining({ migrations: ['b-migration'] })]);
  });

  it('leaves the database of another service as it is', async () => {
    const shared = { name: 'shared', sql: 'SELECT 1' };
    const open = (name: string) =>
      openDatabase({
        url: stack.databaseUrl,
        pool: 1,
        entities: [],
        migrations: [shared, { name, sql: `CREATE TABLE "${name}" (id int)` }],
        log: stack.log.logger,
      });
    await (await open('001-one')).destroy();
    const error = await open('001-other').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toBe(
      "environment variable DATABASE_URL: the database is another service's, which began with 001-one",
    );
    const [row] = await db.query(`SELECT to_regclass('"001-other"') AS found`);
    expect(row).toEqual({ found: null });
    await (await open('001-one')).destroy();
  });

  it('lets others read a table while its migration waits for a transaction that does not end', async () => {
    await db.query('CREATE TABLE busy (id int)');
    await admin.query('BEGIN');
    await admin.query('SELECT id FROM busy');
    const opening = openDatabase({
      url: stack.databaseUrl,
      pool: 1,
      entities: [],
      migrations: [{ name: 'busy', sql: 'ALTER TABLE busy ADD COLUMN name text' }],
      log: stack.log.logger,
    });
    await eventually(async () => {
      const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'busy'::regclass AND NOT granted`;
      expect(await db.query(waiting)).toHaveLength(1);
    });
    try {
      expect(await db.query('SELECT id FROM busy')).toEqual([]);
    } finally {
      await admin.query('COMMIT');
      await (await opening).destroy();
    }
    expect(await db.query('SELECT name FROM busy')).toEqual([]);
    expect(stack.log.lines()).toContainEqual(
      expect.objectContaining({ msg: 'a migration waits for a locked table', migration: 'busy' }),
    );
  });

  it('lets others write to a table while its new index waits for a transaction that does not end', async () => {
    await db.query('CREATE TABLE grown (id int, name text)');
    await admin.query('BEGIN');
    await admin.query('INSERT INTO grown VALUES (1, NULL)');
    const open = () =>
      openDatabase({
        url: stack.databaseUrl,
        pool: 1,
        entities: [],
        migrations: [
          { name: 'grown', indexes: [{ name: 'grown_name', on: 'grown (name)', isUnique: true }] },
        ],
        log: stack.log.logger,
      });
    // Two replicas that start together: the one whose turn it is not may not be what the index waits for.
    const opening = Promise.all([open(), open()]);
    await eventually(async () => {
      const building = `SELECT 1 FROM pg_stat_progress_create_index WHERE relid = 'grown'::regclass`;
      expect(await db.query(building)).toHaveLength(1);
    });
    try {
      await db.query(`INSERT INTO grown VALUES (2, 'two')`);
    } finally {
      await admin.query('COMMIT');
      for (const opened of await opening) await opened.destroy();
    }
    await expect(db.query(`INSERT INTO grown VALUES (3, 'two')`)).rejects.toThrow('grown_name');
    expect(await db.query(`SELECT 1 FROM migrations WHERE name = 'grown'`)).toHaveLength(1);
  });

  it('builds an index anew that was left half built, once its rows allow it', async () => {
    await db.query('CREATE TABLE doubled (name text)');
    await db.query(`INSERT INTO doubled VALUES ('one'), ('one')`);
    const open = () =>
      openDatabase({
        url: stack.databaseUrl,
        pool: 1,
        entities: [],
        migrations: [
          { name: 'doubled', indexes: [{ name: 'doubled_name', on: 'doubled (name)', isUnique: true }] },
        ],
        log: stack.log.logger,
      });
    await expect(open()).rejects.toThrow('migration doubled: could not create unique index');
    expect(await db.query(`SELECT 1 FROM migrations WHERE name = 'doubled'`)).toEqual([]);
    await db.query('DELETE FROM doubled');
    await (await open()).destroy();
    await db.query(`INSERT INTO doubled VALUES ('one')`);
    await expect(db.query(`INSERT INTO doubled VALUES ('one')`)).rejects.toThrow('doubled_name');
  });

  it('takes a statement that is cut off for an outage', async () => {
    const failure = db.query('SELECT pg_sleep(20)').catch((error: unknown) => error);
    await eventually(async () => {
      const { rowCount } = await admin.query(
        `SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(20)' AND state = 'active'`,
      );
      expect(rowCount).toBe(1);
    });
    await cutAll();
    expect(isOutage(await failure)).toBe(true);
  });

  it('forgets connections that died unused, all of them', async () => {
    await Promise.all([1, 2, 3].map(() => db.query('SELECT pg_sleep(0.05)')));
    await cutAll();
    await eventually(async () => {
      expect(await Promise.all([1, 2, 3].map(() => db.query('SELECT 1 AS one')))).toHaveLength(3);
    });
    const statement = { name: 'one', text: 'SELECT 1 AS one' };
    expect(await runPrepared(db, statement, [])).toEqual([{ one: 1 }]);
  });
});
