import { setImmediate } from 'node:timers/promises';
import { create, toBinary } from '@bufbuild/protobuf';
import { TimeoutError } from '@nats-io/transport-node';
import { userCreated } from '@tessera/proto/events/identity';
import { uuidv7 } from 'uuidv7';
import { eventually } from '../../test/eventually.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import { type Bus, on } from './bus.ts';
import { emit, outboxMigration, transact } from './outbox.ts';
import type { OutboxRow } from './outbox-row.ts';
import { createRelay, publishBatch, startRelay } from './relay.ts';
import { createSentEvents, sentEventsMigration, turnMilliseconds } from './sent-events.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({
    service: 'kit',
    entities: [],
    migrations: [outboxMigration, sentEventsMigration],
  });
});

afterEach(() => stack.db.query('TRUNCATE outbox, outbox_sent_0, outbox_sent_1'));

afterAll(() => stack.stop());

const createUser = async (): Promise<string> => {
  const id = uuidv7();
  await transact(stack.db, (em) => emit(em, userCreated, { user: { id } }));
  return id;
};
const count = async (table: string): Promise<number> =>
  Number(((await stack.db.query(`SELECT count(*) AS n FROM ${table}`)) as [{ n: string }])[0].n);
const countSent = async (): Promise<number> =>
  (await count('outbox_sent_0')) + (await count('outbox_sent_1'));
const published = (id: string) => stack.events.all(userCreated).filter(({ user }) => user?.id === id).length;
/** With what a relay of its own knows; `bus`: parts of the bus that are not the real ones. */
const parts = (bus: Partial<Bus> = {}, now?: () => number) => {
  const { db, log, metrics } = stack;
  const whole = { ...stack.bus, ...bus };
  return { db, bus: whole, log: log.logger, metrics, sent: createSentEvents({ db, bus: whole }, now) };
};

/** As the relay does it. */
const publishRound = async (own: ReturnType<typeof parts>): Promise<void> => {
  await own.sent.prepare();
  await publishBatch(own);
};

describe('publishBatch', () => {
  it('keeps an event that no server takes, and lets the others go', async () => {
    const [bad, good] = [await createUser(), await createUser()];
    const publish = (row: OutboxRow) =>
      row.headers['ce-subject'] === bad ? Promise.reject(new Error('too large')) : stack.bus.publish(row);
    await expect(publishBatch(parts({ publish }))).rejects.toThrow('1 events not published');
    await eventually(() => expect(published(good)).toBe(1));
    expect(await count('outbox')).toBe(1);
    await publishBatch(parts());
    await eventually(() => expect(published(bad)).toBe(1));
  });
});

describe('publishBatch of what another process has made', () => {
  it('publishes it as it lies in the database, in its order', async () => {
    const ids = [uuidv7(), uuidv7(), uuidv7()];
    const bodyOf = (id = '') =>
      Buffer.from(toBinary(userCreated.schema, create(userCreated.schema, { user: { id } })));
    const write = (id = '') =>
      stack.db.query(`INSERT INTO outbox (id, subject, headers, body) VALUES ($1, $2, $3, $4)`, [
        id,
        userCreated.subject,
        { 'ce-id': id, 'ce-subject': id },
        bodyOf(id),
      ]);
    await write(ids[2]);
    const own = await createUser();
    await write(ids[0]);
    await write(ids[1]);
    const sent: OutboxRow[] = [];
    const publish = async (row: OutboxRow) => void sent.push(row);
    await publishBatch(parts({ publish }));
    expect(sent.map(({ headers }) => headers['ce-subject'])).toEqual([...ids, own]);
    expect(sent[1]?.body).toEqual(bodyOf(ids[1]));
    expect(await count('outbox')).toBe(0);
  });
});

describe('publishBatch of large events', () => {
  const writeLarge = () =>
    stack.db.query(
      `INSERT INTO outbox (id, subject, headers, body)
       SELECT gen_random_uuid(), $1, '{}', convert_to(repeat('x', $2), 'UTF8') FROM generate_series(1, $3)`,
      [userCreated.subject, 3 * 1_048_576, 12],
    );

  it('has a few of them in memory and on their way at once', async () => {
    await writeLarge();
    let [now, most] = [0, 0];
    const publish = async (): Promise<void> => {
      now += 1;
      most = Math.max(most, now);
      await setImmediate();
      now -= 1;
    };
    await publishBatch(parts({ publish }));
    expect(most).toBe(5);
    expect(await count('outbox')).toBe(0);
  });

  it('waits for a bus that does not answer once', async () => {
    await writeLarge();
    let asked = 0;
    const publish = async (): Promise<void> => {
      asked += 1;
      throw new TimeoutError();
    };
    await expect(publishBatch(parts({ publish }))).rejects.toThrow('5 events not published');
    expect([asked, await count('outbox')]).toEqual([5, 12]);
  });
});

describe('startRelay', () => {
  it('is woken by a commit, well before it would look by itself', async () => {
    const relay = startRelay(parts());
    const waits: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const started = performance.now();
      const id = await createUser();
      await eventually(() => expect(published(id)).toBe(1));
      waits.push(performance.now() - started);
    }
    await relay.stop();
    // By itself it looks every five seconds.
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(2_500);
  });

  it('publishes each event once when replicas run side by side', async () => {
    const ids = await Promise.all(Array.from({ length: 300 }, createUser));
    const relays = [startRelay(parts()), startRelay(parts())];
    await eventually(async () => expect(await count('outbox')).toBe(0));
    await Promise.all(relays.map((relay) => relay.stop()));
    await stack.bus.check();
    await eventually(() => expect(ids.map(published)).toEqual(ids.map(() => 1)));
  });
});

