import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { type Stack, startStack } from '../../test/stack.ts';
import { transact } from '../events/outbox.ts';
import type { PreparingClient } from './preparing-client.ts';
import { sql } from './sql.ts';
import { type RowsWrite, writeAtCommit } from './write-at-commit.ts';

let stack: Stack;
beforeAll(async () => {
  const things = `CREATE TABLE things (id int PRIMARY KEY, name text NOT NULL);
    CREATE TABLE parts (thing int REFERENCES things DEFERRABLE INITIALLY DEFERRED)`;
  stack = await startStack({
    service: 'flight',
    entities: [],
    migrations: [{ name: '001-things', sql: things }],
  });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.db.query(`TRUNCATE things, parts; INSERT INTO things VALUES (1, 'a')`);
  // A connection that has run one transaction flies with the next.
  await transact(stack.db, (em) => sql(em, 'SELECT 1'));
});

type Thing = { id: number; name: string | null };
const things: RowsWrite<Thing> = {
  table: 'things',
  columns: 'id, name',
  select: (rows, bind) =>
    `SELECT * FROM unnest(${bind(rows.map(({ id }) => id))}::int[], ${bind(rows.map(({ name }) => name))}::text[])`,
};
const parts: RowsWrite<number> = {
  table: 'parts',
  columns: 'thing',
  select: (rows, bind) => `SELECT unnest(${bind(rows)}::int[])`,
};
const ids = async (): Promise<number[]> =>
  (await sql<Thing>(stack.db, 'SELECT id FROM things ORDER BY id')).map(({ id }) => id);
const clientOf = async ({ queryRunner }: EntityManager): Promise<PreparingClient> => {
  if (!queryRunner) throw new Error('this is no transaction');
  return (await queryRunner.connect()) as PreparingClient;
};
/** Of the connection that the next transaction takes: the pool hands out what was given back last. */
const statusOfNext = (): Promise<string | null> =>
  stack.db.transaction(async (em) => {
    await sql(em, 'SELECT 1');
    return (await clientOf(em)).getTransactionStatus();
  });

