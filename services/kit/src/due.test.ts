import { uuidv7 } from 'uuidv7';
import { eventually } from '../test/eventually.ts';
import { type Stack, startStack } from '../test/stack.ts';
import { claimDue, completeDue, type DueRow, dueTable, enqueueDue, LostLease, workDue } from './due.ts';
import { outboxMigration, transact } from './events/outbox.ts';

const table = 'test_work';
const hour = 3_600_000;

let stack: Stack;
beforeAll(async () => {
  const migrations = [outboxMigration, { name: '001-test', sql: dueTable(table) }];
  stack = await startStack({ service: 'due', entities: [], migrations });
});
afterEach(() => stack.db.query(`DELETE FROM ${table}`));
afterAll(() => stack.stop());

const ask = (work: { organizationId?: string; subjectId?: string } = {}) =>
  transact(stack.db, (em) =>
    enqueueDue(em, table, { kind: 'test', subjectId: uuidv7(), organizationId: uuidv7(), ...work }),
  );
const claim = (limit = 1, leaseSeconds = 60) => claimDue(stack.db, { table, limit, leaseSeconds });
const finish = (row: DueRow, cursor: string | null) =>
  transact(stack.db, (em) => completeDue(em, table, { row, cursor }));
const present = async (): Promise<{ cursor: string | null; attempts: number }[]> =>
  (await stack.db.query(`SELECT cursor, attempts FROM ${table}`)) as never;

describe('claimDue', () => {
  it('gives a row to one only, until the lease runs out', async () => {
    await ask();
    const both = await Promise.all([claim(), claim()]);
    expect(both.flat()).toHaveLength(1);
    expect(await claim()).toEqual([]);
    await stack.db.query(`UPDATE ${table} SET leased_until = now() - interval '1 second'`);
    const [again] = await claim();
    expect(again?.attempts).toBe(2);
    const [first] = both.flat() as [DueRow];
    await expect(finish(first, null)).rejects.toThrow(LostLease);
    await finish(again as DueRow, null);
    expect(await present()).toEqual([]);
  });

  it('lets organizations take turns, however much one of them has', async () => {
    const organizationId = uuidv7();
    for (let count = 0; count < 30; count += 1) await ask({ organizationId });
    const other = uuidv7();
    await ask({ organizationId: other });
    const rows = await claim(10);
    expect(rows.map((row) => row.organizationId).toSorted()).toEqual([organizationId, other].toSorted());
  });

  it('leaves the organizations that are excepted', async () => {
    const [first, second] = [uuidv7(), uuidv7()];
    await ask({ organizationId: first });
    await ask({ organizationId: second });
    const rows = await claimDue(stack.db, { table, limit: 10, leaseSeconds: 60, except: [first] });
    expect(rows.map((row) => row.organizationId)).toEqual([second]);
  });

  it('leaves what is not due', async () => {
    await ask();
    await stack.db.query(`UPDATE ${table} SET due_at = now() + interval '1 hour'`);
    expect(await claim()).toEqual([]);
    const subjectId = uuidv7();
    await ask({ subjectId });
    expect(await claim()).toMatchObject([{ subjectId }]);
  });
});

describe('completeDue', () => {
  it('begins anew what was asked for again meanwhile, and only then', async () => {
    const work = { subjectId: uuidv7(), organizationId: uuidv7() };
    await ask(work);
    const [row] = (await claim()) as [DueRow];
    await finish(row, 'here');
    const [second] = (await claim()) as [DueRow];
    expect(second.cursor).toBe('here');
    await ask(work);
    expect(await claim()).toEqual([]);
    await finish(second, null);
    const [third] = (await claim()) as [DueRow];
    expect(third).toMatchObject({ cursor: null, attempts: 1 });
    await ask(work);
    await finish(third, 'there');
    expect(await present()).toEqual([{ cursor: null, attempts: 0 }]);
  });
});

describe('workDue', () => {
  const start = (step: Parameters<typeof workDue>[1]) =>
    workDue({ db: stack.db, log: stack.log.logger, table, runners: 2, every: hour, leaseSeconds: 60 }, step);

  it('is woken by the commit that asks for work, and goes on where it was', async () => {
    const cursors: (string | null)[] = [];
    const part = start(async (_em, { cursor }) => {
      cursors.push(cursor);
      return cursors.length < 3 ? String(cursors.length) : null;
    });
    await ask();
    await eventually(async () => expect(await present()).toEqual([]));
    expect(cursors).toEqual([null, '1', '2']);
    await part.stop();
  });

  it('works about one subject at a time, and undoes what a failed step did', async () => {
    const work = { subjectId: uuidv7(), organizationId: uuidv7() };
    await stack.db.query('CREATE TABLE effects (note text)');
    let working = 0;
    let most = 0;
    let steps = 0;
    const part = start(async (em) => {
      most = Math.max(most, (working += 1));
      await em.query(`INSERT INTO effects VALUES ('step')`);
      working -= 1;
      if ((steps += 1) === 1) throw new Error('out of luck');
      return null;
    });
    await ask(work);
    // Claimed is not yet given back: only then does another time stay.
    const given = `SELECT attempts FROM ${table} WHERE attempts = 1 AND lease_id IS NULL`;
    await eventually(async () => expect(await stack.db.query(given)).toHaveLength(1));
    await stack.db.query(`UPDATE ${table} SET due_at = now()`);
    part.wake();
    await eventually(async () => expect(await present()).toEqual([]));
    expect(await stack.db.query('SELECT note FROM effects')).toHaveLength(1);
    expect(most).toBe(1);
    expect(stack.log.lines().find(({ work: name }) => name === table)).toMatchObject({
      level: 40,
      kind: 'test',
    });
    await part.stop();
  });
});
