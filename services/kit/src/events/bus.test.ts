import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startNats } from '@tessera/local/servers/servers';
import { makeTestFolder } from '@tessera/local/testing/test-folder';
import { sessionRevoked, userCreated, userUpdated } from '@tessera/proto/events/identity';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { eventually } from '../../test/eventually.ts';
import { type CapturedLog, captureLog } from '../../test/log.ts';
import { AppError } from '../errors.ts';
import { createMetrics } from '../observability/metrics.ts';
import { type Bus, type ConsumerOptions, connectBus, HopelessEvent, on } from './bus.ts';
import { outboxRow } from './outbox.ts';

type Server = Awaited<ReturnType<typeof startNats>>;

let dir: string;
let server: Server;
let nc: NatsConnection;
const buses: Bus[] = [];

const servers: Server[] = [];

const start = async (name: string): Promise<Server> => {
  const started = await startNats({ dir: join(dir, name) });
  servers.push(started);
  return started;
};

const open = async (service: string, url = server.url): Promise<{ bus: Bus; log: CapturedLog }> => {
  const log = captureLog();
  const bus = await connectBus({ url, service, log: log.logger, metrics: createMetrics(service) });
  buses.push(bus);
  return { bus, log };
};

/** Publishes a user's creation and answers the user's id. */
const createUser = async (bus: Bus, id = uuidv7()): Promise<string> => {
  await bus.publish(outboxRow(userCreated, { user: { id } }));
  return id;
};

/** The handler collects the ids of users. */
const collector = (name: string): { options: ConsumerOptions; seen: string[] } => {
  const seen: string[] = [];
  const handle = ({ user }: { user?: { id: string } | undefined }) =>
    Promise.resolve(seen.push(user?.id ?? ''));
  return { seen, options: { name, begin: 'with the stream', on: [on(userCreated, handle)] } };
};

beforeAll(async () => {
  dir = makeTestFolder('tessera-bus-');
  server = await start('shared');
  nc = await connect({ servers: server.url });
});

afterAll(async () => {
  await nc.close();
  await Promise.all(buses.map((bus) => bus.close().catch(() => undefined)));
  await Promise.all(servers.map((started) => started.stop()));
  await rm(dir, { recursive: true, force: true });
});

describe('connecting', () => {
  it('is with user and password of the address, and says why it has to wait', async () => {
    const own = await start('guarded');
    const file = join(dir, 'guarded', 'nats.conf');
    const plain = await readFile(file, 'utf8');
    const admit = async (password: string) => {
      await writeFile(file, `${plain}authorization { user: shop, password: ${JSON.stringify(password)} }`);
      process.kill(own.pid ?? 0, 'SIGHUP');
    };
    const stranger = async () => (await connect({ servers: own.url, reconnect: false })).close();
    await admit('earlier');
    await eventually(() => expect(stranger()).rejects.toThrow('Authorization Violation'));
    const { logger, lines } = captureLog();
    const url = own.url.replace('//', `//shop:${encodeURIComponent('100%/@')}@`);
    const connecting = connectBus({ url, service: 'guest', log: logger, metrics: createMetrics('guest') });
    await eventually(() =>
      expect(lines()).toContainEqual(
        expect.objectContaining({
          msg: 'waiting for the bus (NATS_URL)',
          err: expect.objectContaining({ message: 'Authorization Violation' }),
        }),
      ),
    );
    await admit('100%/@');
    const bus = await connecting;
    await bus.check();
    await bus.close();
  });
});