describe('a transaction', () => {
  it('begins with its first statement', async () => {
    await stack.db.transaction(async (em) => {
      await sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']);
      expect(await ids()).toEqual([1]);
      expect((await clientOf(em)).getTransactionStatus()).toBe('T');
    });
    expect(await ids()).toEqual([1, 2]);
  });

  it('begins with a statement without values, with several in one text, and with a prepared one', async () => {
    const first = ['INSERT INTO things VALUES (2, $$b$$)', 'SELECT 1; INSERT INTO things VALUES (2, $$b$$)'];
    for (const text of first) {
      const failure = stack.db.transaction(async (em) => {
        await em.query(text);
        throw new Error('enough');
      });
      await expect(failure).rejects.toThrow('enough');
      expect(await ids()).toEqual([1]);
    }
    expect(await statusOfNext()).toBe('T');
  });

  it('never reaches the server when nothing is asked in it', async () => {
    await stack.db.transaction(async () => undefined);
    await expect(stack.db.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await sql(stack.db, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']);
    expect(await ids()).toEqual([1, 2]);
  });

  it('is over when its first statement fails', async () => {
    for (let count = 0; count < 5; count += 1) {
      const failure = stack.db.transaction((em) => sql(em, 'INSERT INTO things VALUES ($1, $2)', [1, 'b']));
      await expect(failure).rejects.toThrow('duplicate key');
      await expect(stack.db.transaction((em) => sql(em, 'SELECT nothing'))).rejects.toThrow('nothing');
    }
    await transact(stack.db, (em) => sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']));
    expect(await ids()).toEqual([1, 2]);
  });

  it('has savepoints', async () => {
    await stack.db.transaction(async (em) => {
      const inner = em.transaction((nested) => sql(nested, 'INSERT INTO things VALUES ($1, $2)', [1, 'b']));
      await expect(inner).rejects.toThrow('duplicate key');
      await sql(em, 'INSERT INTO things VALUES ($1, $2)', [3, 'c']);
    });
    expect(await ids()).toEqual([1, 3]);
  });

  it('says so when a statement failed in it and it goes on to commit', async () => {
    const failure = stack.db.transaction(async (em) => {
      await sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']);
      await sql(em, 'SELECT nothing').catch(() => undefined);
    });
    await expect(failure).rejects.toThrow('nothing was committed');
    expect(await ids()).toEqual([1]);
  });
});

describe('what is written at the commit', () => {
  it('commits with it, alone or after other statements', async () => {
    await transact(stack.db, (em) => writeAtCommit(em, things, [{ id: 2, name: 'b' }]));
    await transact(stack.db, async (em) => {
      await sql(em, 'INSERT INTO things VALUES ($1, $2)', [3, 'c']);
      await writeAtCommit(em, things, [{ id: 4, name: 'd' }]);
      expect(await ids()).toEqual([1, 2]);
    });
    expect(await ids()).toEqual([1, 2, 3, 4]);
    expect(await statusOfNext()).toBe('T');
  });

  it('commits nothing when it fails, and the connection goes on', async () => {
    for (let count = 0; count < 5; count += 1) {
      const failure = transact(stack.db, async (em) => {
        await sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']);
        await writeAtCommit(em, things, [{ id: 3, name: null }]);
      });
      await expect(failure).rejects.toThrow('null value');
      expect(await ids()).toEqual([1]);
    }
    await transact(stack.db, (em) => writeAtCommit(em, things, [{ id: 2, name: 'b' }]));
    expect(await ids()).toEqual([1, 2]);
  });

  it('commits nothing when the commit fails', async () => {
    const failure = transact(stack.db, async (em) => {
      await sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']);
      await writeAtCommit(em, parts, [99]);
    });
    await expect(failure).rejects.toThrow('foreign key');
    expect(await ids()).toEqual([1]);
    expect(await statusOfNext()).toBe('T');
  });

  it('commits nothing after a failure that nobody heeded', async () => {
    const failure = transact(stack.db, async (em) => {
      await sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']);
      await sql(em, 'SELECT nothing').catch(() => undefined);
      await writeAtCommit(em, things, [{ id: 3, name: 'c' }]);
    });
    await expect(failure).rejects.toThrow('aborted');
    expect(await ids()).toEqual([1]);
  });

  it('is the last of a transaction', async () => {
    const runner = stack.db.createQueryRunner();
    await runner.startTransaction();
    const client = (await runner.connect()) as PreparingClient;
    await client.queryAndCommit('INSERT INTO things VALUES ($1, $2)', [2, 'b']);
    await expect(sql(runner, 'SELECT 1')).rejects.toThrow('already committed');
    await runner.commitTransaction();
    await runner.release();
    await transact(stack.db, (em) => sql(em, 'INSERT INTO things VALUES ($1, $2)', [3, 'c']));
    expect(await ids()).toEqual([1, 2, 3]);
  });
});

describe('statements that are started together', () => {
  it('are answered each for itself, and one that fails fails only itself', async () => {
    const runner = stack.db.createQueryRunner();
    const texts = ['SELECT 1 AS one', 'SELECT nothing', 'SELECT $1::int AS one'];
    const values = [[], [], [3]];
    const results = await Promise.allSettled(texts.map((text, index) => sql(runner, text, values[index])));
    await runner.release();
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ value: [{ one: 3 }] });
  });

  it('share a statement that is being prepared, also where it fails', async () => {
    for (const table of ['things', 'nothing_there']) {
      const runner = stack.db.createQueryRunner();
      const text = `SELECT name FROM ${table} WHERE id = $1`;
      const run = (): Promise<unknown>[] => Array.from({ length: 8 }, () => sql(runner, text, [1]));
      const results = [...(await Promise.allSettled(run())), ...(await Promise.allSettled(run()))];
      await runner.release();
      const expected = table === 'things' ? 'fulfilled' : 'rejected';
      expect(results.map(({ status }) => status)).toEqual(Array(16).fill(expected));
    }
  });

  it('are all gone with a transaction in which one fails', async () => {
    const failure = transact(stack.db, (em) =>
      Promise.all([
        sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']),
        sql(em, 'INSERT INTO things VALUES ($1, $2)', [1, 'b']),
        sql(em, 'INSERT INTO things VALUES ($1, $2)', [3, 'c']),
      ]),
    );
    await expect(failure).rejects.toThrow('duplicate key');
    expect(await ids()).toEqual([1]);
    expect(await statusOfNext()).toBe('T');
  });

  it('fail together with their connection', async () => {
    const admin = new pg.Client({ connectionString: stack.databaseUrl });
    await admin.connect();
    const results = await stack.db
      .transaction(async (em) => {
        const [row] = await sql<{ pid: number }>(em, 'SELECT pg_backend_pid() AS pid');
        const running = Promise.allSettled(
          [20, 0, 0].map((seconds) => sql(em, 'SELECT pg_sleep($1)', [seconds])),
        );
        await admin.query('SELECT pg_terminate_backend($1)', [row?.pid]);
        return running;
      })
      .catch((error: unknown) => error);
    await admin.end();
    expect(results).toBeInstanceOf(Error);
    await transact(stack.db, (em) => sql(em, 'INSERT INTO things VALUES ($1, $2)', [2, 'b']));
    expect(await ids()).toEqual([1, 2]);
  });
});
