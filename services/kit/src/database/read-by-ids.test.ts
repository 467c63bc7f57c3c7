import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { eventually } from '../../test/eventually.ts';
import { readByIds } from './read-by-ids.ts';

const database = () => {
  const db = {} as { manager: EntityManager };
  db.manager = { connection: db as unknown as DataSource } as EntityManager;
  return db;
};

/** A reader whose statements are noted, and end when they are told to. */
const reader = () => {
  const statements: string[][] = [];
  const ends: (() => void)[] = [];
  const read = readByIds(async (_em, ids) => {
    statements.push(ids);
    await new Promise<void>((resolve) => ends.push(resolve));
    return new Map(ids.filter((id) => id !== 'unknown').map((id) => [id, `row ${id}`]));
  });
  const end = async (): Promise<void> => {
    await eventually(() => expect(ends.length).toBeGreaterThan(0));
    ends.shift()?.();
  };
  return { read, statements, end };
};

describe('readByIds', () => {
  it('reads for all who came while it was reading, each of them what they asked for', async () => {
    const { manager } = database();
    const { read, statements, end } = reader();
    const first = read(manager, ['a']);
    await nextTurn();
    const others = [read(manager, ['b', 'c', 'b']), read(manager, ['a', 'unknown']), read(manager, [])];
    await end();
    expect([...(await first)]).toEqual([['a', 'row a']]);
    await end();
    const found = await Promise.all(others);
    expect(found.map((rows) => [...rows.values()])).toEqual([['row b', 'row c'], ['row a'], []]);
    expect(statements).toEqual([['a'], ['b', 'c', 'a', 'unknown']]);
  });

  it('joins neither transactions nor databases', async () => {
    const { manager } = database();
    const { read, statements, end } = reader();
    const inside = { connection: manager.connection, queryRunner: {} } as EntityManager;
    const all = [read(manager, ['a']), read(inside, ['a']), read(database().manager, ['a'])];
    for (let i = 0; i < 3; i += 1) await end();
    await Promise.all(all);
    expect(statements).toEqual([['a'], ['a'], ['a']]);
  });
});
