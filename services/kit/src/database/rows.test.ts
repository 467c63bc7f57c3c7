import { EntitySchema } from 'typeorm';
import { type Stack, startStack } from '../../test/stack.ts';
import { transact } from '../events/outbox.ts';
import { column } from './data-source.ts';
import {
  changeEach,
  changeRows,
  findRowById,
  findRows,
  findRowsByIds,
  insertRows,
  insertRowsIfNew,
  updateRows,
} from './rows.ts';

type ThingRow = {
  id: string;
  createdAt: Date;
  endedAt: Date | null;
  name: string;
  count: number;
  isDone: boolean;
  data: Record<string, unknown>;
  others: string[];
  size: number;
  price: string | null;
  seen: string;
  hidden?: Date;
};
const big = { to: (value: number) => String(value), from: Number };
const ThingEntity = new EntitySchema<ThingRow>({
  name: 'thing',
  tableName: 'things',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    endedAt: column.time('ended_at', { nullable: true }),
    name: column.text('name'),
    count: column.int('count'),
    isDone: column.bool('is_done'),
    data: column.json('data'),
    others: column.uuid('others', { array: true }),
    size: { type: 'bigint', name: 'size', transformer: big },
    price: { type: 'numeric', name: 'price', nullable: true },
    seen: { type: 'bigint', name: 'seen' },
    hidden: column.time('hidden', { nullable: true, select: false, insert: false }),
  },
});
const DayEntity = new EntitySchema<{ id: string; day: string }>({
  name: 'day',
  tableName: 'things',
  columns: { id: column.id(), day: { type: 'date', name: 'created_at' } },
});

const shape = `CREATE TABLE things (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, ended_at timestamptz, name text NOT NULL,
  count int NOT NULL, is_done boolean NOT NULL, data jsonb NOT NULL, others uuid[] NOT NULL, size bigint NOT NULL, price numeric,
  seen bigint NOT NULL DEFAULT 7, hidden timestamptz DEFAULT now())`;
const ids = ['0197a000-0000-7000-8000-000000000001', '0197a000-0000-7000-8000-000000000002'] as const;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    service: 'rows',
    entities: [ThingEntity, DayEntity],
    migrations: [{ name: '001 things', sql: shape }],
  });
  await stack.db.query(
    `INSERT INTO things VALUES
       ($1, '2026-01-02T03:04:05.678Z', NULL, 'one', 1, false, '{"a": [1, null]}', ARRAY[$1, $2]::uuid[], 5368709120, 0.125),
       ($2, '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', 'two', 2, true, '{}', '{}', 1, NULL)`,
    [...ids],
  );
});
afterAll(() => stack.stop());

