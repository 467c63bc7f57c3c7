import { EntitySchema } from 'typeorm';
import { type Stack, startStack } from '../test/stack.ts';
import { column } from './database.ts';
import { findRowById, findRows, findRowsByIds } from './rows.ts';

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

  it('are refused where the driver would read them otherwise', async () => {
    await expect(findRowById(stack.db.manager, DayEntity, ids[0])).rejects.toThrow('day.day');
  });
});
