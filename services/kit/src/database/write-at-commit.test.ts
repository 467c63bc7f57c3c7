import { queriesOf } from '../../test/query-costs.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import { outboxMigration, transact } from '../events/outbox.ts';
import { sql } from './sql.ts';
import { changeAtCommit, type RowsChange, type RowsWrite, writeAtCommit } from './write-at-commit.ts';

let stack: Stack;
const tables = `CREATE TABLE notes (position serial, text text NOT NULL, seen jsonb NOT NULL);
  CREATE TABLE names (name text NOT NULL)`;

beforeAll(async () => {
  stack = await startStack({
    service: 'kit',
    entities: [],
    migrations: [outboxMigration, { name: '001-tables', sql: tables }],
  });
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.db.query('TRUNCATE notes; TRUNCATE names');
  // Prepares the bounds of transactions on the connection that the next one takes.
  await transact(stack.db, (em) => sql(em, 'SELECT 1'));
});

const note: RowsWrite<{ text: string; seen: number[] }> = {
  table: 'notes',
  columns: 'text, seen',
  select: (rows, bind) =>
    `SELECT * FROM jsonb_to_recordset(${bind(JSON.stringify(rows))}) AS given (text text, seen jsonb)`,
};
const name: RowsWrite<string> = {
  table: 'names',
  columns: 'name',
  select: (rows, bind) => `SELECT * FROM unnest(${bind(rows)}::text[])`,
};

const renaming: RowsChange<{ from: string; to: string }> = {
  change: (rows, bind) =>
    `UPDATE names SET name = given.new FROM jsonb_to_recordset(${bind(
      JSON.stringify(rows.map(({ from, to }) => ({ old: from, new: to }))),
    )}) AS given (old text, new text) WHERE name = given.old`,
};

const notes = async (): Promise<string[]> =>
  (await sql<{ text: string }>(stack.db, 'SELECT text FROM notes ORDER BY position')).map(({ text }) => text);
const names = async (): Promise<string[]> =>
  (await sql<{ name: string }>(stack.db, 'SELECT name FROM names')).map(({ name: one }) => one);

describe('writing at the commit', () => {
  it('writes the rows of all tables in one statement, in their order', async () => {
    const cost = await queriesOf(() =>
      transact(stack.db, async (em) => {
        await writeAtCommit(em, note, [{ text: 'first', seen: [1, 2] }]);
        await writeAtCommit(em, name, ['Ada']);
        await writeAtCommit(em, note, [
          { text: 'second', seen: [] },
          { text: 'third', seen: [3] },
        ]);
      }),
    );
    expect(await notes()).toEqual(['first', 'second', 'third']);
    expect(await names()).toEqual(['Ada']);
    expect(await sql(stack.db, `SELECT seen FROM notes WHERE text = 'first'`)).toEqual([{ seen: [1, 2] }]);
    // The transaction begins and ends with what it writes; the first ones of a connection do each apart.
    expect(cost).toBe(1);
  });

  it('writes nothing of a transaction that fails', async () => {
    const failing = transact(stack.db, async (em) => {
      await writeAtCommit(em, name, ['Ada']);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await names()).toEqual([]);
  });

  it('changes rows in the same statement', async () => {
    await stack.db.query(`INSERT INTO names (name) VALUES ('Ada'), ('Grace')`);
    const cost = await queriesOf(() =>
      transact(stack.db, async (em) => {
        await changeAtCommit(em, renaming, [{ from: 'Ada', to: 'Lovelace' }]);
        await changeAtCommit(em, renaming, [{ from: 'Grace', to: 'Hopper' }]);
        await writeAtCommit(em, note, [{ text: 'both', seen: [] }]);
      }),
    );
    expect((await names()).toSorted()).toEqual(['Hopper', 'Lovelace']);
    expect(await notes()).toEqual(['both']);
    expect(cost).toBe(1);
  });

  it('writes nothing for no rows', async () => {
    expect(await queriesOf(() => transact(stack.db, (em) => writeAtCommit(em, name, [])))).toBe(0);
  });

  it('writes at once where nobody gathers', async () => {
    await stack.db.transaction(async (em) => {
      await writeAtCommit(em, name, ['Ada']);
      expect(await sql(em, 'SELECT name FROM names')).toEqual([{ name: 'Ada' }]);
    });
    expect(await names()).toEqual(['Ada']);
  });
});