describe('rows of an entity', () => {
  it('are what TypeORM makes of them', async () => {
    const em = stack.db.manager;
    const usual = await em.find(ThingEntity, { order: { createdAt: 'ASC' } });
    expect(await findRows(em, ThingEntity, 'WHERE true ORDER BY r.created_at', [])).toEqual(usual);
    expect(usual).toHaveLength(2);
    expect(await findRowById(em, ThingEntity, ids[0])).toEqual(usual[1]);
    expect(await findRowById(em, ThingEntity, '0197a000-0000-7000-8000-000000000003')).toBeNull();
    expect(await findRowsByIds(em, ThingEntity, [ids[1], ids[1]])).toEqual([usual[0]]);
    expect(await findRowsByIds(em, ThingEntity, [])).toEqual([]);
  });

  it('are those of the transaction that is open', async () => {
    const failure = stack.db.transaction(async (em) => {
      await em.update(ThingEntity, { id: ids[0] }, { name: 'changed' });
      expect((await findRowById(em, ThingEntity, ids[0]))?.name).toBe('changed');
      throw new Error('taken back');
    });
    await expect(failure).rejects.toThrow('taken back');
    expect((await findRowById(stack.db.manager, ThingEntity, ids[0]))?.name).toBe('one');
  });

  it('are written and changed as TypeORM would', async () => {
    const em = stack.db.manager;
    const row: ThingRow = {
      id: '0197a000-0000-7000-8000-000000000009',
      createdAt: new Date('2026-03-04T05:06:07.089Z'),
      endedAt: null,
      name: `a "quoted" \\ {name}, 'with' signs`,
      count: 3,
      isDone: true,
      data: { list: [1, null, { a: 'b' }], text: 'ä\n' },
      others: [...ids],
      size: 5_368_709_120,
      price: '0.125',
      seen: '9007199254740993',
    };
    await insertRows(em, ThingEntity, [row]);
    expect(await em.findOneBy(ThingEntity, { id: row.id })).toEqual(row);
    const changes = { endedAt: new Date('2026-05-01T00:00:00Z'), data: {}, others: [], size: 2 };
    const of = { where: 'r.id = $2 AND r.name = $3', values: [row.id, row.name] };
    expect(await changeRows(em, ThingEntity, { changes, ...of })).toBe(1);
    expect(await findRowById(em, ThingEntity, row.id)).toEqual({ ...row, ...changes });
    const other = { ...of, values: [row.id, 'another'] };
    expect(await changeRows(em, ThingEntity, { changes: { count: 4 }, ...other })).toBe(0);
    expect(await updateRows(em, ThingEntity, 'SET count = count + $2 WHERE r.id = $1', [row.id, 1])).toEqual([
      { ...row, ...changes, count: 4 },
    ]);
    await em.delete(ThingEntity, { id: row.id });
  });

  it('are written unless there is one like it', async () => {
    const em = stack.db.manager;
    const row = await findRowById(em, ThingEntity, ids[0]);
    if (!row) throw new Error('none');
    const fresh = { ...row, seen: '1', id: '0197a000-0000-7000-8000-0000000000b1' };
    const present = { ...row, seen: '1', name: 'changed' };
    expect(await insertRowsIfNew(em, ThingEntity, [present, fresh])).toEqual(new Set([fresh.id]));
    expect(await insertRowsIfNew(em, ThingEntity, [])).toEqual(new Set());
    expect((await findRowById(em, ThingEntity, ids[0]))?.name).toBe('one');
    await em.delete(ThingEntity, { id: fresh.id });
  });

  it('change each to what it says, but those that are not wanted', async () => {
    const made = ['0197a000-0000-7000-8000-0000000000a1', '0197a000-0000-7000-8000-0000000000a2'] as const;
    const em = stack.db.manager;
    const base = { createdAt: new Date(), isDone: false, data: {}, others: [], size: 1, price: '0.5' };
    await insertRows(
      em,
      ThingEntity,
      made.map((id, at) => ({ ...base, id, endedAt: null, name: `each ${at}`, count: at, seen: '1' })),
    );
    const changed = await changeEach(
      em,
      ThingEntity,
      [
        { id: made[0], name: 'other', endedAt: new Date('2026-05-01T00:00:00Z') },
        { id: made[1], data: { a: [1] }, size: 5 },
        { id: '0197a000-0000-7000-8000-0000000000ff', name: 'nobody' },
      ],
      { where: 'r.count >= $2', values: [0] },
    );
    expect([...changed].toSorted()).toEqual([...made]);
    expect(await findRowById(em, ThingEntity, made[0])).toMatchObject({
      name: 'other',
      endedAt: new Date('2026-05-01T00:00:00Z'),
      data: {},
      count: 0,
    });
    expect(await findRowById(em, ThingEntity, made[1])).toMatchObject({
      name: 'each 1',
      data: { a: [1] },
      size: 5,
    });
    const wanted = { where: 'r.count > $2', values: [0] };
    const both = made.map((id) => ({ id, name: 'again' }));
    expect([...(await changeEach(em, ThingEntity, both, wanted))]).toEqual([made[1]]);
    expect((await changeEach(em, ThingEntity, [])).size).toBe(0);
    for (const id of made) await em.delete(ThingEntity, { id });
  });

  it('that wait for each other are tried again', async () => {
    const [one, other] = ids;
    let met = 0;
    let go = (): void => undefined;
    const both = new Promise<void>((resolve) => (go = resolve));
    const take = (first: string, second: string) =>
      transact(stack.db, async (em) => {
        await findRows(em, ThingEntity, 'WHERE r.id = $1 FOR UPDATE', [first]);
        met += 1;
        if (met === 2) go();
        await both;
        await findRows(em, ThingEntity, 'WHERE r.id = $1 FOR UPDATE', [second]);
      });
    await Promise.all([take(one, other), take(other, one)]);
    expect(met).toBeGreaterThan(2);
  });

  it('are refused where the driver would read them otherwise', async () => {
    await expect(findRowById(stack.db.manager, DayEntity, ids[0])).rejects.toThrow('day.day');
  });
});