describe('publish', () => {
  it('makes the stream of the first event, and keeps a repeated event once', async () => {
    const { bus } = await open('publisher');
    const row = outboxRow(sessionRevoked, { sessionId: uuidv7() });
    await Promise.all([bus.publish(row), bus.publish(row)]);
    await bus.publish(row);
    const jsm = await jetstreamManager(nc);
    const { state } = await jsm.streams.info('IDENTITY', { subjects_filter: sessionRevoked.subject });
    expect(state.subjects?.[sessionRevoked.subject]).toBe(1);
  });

  it('fails for what the stream does not take, and for nothing else', async () => {
    const own = await start('strict');
    const operator = await connect({ servers: own.url });
    const jsm = await jetstreamManager(operator);
    await jsm.streams.add({ name: 'IDENTITY', subjects: ['identity.>'], max_msg_size: 2_000 });
    const { bus } = await open('publisher', own.url);
    const row = (id: string) => outboxRow(userCreated, { user: { id } });
    const long = 'x'.repeat(3_000);
    const outcomes = await Promise.allSettled(['a', long, 'b', long].map((id) => bus.publish(row(id))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { message: expect.stringContaining('maximum') } });
    expect((await jsm.streams.info('IDENTITY')).state.messages).toBe(2);
    await operator.close();
    await bus.close();
  });

  it('leaves a stream as an operator has set it', async () => {
    const own = await start('operator');
    const operator = await connect({ servers: own.url });
    const jsm = await jetstreamManager(operator);
    await jsm.streams.add({ name: 'IDENTITY', subjects: ['identity.>'], max_msgs: 1_000_000 });
    const { bus } = await open('publisher', own.url);
    const { seen, options } = collector('settings');
    await bus.consume(options);
    const id = await createUser(bus);
    await eventually(() => expect(seen).toEqual([id]));
    expect((await jsm.streams.info('IDENTITY')).config.max_msgs).toBe(1_000_000);
    await operator.close();
    await bus.close();
  });
});