describe('createRelay', () => {
  it('publishes nothing before it is started, so that consumers can be there first', async () => {
    const relay = createRelay(parts());
    const id = await createUser();
    await stack.bus.check();
    expect(await count('outbox')).toBe(1);
    relay.start();
    await eventually(() => expect(published(id)).toBe(1));
    await relay.stop();
  });
});

describe('createSentEvents', () => {
  it('keeps what was published until the bus has surely written it to its disk', async () => {
    await createUser();
    let time = Date.now();
    const own = parts({}, () => time);
    await publishRound(own);
    expect([await count('outbox'), await countSent()]).toEqual([0, 1]);
    time += turnMilliseconds;
    await own.sent.prepare();
    time += turnMilliseconds;
    await own.sent.prepare();
    expect(await countSent()).toBe(0);
  });

  it('lets go of nothing that is younger, however many processes look', async () => {
    await createUser();
    const time = Date.now();
    const own = parts({}, () => time);
    await publishRound(own);
    for (const turns of [0, 1]) {
      await parts({}, () => time + turns * turnMilliseconds).sent.prepare();
    }
    expect(await countSent()).toBe(1);
  });

  it('publishes again, in their order, what a bus that was started anew may have lost', async () => {
    const ids = [await createUser(), await createUser(), await createUser()];
    const lost: OutboxRow[] = [];
    const before = parts({ serverId: () => 'one', publish: async () => undefined });
    await publishRound(before);
    const after = parts({ serverId: () => 'two', publish: async (row) => void lost.push(row) });
    expect(await after.sent.prepare()).toBe(3);
    await publishBatch(after);
    expect(lost.map(({ headers }) => headers['ce-subject'])).toEqual(ids);
    expect(await after.sent.prepare()).toBe(0);
    expect([await count('outbox'), await countSent()]).toEqual([0, 3]);
  });

  it('notices while it runs that the bus was started anew', async () => {
    await createUser();
    let server = 'one';
    const own = parts({ serverId: () => server });
    await publishRound(own);
    expect(await own.sent.prepare()).toBe(0);
    server = 'two';
    expect(await own.sent.prepare()).toBe(1);
  });

  it('takes what was confirmed for lost where the bus was started anew in between', async () => {
    await createUser();
    let server = 'one';
    const publish = async () => {
      server = 'two';
    };
    const own = parts({ serverId: () => server, publish });
    await publishRound(own);
    expect(await own.sent.prepare()).toBe(1);
  });

  it('publishes all again where a part of the bus did not answer, once for those that have it', async () => {
    const id = await createUser();
    const own = parts();
    await publishRound(own);
    const next = await createUser();
    const silent = { ...own.bus, publish: () => Promise.reject(new TimeoutError()) };
    await expect(publishBatch({ ...own, bus: silent })).rejects.toThrow('1 events not published');
    expect(await own.sent.prepare()).toBe(1);
    expect(await own.sent.prepare()).toBe(0);
    await publishBatch(own);
    const kept: string[] = [];
    const take = async ({ user }: { user?: { id: string } }) => void kept.push(user?.id ?? '');
    await stack.bus.consume({ name: 'kept', begin: 'with the stream', on: [on(userCreated, take)] });
    await eventually(() => expect(kept).toContain(next));
    expect(kept.filter((one) => one === id)).toEqual([id]);
  });

  it('goes on with the table of the turn before where a backup reads the present one as it starts', async () => {
    const time = Date.now();
    const early = parts({}, () => time - 2 * turnMilliseconds);
    await createUser();
    await publishRound(early);
    const late = parts({}, () => time);
    await stack.db.transaction(async (em) => {
      await em.query('SELECT 1 FROM outbox_sent_0, outbox_sent_1');
      await createUser();
      await publishRound(late);
    });
    // What is old goes, what was kept meanwhile stays.
    await late.sent.prepare();
    expect(await countSent()).toBe(1);
  });

  it('leaves it to one of several replicas to let go', async () => {
    await createUser();
    let time = Date.now();
    const own = parts({}, () => time);
    await publishRound(own);
    time += 2 * turnMilliseconds;
    await stack.db.transaction(async (another) => {
      for (const table of ['outbox_sent_0', 'outbox_sent_1'])
        await another.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [table]);
      await own.sent.prepare();
      expect(await countSent()).toBe(1);
    });
    await own.sent.prepare();
    expect(await countSent()).toBe(0);
  });

  it('waits for nobody who reads the tables for long, as a backup does, and lets go of nothing that came meanwhile', async () => {
    await createUser();
    let time = Date.now();
    const own = parts({}, () => time);
    await publishRound(own);
    await stack.db.transaction(async (em) => {
      await em.query('SELECT 1 FROM outbox_sent_0, outbox_sent_1');
      time += 2 * turnMilliseconds;
      await createUser();
      await publishRound(own);
    });
    expect(await count('outbox')).toBe(0);
    for (const kept of [2, 2, 0]) {
      await own.sent.prepare();
      expect(await countSent()).toBe(kept);
      time += turnMilliseconds;
    }
  });
});
