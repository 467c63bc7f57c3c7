import type { EntityManager } from 'typeorm';
import { type Stack, startStack } from '../../test/stack.ts';
import { changedRows, runPrepared, sql, sqlPrepared } from './sql.ts';

let stack: Stack;
beforeAll(async () => {
  const migration = { name: '001-things', sql: 'CREATE TABLE things (id int PRIMARY KEY, name text)' };
  stack = await startStack({ service: 'kit', entities: [], migrations: [migration] });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.db.query('TRUNCATE things');
  await sql(stack.db, `INSERT INTO things VALUES (1, 'a'), (2, 'b')`);
});

describe('sql', () => {
  it.each([
    'SELECT id FROM things WHERE id = $1',
    `INSERT INTO things VALUES ($1 + 8) RETURNING 1 AS id`,
    'UPDATE things SET name = $$c$$ WHERE id = $1 RETURNING id',
    'DELETE FROM things WHERE id = $1 RETURNING id',
    'WITH gone AS (DELETE FROM things WHERE id = $1 RETURNING id) SELECT id FROM gone',
    'WITH named AS (SELECT $1::int AS id) UPDATE things SET name = $$c$$ FROM named WHERE things.id = named.id RETURNING things.id',
  ])('answers the rows of %s', async (text) => {
    expect(await sql<{ id: number }>(stack.db, text, [1])).toEqual([{ id: 1 }]);
  });

  it('answers no rows where there are none', async () => {
    expect(await sql(stack.db, 'SELECT id FROM things WHERE id = 9')).toEqual([]);
    expect(await sql(stack.db, 'DELETE FROM things WHERE id = 9 RETURNING id')).toEqual([]);
    expect(await sql(stack.db, 'DELETE FROM things')).toEqual([]);
  });
});

describe('changedRows', () => {
  it('tells how many rows a statement changed, and refuses one that does not tell', async () => {
    expect(await changedRows(stack.db, 'UPDATE things SET name = $1', ['c'])).toBe(2);
    expect(await changedRows(stack.db, 'DELETE FROM things WHERE id = 9')).toBe(0);
    await expect(changedRows(stack.db, 'SELECT id FROM things')).rejects.toThrow('does not tell');
  });
});

describe('runPrepared', () => {
  it('answers rows, again and again', async () => {
    const statement = { name: 'a-thing', text: 'SELECT name FROM things WHERE id = $1' };
    for (const [id, name] of [
      [1, 'a'],
      [2, 'b'],
    ] as const)
      expect(await runPrepared(stack.db, statement, [id])).toEqual([{ name }]);
  });
});

describe('sqlPrepared', () => {
  const count = (em: EntityManager): Promise<{ count: number }[]> =>
    sqlPrepared(em, 'SELECT count(*)::int AS count FROM things WHERE name = $1', ['new']);

  it('sees what its own transaction has written', async () => {
    await stack.db.transaction(async (em) => {
      await em.query("INSERT INTO things (id, name) VALUES (77, 'new')");
      expect(await count(em)).toEqual([{ count: 1 }]);
      expect(await count(stack.db.manager)).toEqual([{ count: 0 }]);
    });
  });
});