describe('consume', () => {
  it('hands over message and facts, in order, one at a time', async () => {
    const { bus } = await open('ordered');
    const ids = Array.from({ length: 30 }, () => uuidv7());
    const handled: string[] = [];
    let running = 0;
    let most = 0;
    await bus.consume({
      name: 'order',
      begin: 'with the stream',
      on: [
        on(userUpdated, async ({ user }, event) => {
          running += 1;
          most = Math.max(most, running);
          expect(event).toMatchObject({ subject: userUpdated.subject, time: expect.any(Date) });
          await new Promise(setImmediate);
          if (ids.includes(user?.id ?? '')) handled.push(user?.id ?? '');
          running -= 1;
        }),
      ],
    });
    for (const id of ids) await bus.publish(outboxRow(userUpdated, { user: { id } }));
    await eventually(() => expect(handled).toEqual(ids));
    expect(most).toBe(1);
  });

  it('keeps the order when one has to be tried again', async () => {
    const { bus } = await open('retrying');
    const ids = Array.from({ length: 3 }, () => uuidv7());
    const handled: string[] = [];
    let isFirst = true;
    await bus.consume({
      name: 'order',
      begin: 'with the stream',
      on: [
        on(userCreated, async ({ user }) => {
          if (!ids.includes(user?.id ?? '')) return;
          if (isFirst) {
            isFirst = false;
            throw new Error('not yet');
          }
          handled.push(user?.id ?? '');
        }),
      ],
    });
    for (const id of ids) await createUser(bus, id);
    await eventually(() => expect(handled).toEqual(ids));
  });

  it('handles as many at once as it may, and no more', async () => {
    const { bus } = await open('parallel');
    const ids = new Set(Array.from({ length: 12 }, () => uuidv7()));
    let running = 0;
    let most = 0;
    let done = 0;
    await bus.consume({
      name: 'wide',
      begin: 'with the stream',
      concurrency: 4,
      on: [
        on(userCreated, async ({ user }) => {
          if (!ids.has(user?.id ?? '')) return;
          running += 1;
          most = Math.max(most, running);
          await eventually(() => expect(most).toBe(4));
          running -= 1;
          done += 1;
        }),
      ],
    });
    await Promise.all([...ids].map((id) => createUser(bus, id)));
    await eventually(() => expect(done).toBe(12));
    expect(most).toBe(4);
  });

  it('stops while as many are at work as may be', async () => {
    const { bus } = await open('busy');
    const order: string[] = [];
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const consumer = await bus.consume({
      name: 'busy',
      begin: 'now',
      concurrency: 2,
      on: [
        on(userCreated, async () => {
          order.push('begun');
          await finished;
          order.push('finished');
        }),
      ],
    });
    for (let i = 0; i < 3; i += 1) await createUser(bus);
    await eventually(() => expect(order).toEqual(['begun', 'begun']));
    const stopped = consumer.stop().then(() => order.push('stopped'));
    finish();
    await eventually(() => expect(order).toEqual(['begun', 'begun', 'finished', 'finished', 'stopped']));
    await stopped;
  });

  it('parks a hopeless event where someone can find it, and goes on', async () => {
    const { bus, log } = await open('parking');
    const bad = uuidv7();
    const seen: string[] = [];
    await bus.consume({
      name: 'users',
      begin: 'with the stream',
      on: [
        on(userCreated, async ({ user }) => {
          if (user?.id === bad) throw new HopelessEvent('no such plan');
          seen.push(user?.id ?? '');
        }),
      ],
    });
    await createUser(bus, bad);
    const next = await createUser(bus);
    await eventually(() => expect(seen).toContain(next));
    const parked = await (await jetstreamManager(nc)).streams.getMessage('PARKED', {
      last_by_subj: 'parked.parking-users',
    });
    expect(parked?.header.get('parked-error')).toBe('no such plan');
    expect(log.lines().filter(({ msg }) => msg === 'event parked')).toHaveLength(1);
  });

  it('lets the handler at work finish, and leaves the rest to the next process at once', async () => {
    const { bus } = await open('stopping');
    const ids = [uuidv7(), uuidv7()];
    let finish = (): void => undefined;
    const order: string[] = [];
    const consumer = await bus.consume({
      name: 'users',
      begin: 'with the stream',
      on: [
        on(userCreated, async ({ user }) => {
          if (!ids.includes(user?.id ?? '')) return;
          order.push('begun');
          await new Promise<void>((resolve) => (finish = resolve));
          order.push('finished');
        }),
      ],
    });
    for (const id of ids) await createUser(bus, id);
    await eventually(() => expect(order).toEqual(['begun']));
    const stopped = consumer.stop().then(() => order.push('stopped'));
    finish();
    await stopped;
    expect(order).toEqual(['begun', 'finished', 'stopped']);
    const { seen, options } = collector('users');
    await bus.consume(options);
    await eventually(() => expect(seen).toContain(ids[1]));
    expect(seen).not.toContain(ids[0]);
  });

  it('that is new and begins now leaves the past alone, and stays where it is afterwards', async () => {
    const { bus } = await open('effects');
    const old = await createUser(bus);
    const { seen, options } = collector('mails');
    const effects: ConsumerOptions = { ...options, begin: 'now' };
    const first = await bus.consume(effects);
    const next = await createUser(bus);
    await eventually(() => expect(seen).toEqual([next]));
    await first.stop();
    const missed = await createUser(bus);
    await bus.consume(effects);
    await eventually(() => expect(seen).toEqual([next, missed]));
    const copy = collector('copy');
    await bus.consume(copy.options);
    await eventually(() => expect(copy.seen).toContain(missed));
    expect(copy.seen).toContain(old);
  });

  it('that begins now misses nothing when its durable is gone for a while', async () => {
    const { bus } = await open('recovering');
    const { seen, options } = collector('mails');
    await bus.consume({ ...options, begin: 'now' });
    const first = await createUser(bus);
    await eventually(() => expect(seen).toContain(first));
    await (await jetstreamManager(nc)).consumers.delete('IDENTITY', 'recovering-mails');
    const second = await createUser(bus);
    await eventually(() => expect(seen).toContain(second));
  });

  it('makes its durable again when somebody deleted it', async () => {
    const { bus } = await open('deleted');
    const { seen, options } = collector('users');
    await bus.consume(options);
    const first = await createUser(bus);
    await eventually(() => expect(seen).toContain(first));
    await (await jetstreamManager(nc)).consumers.delete('IDENTITY', 'deleted-users');
    const second = await createUser(bus);
    await eventually(() => expect(seen).toContain(second));
  });

  it('leaves a durable that is there again to the newer replica that made it', async () => {
    const { bus, log } = await open('rolling');
    const { seen, options } = collector('users');
    await bus.consume(options);
    const { consumers } = await jetstreamManager(nc);
    const { config } = await consumers.info('IDENTITY', 'rolling-users');
    // A replica that also handles updates has noticed the loss first.
    const filter_subjects = [userCreated.subject, userUpdated.subject];
    const newer = { ...config, deliver_policy: DeliverPolicy.New, filter_subjects };
    await consumers.delete('IDENTITY', 'rolling-users');
    await consumers.add('IDENTITY', newer);
    await eventually(() =>
      expect(log.lines().map(({ msg }) => msg)).toContain('consumer interrupted, trying again'),
    );
    const id = await createUser(bus);
    await eventually(() => expect(seen).toContain(id));
    const after = await consumers.info('IDENTITY', 'rolling-users');
    expect(after.config.filter_subjects).toEqual(filter_subjects);
    await bus.close();
  });

  it('goes on after the server was killed, and makes stream and durable again when it lost its store', async () => {
    const own = await start('mortal');
    const { bus } = await open('surviving', own.url);
    const { seen, options } = collector('users');
    await bus.consume({ ...options, concurrency: 2 });
    // A server that is killed may have lost the word that an event was handled: it delivers it again.
    const handled = () => [...new Set(seen)];
    const first = await createUser(bus);
    await eventually(() => expect(seen).toEqual([first]));
    await own.kill();
    await own.restart();
    const second = await eventually(() => createUser(bus));
    await eventually(() => expect(handled()).toEqual([first, second]));
    await own.kill();
    await rm(join(dir, 'mortal', 'data'), { recursive: true });
    await own.restart();
    const third = await eventually(() => createUser(bus));
    await eventually(() => expect(handled()).toEqual([first, second, third]));
  });
});

