import { userCreated } from '@tessera/proto/events/identity';
import { uuidv7 } from 'uuidv7';
import { type Stack, startStack } from '../../test/stack.ts';
import { migrate, openDatabase } from '../database/data-source.ts';
import { connectBus } from './bus.ts';
import { inboxMigration, once, purgeInbox } from './inbox.ts';
import { emit, outboxMigration, transact } from './outbox.ts';
import { purgeOutbox } from './sweep.ts';

let stack: Stack;
const effects = { name: '001-effects', sql: 'CREATE TABLE effects (id uuid NOT NULL)' };

beforeAll(async () => {
  stack = await startStack({
    service: 'kit',
    entities: [],
    migrations: [outboxMigration, inboxMigration, effects],
  });
});

afterAll(() => stack.stop());

const createUser = async (): Promise<string> => {
  const id = uuidv7();
  await transact(stack.db, (em) => emit(em, userCreated, { user: { id } }));
  return id;
};
const count = async (table: string): Promise<number> =>
  Number(((await stack.db.query(`SELECT count(*) AS n FROM ${table}`)) as [{ n: string }])[0].n);

describe('emit', () => {
  it('refuses to run outside a transaction', async () => {
    await expect(emit(stack.db.manager, userCreated, {})).rejects.toThrow('needs a transaction');
  });

  it('leaves nothing behind a transaction that was rolled back', async () => {
    const work = transact(stack.db, async (em) => {
      await emit(em, userCreated, { user: { id: uuidv7() } });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await count('outbox')).toBe(0);
  });

  it('refuses an event that no server would take, and its change', async () => {
    const work = transact(stack.db, async (em) => {
      await em.query('INSERT INTO effects (id) VALUES ($1)', [uuidv7()]);
      await emit(em, userCreated, { user: { id: uuidv7(), name: 'x'.repeat(4_200_000) } });
    });
    await expect(work).rejects.toMatchObject({ failure: { name: 'PayloadTooLarge', status: 413 } });
    expect([await count('outbox'), await count('effects')]).toEqual([0, 0]);
  });
});

describe('transact', () => {
  it('runs work again that Postgres gave up because two waited for each other', async () => {
    const ids = [uuidv7(), uuidv7()];
    await stack.db.query('INSERT INTO effects (id) SELECT unnest($1::uuid[])', [ids]);
    let runs = 0;
    let inside = 0;
    let isBothInside: (value: unknown) => void = () => undefined;
    const bothInside = new Promise((resolve) => {
      isBothInside = resolve;
    });
    const lockBoth = (order: string[]) =>
      transact(stack.db, async (em) => {
        runs += 1;
        await em.query('SELECT 1 FROM effects WHERE id = $1 FOR UPDATE', [order[0]]);
        inside += 1;
        if (inside >= 2) isBothInside(true);
        await bothInside;
        await em.query('SELECT 1 FROM effects WHERE id = $1 FOR UPDATE', [order[1]]);
        await emit(em, userCreated, { user: { id: order[0] ?? '' } });
      });
    await Promise.all([lockBoth(ids), lockBoth(ids.toReversed())]);
    // Whoever is given up may be the first again at what the other waits for: then they meet once more.
    expect(runs).toBeGreaterThan(2);
    expect(await count('outbox')).toBe(2);
    await stack.db.query('DELETE FROM outbox');
    await stack.db.query('DELETE FROM effects WHERE id = ANY($1::uuid[])', [ids]);
  });
});

describe('purgeOutbox', () => {
  it('forgets what no server took for so many days, and nothing younger', async () => {
    const [old, young] = [await createUser(), await createUser()];
    await stack.db.query(
      `UPDATE outbox SET created_at = now() - interval '91 days' WHERE headers->>'ce-subject' = $1`,
      [old],
    );
    expect(await purgeOutbox(stack.db, 90)).toBe(1);
    expect(await stack.db.query(`SELECT headers->>'ce-subject' AS user_id FROM outbox`)).toEqual([
      { user_id: young },
    ]);
  });
});

describe('once', () => {
  it('has an effect once, also when two try at the same time', async () => {
    const mark = { consumer: 'effects', eventId: uuidv7() };
    const attempt = () =>
      once(stack.db, mark, (em) => em.query('INSERT INTO effects VALUES ($1)', [mark.eventId]));
    expect((await Promise.all([attempt(), attempt()])).toSorted()).toEqual([false, true]);
    expect(await attempt()).toBe(false);
    expect(await count('effects')).toBe(1);
  });

  it('forgets the mark with an effect that failed', async () => {
    const mark = { consumer: 'failing', eventId: uuidv7() };
    await expect(once(stack.db, mark, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await once(stack.db, mark, () => Promise.resolve())).toBe(true);
  });

  it('is forgotten after its days, and not before', async () => {
    await stack.db.query(`INSERT INTO inbox VALUES ('old', $1, now() - interval '31 days')`, [uuidv7()]);
    const before = await count('inbox');
    expect(await purgeInbox(stack.db)).toBe(1);
    expect(await count('inbox')).toBe(before - 1);
  });
});

describe('migrate', () => {
  const open = (migrations: { name: string; sql: string }[]) =>
    openDatabase({ url: stack.databaseUrl, pool: 2, entities: [], migrations, log: stack.log.logger });

  it('runs each migration once when two replicas start together, and waits longer than a statement may take', async () => {
    const slow = { name: '002-slow', sql: 'CREATE TABLE slow (id int); SELECT pg_sleep(0.5)' };
    const [a, b] = await Promise.all([open([slow]), open([slow])]);
    const [row] = (await a.query('SHOW statement_timeout')) as [{ statement_timeout: string }];
    expect(row.statement_timeout).toBe('15s');
    await Promise.all([a.destroy(), b.destroy()]);
  });

  it('rolls back what fails, names it, and runs it when it is mended', async () => {
    const bad = { name: '003-bad', sql: 'CREATE TABLE half (id int); SELECT nonsense()' };
    await expect(migrate(stack.db, [bad])).rejects.toThrow('migration 003-bad: ');
    await migrate(stack.db, [{ ...bad, sql: 'CREATE TABLE half (id int)' }]);
    expect(await count('half')).toBe(0);
  });

  it('does not wait for a database that does not exist', async () => {
    const url = stack.databaseUrl.replace(/\/[^/]+$/, '/no_such_database');
    const opening = openDatabase({ url, pool: 1, entities: [], migrations: [], log: stack.log.logger });
    await expect(opening).rejects.toThrow('no_such_database');
  });
});

describe('connectBus', () => {
  it('closes twice without harm', async () => {
    const bus = await connectBus({
      url: stack.natsUrl,
      service: 'x',
      log: stack.log.logger,
      metrics: stack.metrics,
    });
    await bus.close();
    await expect(bus.close()).resolves.toBeUndefined();
  });
});
