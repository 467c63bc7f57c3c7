import type { Writable } from 'node:stream';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { type Stack, startStack } from '../../test/stack.ts';
import { isOutage } from './outage.ts';
import { sql } from './sql.ts';

let stack: Stack;
beforeAll(async () => {
  const migration = { name: '001-things', sql: 'CREATE TABLE things (id int PRIMARY KEY, name text)' };
  stack = await startStack({ service: 'kit', entities: [], migrations: [migration] });
});
afterAll(() => stack.stop());
beforeEach(() => stack.db.query(`TRUNCATE things; INSERT INTO things VALUES (1, 'a'), (2, 'b')`));

const preparedBy = async (em: EntityManager): Promise<string[]> =>
  (
    await sql<{ statement: string }>(
      em,
      `SELECT statement FROM pg_prepared_statements WHERE name NOT IN ('begin', 'commit')`,
    )
  ).map(({ statement }) => statement);
const repeat = async (em: EntityManager, text: string, values: unknown[]): Promise<unknown[][]> => {
  const answers: unknown[][] = [];
  for (let count = 0; count < 10; count += 1) answers.push(await sql(em, text, values));
  return answers;
};

describe('a connection', () => {
  it('prepares what it runs again and again, which answers as before', async () => {
    await stack.db.transaction(async (em) => {
      const text = 'SELECT name FROM things WHERE id = $1';
      await sql(em, text, [1]);
      expect(await preparedBy(em)).not.toContain(text);
      expect(await repeat(em, text, [2])).toEqual(Array(10).fill([{ name: 'b' }]));
      expect(await preparedBy(em)).toContain(text);
    });
  });

  it('goes on preparing after a statement that failed', async () => {
    const text = 'INSERT INTO things (id, name) VALUES ($1, $2)';
    await sql(stack.db, text, [3, 'c']);
    for (let count = 0; count < 6; count += 1)
      await expect(sql(stack.db, text, [3, 'c'])).rejects.toThrow('duplicate key');
    await sql(stack.db, text, [4, 'd']);
    expect(await sql(stack.db, 'SELECT count(*)::int AS count FROM things')).toEqual([{ count: 4 }]);
  });

  it('takes tables that change meanwhile', async () => {
    const texts = {
      star: 'SELECT * FROM things WHERE id = $1',
      returning: 'UPDATE things SET name = name WHERE id = $1 RETURNING *',
      columns: 'SELECT id, name FROM things WHERE id = $1',
    };
    for (const text of Object.values(texts)) await repeat(stack.db.manager, text, [1]);
    await stack.db.query(`ALTER TABLE things ADD COLUMN size int NOT NULL DEFAULT 7`);
    expect(await sql(stack.db, texts.star, [1])).toEqual([{ id: 1, name: 'a', size: 7 }]);
    expect(await sql(stack.db, texts.returning, [1])).toEqual([{ id: 1, name: 'a', size: 7 }]);
    expect(await sql(stack.db, texts.columns, [1])).toEqual([{ id: 1, name: 'a' }]);
    await stack.db.query('ALTER TABLE things DROP COLUMN size');
  });

  it('asks for the columns of a prepared statement once, and answers as with their description', async () => {
    const { master } = stack.db.driver as unknown as { master: Pool };
    const client = await master.connect();
    const { connection } = client as unknown as { connection: { describe: (message: object) => void } };
    const asked = jest.spyOn(connection, 'describe');
    const texts = {
      rows: `SELECT id, name, id AS "Name", now() AS at, '{"a": 1}'::jsonb AS data FROM things WHERE id >= $1 ORDER BY id`,
      nothing: 'UPDATE things SET name = name WHERE id = $1',
    };
    const answers = [];
    for (let count = 0; count < 10; count += 1) {
      const { rows, fields } = await client.query<object>(texts.rows, [1]);
      const { rowCount, fields: none } = await client.query(texts.nothing, [1]);
      answers.push({ rows, names: fields.map(({ name }) => name), rowCount, none });
    }
    const row = { at: expect.any(Date) as Date, data: { a: 1 } };
    const rows = [
      { id: 1, name: 'a', Name: 1, ...row },
      { id: 2, name: 'b', Name: 2, ...row },
    ];
    const names = ['id', 'name', 'Name', 'at', 'data'];
    expect(answers).toEqual(Array(10).fill({ rows, names, rowCount: 1, none: [] }));
    // Of each statement: its two runs before it was prepared, and the one that prepared it.
    expect(asked).toHaveBeenCalledTimes(6);
    client.release(true);
  });

  it('prepares what it runs now and then among very many others', async () => {
    await stack.db.transaction(async (em) => {
      const text = 'SELECT name AS seldom FROM things WHERE id = $1';
      for (let one = 0; one < 1_800; one += 1) {
        if (one % 600 === 599) await sql(em, text, [1]);
        await sql(em, `SELECT ${one} + $1::int AS other`, [1]);
      }
      expect(await preparedBy(em)).toContain(text);
    });
  });

  it('keeps only so many, of whatever is asked', async () => {
    await stack.db.transaction(async (em) => {
      for (let one = 0; one < 230; one += 1)
        for (let count = 0; count < 3; count += 1) await sql(em, `SELECT ${one} + $1::int AS sum`, [1]);
      expect((await preparedBy(em)).length).toBeLessThanOrEqual(200);
      expect(await repeat(em, 'SELECT 500 + $1::int AS sum', [1])).toEqual(Array(10).fill([{ sum: 501 }]));
    });
  });

  it('writes statements that are started together at once, and answers each', async () => {
    const { master } = stack.db.driver as unknown as { master: Pool };
    const client = await master.connect();
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
    const ask = (id: number) => client.query<{ name: string }>('SELECT name FROM things WHERE id = $1', [id]);
    await ask(1);
    let writes = 0;
    const count = (write: Writable['_write'] | Writable['_writev']) =>
      function (this: Writable, ...given: never[]) {
        writes += 1;
        return (write as (...args: never[]) => unknown).apply(this, given);
      };
    // oxlint-disable-next-line typescript/unbound-method -- called with their stream above
    Object.assign(stream, { _write: count(stream._write), _writev: count(stream._writev) });
    const answers = await Promise.all([ask(1), ask(2), ask(3)]);
    expect(answers.map(({ rows }) => rows)).toEqual([[{ name: 'a' }], [{ name: 'b' }], []]);
    expect(writes).toBe(1);
    client.release(true);
  });

  it('that ends while nobody listens to it fails its next statement, and is not used again', async () => {
    const { master } = stack.db.driver as unknown as { master: Pool };
    const client = await master.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await stack.db.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    expect(await client.query('SELECT 1').then(() => false, isOutage)).toBe(true);
    client.release();
    const pids = await Promise.all(
      Array.from({ length: 10 }, () => sql<{ pid: number }>(stack.db, 'SELECT pg_backend_pid() AS pid')),
    );
    expect(pids.flat()).not.toContainEqual(rows[0]);
  });
});