const askDouble = {
  subject: 'ask.test.double',
  question: z.object({ value: z.number() }),
  answer: z.object({ doubled: z.number(), at: z.date() }),
};

describe('ask', () => {
  it('answers with parsed values, dates included', async () => {
    const { bus } = await open('answering');
    const at = new Date('2026-01-01T00:00:00Z');
    await bus.answer(askDouble, ({ value }) => Promise.resolve({ doubled: value * 2, at }));
    await expect(bus.ask(askDouble, { value: 21 })).resolves.toEqual({ doubled: 42, at });
  });

  it('passes a failure with its name, status and words', async () => {
    const { bus } = await open('answering');
    const ask = { ...askDouble, subject: 'ask.test.refuse' };
    await bus.answer(ask, () =>
      Promise.reject(new AppError({ name: 'ResourceNotFound', status: 404, message: 'No such thing' })),
    );
    await expect(bus.ask(ask, { value: 1 })).rejects.toMatchObject({
      failure: { name: 'ResourceNotFound', status: 404, message: 'No such thing' },
    });
  });

  it('tells of an unknown failure only that there was one, and logs it', async () => {
    const { bus, log } = await open('answering');
    const ask = { ...askDouble, subject: 'ask.test.break' };
    await bus.answer(ask, () => Promise.reject(new Error('password is hunter2')));
    const failure = await bus.ask(ask, { value: 1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 500, message: 'Internal Server Error' });
    expect(log.lines().filter(({ level }) => level === 50)).toHaveLength(1);
  });

  it('is ServiceUnavailable when who answers lacks a server', async () => {
    const { bus } = await open('answering');
    const ask = { ...askDouble, subject: 'ask.test.away' };
    await bus.answer(ask, () => Promise.reject(Object.assign(new Error('x'), { code: '57P01' })));
    await expect(bus.ask(ask, { value: 1 })).rejects.toMatchObject({ status: 503 });
  });

  it('is ServiceUnavailable when nobody answers', async () => {
    const { bus } = await open('asking');
    const ask = { ...askDouble, subject: 'ask.test.nobody' };
    await expect(bus.ask(ask, { value: 1 })).rejects.toMatchObject({ status: 503 });
  });

  it('is answered by one replica', async () => {
    const [a, b] = await Promise.all([open('replicas'), open('replicas')]);
    const ask = { subject: 'ask.test.who', question: z.null(), answer: z.string() };
    const asked: string[] = [];
    await a.bus.answer(ask, () => Promise.resolve(String(asked.push('a'))));
    await b.bus.answer(ask, () => Promise.resolve(String(asked.push('b'))));
    await a.bus.ask(ask, null);
    expect(asked).toHaveLength(1);
  });
});

