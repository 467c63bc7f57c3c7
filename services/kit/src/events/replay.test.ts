import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { compileCache } from '@tessera/local/system/system-processes';
import { userCreated, userUpdated } from '@tessera/proto/events/identity';
import { uuidv7 } from 'uuidv7';
import { eventually } from '../../test/eventually.ts';
import { type Stack, startStack } from '../../test/stack.ts';
import type { Stoppable } from '../background/stoppable.ts';
import { HopelessEvent, on } from './bus.ts';
import { inboxMigration, once } from './inbox.ts';
import { outboxMigration, outboxRow } from './outbox.ts';
import { findParked, listParked, type ParkedEvent } from './parking.ts';
import { replayParked } from './replay.ts';

const effects = { name: '001-effects', sql: 'CREATE TABLE effects (id uuid NOT NULL)' };
const command = fileURLToPath(new URL('parked.ts', import.meta.url));

let stack: Stack;
let nc: NatsConnection;
beforeAll(async () => {
  stack = await startStack({
    service: 'kit',
    entities: [],
    migrations: [outboxMigration, inboxMigration, effects],
  });
  nc = await connect({ servers: stack.natsUrl });
});
afterAll(async () => {
  await nc.close();
  await stack.stop();
});

/** A consumer of its own that gives up on its users until it is mended; its effect is a row. */
const startBroken = async (name: string) => {
  const state = { isMended: false };
  const mine = new Set<string>();
  const consumer = await stack.bus.consume({
    name,
    begin: 'with the stream',
    on: [
      on(userCreated, async ({ user }, event) => {
        if (!mine.has(user?.id ?? '')) return;
        if (!state.isMended) throw new HopelessEvent('no such\nplan');
        await once(stack.db, { consumer: name, eventId: event.id }, (em) =>
          em.query('INSERT INTO effects (id) VALUES ($1)', [user?.id]),
        );
      }),
    ],
  });
  return { name, consumer, state, mine };
};

const list = async (consumer?: string): Promise<ParkedEvent[]> => {
  const found: ParkedEvent[] = [];
  for await (const parked of listParked(nc, consumer)) found.push(parked);
  return found;
};

/** Publishes so many users and waits until they are parked. */
const parkUsers = async ({ name, mine }: Awaited<ReturnType<typeof startBroken>>, count: number) => {
  const users = Array.from({ length: count }, () => {
    const userId = uuidv7();
    mine.add(userId);
    return { userId, row: outboxRow(userCreated, { user: { id: userId } }) };
  });
  for (const { row } of users) await stack.bus.publish(row);
  const parked = await eventually(async () => {
    const found = await list(`kit-${name}`);
    if (found.length < count) throw new Error(`${found.length} parked so far`);
    return found;
  });
  return { users, parked };
};

const effectsOf = async (userId: string): Promise<number> =>
  ((await stack.db.query('SELECT 1 FROM effects WHERE id = $1', [userId])) as unknown[]).length;

/** The operator's command, as a process of its own. */
const run = (...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...process.env, ...compileCache(), NATS_URL: stack.natsUrl, NODE_OPTIONS: '' };
    const child = execFile(process.execPath, [command, ...words], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });

describe('listParked', () => {
  it('tells consumer, type, id, time and reason, oldest first', async () => {
    const broken = await startBroken('listing');
    const { users, parked } = await parkUsers(broken, 3);
    await broken.consumer.stop();
    expect(parked.map(({ id }) => id)).toEqual(users.map(({ row }) => row.id));
    expect(parked[0]).toMatchObject({
      consumer: 'kit-listing',
      type: 'identity.user.created',
      reason: 'no such plan',
      time: new Date(users[0]?.row.headers['ce-time'] ?? ''),
      parkedAt: expect.any(Date) as Date,
    });
    expect((await list()).filter((event) => event.consumer === 'kit-listing')).toEqual(parked);
    expect(await list('kit-nobody')).toEqual([]);
  });
});