describe('notes', () => {
  it('are heard by everyone, or by one of a queue, and a listener that throws harms nobody', async () => {
    const { bus, log } = await open('noting');
    const heard: string[] = [];
    await bus.onBroadcast('note.test.a', () => {
      throw new Error('cannot read this');
    });
    await bus.onBroadcast('note.test.a', (value) => void heard.push(`each ${String(value)}`));
    await bus.onBroadcast('note.test.a', () => void heard.push('one'), 'queue');
    await bus.onBroadcast('note.test.a', () => void heard.push('one'), 'queue');
    bus.broadcast('note.test.a', 1);
    await eventually(() => expect(heard.toSorted()).toEqual(['each 1', 'one']));
    expect(log.lines().map(({ msg }) => msg)).toEqual(['note not understood']);
  });

  it('that ask for heed count who answered', async () => {
    const { bus } = await open('noting');
    await bus.onPing('ask.test.heed', () => undefined);
    await bus.onPing('ask.test.heed', () => undefined);
    await expect(bus.pingAll('ask.test.heed', {})).resolves.toBe(2);
    await expect(bus.pingAll('ask.test.unheard', {})).resolves.toBe(0);
  });
});

describe('settings', () => {
  it('are kept for every process', async () => {
    const [a, b] = await Promise.all([open('one'), open('two')]);
    await expect(a.bus.settings.get('colour')).resolves.toBeNull();
    await a.bus.settings.put('colour', 'green');
    await expect(b.bus.settings.get('colour')).resolves.toBe('green');
  });
});

describe('a bus whose server is away', () => {
  it('fails its check, its questions and its publishing in time, and closes in time', async () => {
    const own = await start('away');
    const { bus } = await open('lonely', own.url);
    await bus.consume(collector('users').options);
    await bus.check();
    await own.kill();
    const started = performance.now();
    await expect(bus.check()).rejects.toThrow();
    await expect(bus.ask(askDouble, { value: 1 })).rejects.toMatchObject({ status: 503 });
    await expect(createUser(bus)).rejects.toThrow();
    await bus.close();
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('the retention of streams', () => {
  it('holds for new streams, for those that exist, and for what is parked', async () => {
    const own = await start('retention');
    const reader = await connect({ servers: own.url });
    const jsm = await jetstreamManager(reader);
    await jsm.streams.add({ name: 'IDENTITY', subjects: ['identity.>'], max_msgs: 1_000 });
    const metrics = createMetrics('kept');
    const log = captureLog().logger;
    const bus = await connectBus({ url: own.url, service: 'kept', log, metrics, retentionDays: 7 });
    await bus.consume(collector('users').options);
    for (const name of ['IDENTITY', 'PARKED'])
      expect((await jsm.streams.info(name)).config.max_age).toBe(7 * 86_400 * 1_000_000_000);
    expect((await jsm.streams.info('IDENTITY')).config.max_msgs).toBe(1_000);
    await bus.close();
    await reader.close();
  });
});

describe('the streams', () => {
  it('hold no question', async () => {
    const names = await (await jetstreamManager(nc)).streams.names().next();
    expect(names.some((name) => name.startsWith('ASK'))).toBe(false);
    await expect(jetstream(nc).publish('ask.test.nothing')).rejects.toThrow();
  });
});