describe('replayParked', () => {
  it('has an event handled by its consumer alone, and takes it out of the stream', async () => {
    const broken = await startBroken('mended');
    const { users, parked } = await parkUsers(broken, 1);
    const before = stack.events.subjects().length;
    broken.state.isMended = true;
    expect(await replayParked(nc, { consumer: 'kit-mended', number: parked[0]?.number ?? 0 })).toEqual({
      outcome: 'handled',
    });
    expect(await effectsOf(users[0]?.userId ?? '')).toBe(1);
    expect(await list('kit-mended')).toEqual([]);
    expect(stack.events.subjects()).toHaveLength(before);
    expect(stack.log.lines()).toContainEqual(
      expect.objectContaining({ msg: 'parked event handled', eventId: users[0]?.row.id }),
    );
  });

  it('has its effect once, however often and by however many it is asked', async () => {
    const broken = await startBroken('twice');
    const { users, parked } = await parkUsers(broken, 1);
    broken.state.isMended = true;
    const question = { consumer: 'kit-twice', number: parked[0]?.number ?? 0 };
    const results = await Promise.all([1, 2, 3, 4].map(() => replayParked(nc, question)));
    expect(results.map(({ outcome }) => outcome)).toContain('handled');
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(await replayParked(nc, question)).toEqual({ outcome: 'gone' });
    expect(await effectsOf(users[0]?.userId ?? '')).toBe(1);
  });

  it('keeps what fails again, with the reason', async () => {
    const broken = await startBroken('hopeless');
    const { parked } = await parkUsers(broken, 1);
    const number = parked[0]?.number ?? 0;
    expect(await replayParked(nc, { consumer: 'kit-hopeless', number })).toEqual({
      outcome: 'failed',
      reason: 'no such plan',
    });
    expect(await findParked(nc, number)).toMatchObject({ parked: { number, reason: 'no such plan' } });
  });

  it('keeps what this version has no handler for', async () => {
    const broken = await startBroken('renewed');
    const { parked } = await parkUsers(broken, 1);
    await broken.consumer.stop();
    await stack.bus.consume({
      name: 'renewed',
      begin: 'with the stream',
      on: [on(userUpdated, () => Promise.resolve())],
    });
    const question = { consumer: 'kit-renewed', number: parked[0]?.number ?? 0 };
    expect(await replayParked(nc, question)).toEqual({
      outcome: 'failed',
      reason: 'no handler for identity.user.created in this version',
    });
    expect(await list('kit-renewed')).toHaveLength(1);
  });

  it('gives no consumer the event of another', async () => {
    const broken = await startBroken('one');
    const { state } = await startBroken('other');
    const { parked } = await parkUsers(broken, 1);
    state.isMended = true;
    const question = { consumer: 'kit-other', number: parked[0]?.number ?? 0 };
    expect(await replayParked(nc, question)).toEqual({ outcome: 'gone' });
    expect(await list('kit-one')).toHaveLength(1);
  });

  it('says so when no service runs the consumer', async () => {
    const question = { consumer: 'kit-nobody', number: 1 };
    await expect(replayParked(nc, question)).rejects.toThrow(
      'no service that runs has the consumer kit-nobody',
    );
  });
});

describe('a consumer that stops', () => {
  it('finishes the replay at work first', async () => {
    let finish = (): void => undefined;
    const order: string[] = [];
    const broken = await startBroken('stopping');
    const { parked } = await parkUsers(broken, 1);
    await broken.consumer.stop();
    const slow: Stoppable = await stack.bus.consume({
      name: 'stopping',
      begin: 'with the stream',
      on: [
        on(userCreated, async ({ user }) => {
          if (!broken.mine.has(user?.id ?? '')) return;
          await new Promise<void>((resolve) => (finish = resolve));
          order.push('handled');
        }),
      ],
    });
    const replayed = replayParked(nc, { consumer: 'kit-stopping', number: parked[0]?.number ?? 0 });
    await eventually(() => expect(finish.name).not.toBe('finish'));
    const stopped = slow.stop().then(() => order.push('stopped'));
    finish();
    await stopped;
    expect(order).toEqual(['handled', 'stopped']);
    expect(await replayed).toEqual({ outcome: 'handled' });
  });
});

describe('the operator’s command', () => {
  it('lists, replays all of a consumer, and discards one', async () => {
    const broken = await startBroken('operated');
    const { users, parked } = await parkUsers(broken, 3);
    const listed = await run('list', 'kit-operated');
    expect(listed).toMatchObject({ code: 0, err: '' });
    for (const { row } of users)
      expect(listed.out).toContain(`kit-operated  identity.user.created  ${row.id}`);
    const again = await run('replay', 'kit-operated');
    expect(again.code).toBe(1);
    expect(again.out.match(/still parked: no such/g)).toHaveLength(3);
    const [first = 0, ...others] = parked.map(({ number }) => String(number));
    expect(await run('discard', String(first))).toEqual({ code: 0, out: `${first}  discarded\n`, err: '' });
    expect((await run('discard', String(first))).code).toBe(1);
    broken.state.isMended = true;
    const done = await run('replay', 'kit-operated');
    expect(done).toEqual({ code: 0, out: others.map((number) => `${number}  handled\n`).join(''), err: '' });
    expect(await Promise.all(users.map(({ userId }) => effectsOf(userId)))).toEqual([0, 1, 1]);
    expect((await run('list', 'kit-operated')).out).toBe('Nothing is parked.\n');
    expect((await run('replay', String(first))).code).toBe(1);
  });

  it('shows how it is used, and refuses what it does not know', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('parked replay') as string,
    });
    for (const words of [['discard'], ['discard', 'kit-x'], ['replay'], ['replay', 'a.*'], ['burn', '1']])
      expect((await run(...words)).code).toBe(1);
  });

  it('says that there is nothing to discard where nothing is parked at all', async () => {
    await (await jetstreamManager(nc)).streams.purge('PARKED');
    const out = 'Nothing is parked under 999999.\n';
    expect(await run('discard', '999999')).toEqual({ code: 1, out, err: '' });
  });

  it('needs no stream to have been made', async () => {
    await (await jetstreamManager(nc)).streams.delete('PARKED').catch(() => undefined);
    expect((await run()).out).toBe('Nothing is parked.\n');
    expect((await run('replay', '7')).out).toBe('Nothing is parked under 7.\n');
  });
});
