/** The bus: streams, publishing, durable consumers, questions and answers. The only file that imports NATS. */
import { setTimeout as delay } from 'node:timers/promises';
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import {
  AckPolicy,
  type ConsumerMessages,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import {
  connect,
  headers as createHeaders,
  type Msg,
  type NatsConnection,
  NoRespondersError,
} from '@nats-io/transport-node';
import type { Ask } from '@tessera/proto/api/asks';
import type { Failure } from '@tessera/proto/api/error';
import { readReply } from '@tessera/proto/api/wire';
import type { EventType } from '@tessera/proto/events/define';
import type { z } from 'zod';
import { AppError, kitErrors } from './errors.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { OutboxRow } from './outbox.ts';
import { withSpan } from './telemetry.ts';

/** What a handler is told about an event besides its message. */
export type EventFacts = { id: string; subject: string; time: Date; traceparent: string | undefined };

/** An event type with what to do about it. */
export type Subscription = {
  type: EventType;
  handle: (message: never, event: EventFacts) => Promise<unknown>;
};

/** Pairs an event type with its handler: `on(orderPaid, (message, event) => …)`. */
export const on = <Schema extends DescMessage>(
  type: EventType<Schema>,
  handle: (message: MessageShape<Schema>, event: EventFacts) => Promise<unknown>,
): Subscription => ({ type, handle: handle as Subscription['handle'] });

/** Thrown by a handler: no later try can succeed. The event is parked for someone to look at. */
export class HopelessEvent extends Error {
  override name = 'HopelessEvent';
}

export type ConsumerOptions = {
  /** The durable's name within the service; replicas share it. */
  name: string;
  on: Subscription[];
  /** How many events at once. 1 (the default) keeps their order. */
  concurrency?: number;
};

export type Stoppable = { stop: () => Promise<void> };

export type Bus = {
  /** Publishes an event; resolves when JetStream has stored it (a repeated id is stored once). */
  publish: (row: OutboxRow) => Promise<void>;
  /** Handles events durably, at least once each: done -> ack, failed -> later again, hopeless -> parked. */
  consume: (options: ConsumerOptions) => Promise<Stoppable>;
  /** Asks another service. Throws its failure, or ServiceUnavailable when nobody answers in time. */
  ask: <Q extends z.ZodType, A extends z.ZodType>(
    ask: Ask<Q, A>,
    question: z.input<Q>,
  ) => Promise<z.output<A>>;
  /** Answers questions, one replica each. */
  answer: <Q extends z.ZodType, A extends z.ZodType>(
    ask: Ask<Q, A>,
    handle: (question: z.output<Q>) => Promise<z.input<A>>,
  ) => Promise<void>;
  /** A note to whoever listens now; may be lost. */
  note: (subject: string, value: unknown) => void;
  /** Listens to notes; every replica hears each, or one of a queue does. Answers how to stop. */
  hear: (subject: string, handle: (value: unknown) => void, queue?: string) => Promise<() => void>;
  /** Asks everyone who listens and waits until no more answers come. Answers how many there were. */
  askAll: (subject: string, value: unknown) => Promise<number>;
  /** Listens to `askAll`. */
  heed: (subject: string, handle: (value: unknown) => void) => Promise<void>;
  /** A small replicated map for settings of the running system. */
  settings: {
    get: (key: string) => Promise<string | null>;
    put: (key: string, value: string) => Promise<void>;
  };
  /** Resolves when the server answers. */
  check: () => Promise<void>;
  /** Lets handlers finish, then closes. */
  close: () => Promise<void>;
};

const askMilliseconds = 3_000;
const mostTries = 15;

/** Connects to NATS, waiting for it if need be, and reconnects for ever. */
export const connectBus = async (options: {
  url: string;
  service: string;
  log: Logger;
  metrics: Metrics;
}): Promise<Bus> => {
  const { service, log } = options;
  const nc = await connect({
    servers: options.url.split(','),
    name: service,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    ignoreClusterUpdates: true,
  });
  void watchConnection(nc, log);
  const js = jetstream(nc, { timeout: 5_000 });
  const consumers: Stoppable[] = [];
  return {
    publish: async ({ id, subject, headers, body }) => {
      const h = createHeaders();
      for (const [name, value] of Object.entries(headers)) h.set(name, value);
      await publishOrCreate(nc, () => js.publish(subject, body, { msgID: id, headers: h }), subject);
    },
    consume: async (wanted) => {
      const consumer = await startConsumer(nc, { ...options, ...wanted });
      consumers.push(consumer);
      return consumer;
    },
    ...questions(nc, service, log),
    ...notes(nc),
    settings: {
      get: async (key) => (await (await new Kvm(nc).create('settings')).get(key))?.string() ?? null,
      put: async (key, value) => void (await (await new Kvm(nc).create('settings')).put(key, value)),
    },
    check: () => nc.flush(),
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await nc.drain();
    },
  };
};

const watchConnection = async (nc: NatsConnection, log: Logger): Promise<void> => {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') log.warn('bus disconnected');
    if (status.type === 'reconnect') log.info('bus reconnected');
  }
};

const streamOf = (subject: string): string => (subject.split('.')[0] ?? '').toUpperCase();

/** Makes a service's stream (`BILLING`) unless it is there: one a service, kept whole, so that its replay rebuilds every copy. */
export const ensureStream = async (nc: NatsConnection, name: string): Promise<void> => {
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({
    name,
    subjects: [`${name.toLowerCase()}.>`],
    duplicate_window: 5 * 60 * 1_000_000_000,
  });
};

/** The first event of a service finds no stream; it is made then, and the event goes out again. */
const publishOrCreate = async (
  nc: NatsConnection,
  publish: () => Promise<unknown>,
  subject: string,
): Promise<void> => {
  try {
    await publish();
  } catch (error) {
    if (
      !(error instanceof NoRespondersError) &&
      (error as Error).name !== 'JetStreamNotEnabled' &&
      !isMissing(error)
    )
      throw error;
    await ensureStream(nc, streamOf(subject));
    await publish();
  }
};

const isMissing = (error: unknown): boolean => /no responders|no stream|503/i.test((error as Error).message);

const startConsumer = async (
  nc: NatsConnection,
  options: ConsumerOptions & { service: string; log: Logger; metrics: Metrics },
): Promise<Stoppable> => {
  const byStream = Map.groupBy(options.on, ({ type }) => streamOf(type.subject));
  const parts = await Promise.all(
    [...byStream].map(async ([stream, subscriptions]) => {
      await ensureStream(nc, stream);
      const durable = `${options.service}-${options.name}`;
      const filter = subscriptions.map(({ type }) => type.subject);
      await ensureConsumer(nc, { stream, durable, filter, concurrency: options.concurrency ?? 1 });
      return runConsumer(nc, { ...options, on: subscriptions }, stream, durable);
    }),
  );
  return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
};

const ensureConsumer = async (
  nc: NatsConnection,
  wanted: { stream: string; durable: string; filter: string[]; concurrency: number },
): Promise<void> => {
  const { consumers } = await jetstreamManager(nc);
  const settings = {
    filter_subjects: wanted.filter,
    ack_wait: 30 * 1_000_000_000,
    // In order means: nothing else is handed out, to any replica, before the last one is settled.
    max_ack_pending: wanted.concurrency === 1 ? 1 : 1_000,
  };
  const present = await consumers.info(wanted.stream, wanted.durable).catch(() => null);
  if (present) await consumers.update(wanted.stream, wanted.durable, settings);
  else
    await consumers.add(wanted.stream, {
      durable_name: wanted.durable,
      ack_policy: AckPolicy.Explicit,
      ...settings,
    });
};

const runConsumer = async (
  nc: NatsConnection,
  options: ConsumerOptions & { log: Logger; metrics: Metrics },
  stream: string,
  durable: string,
): Promise<Stoppable> => {
  const handlers = new Map(options.on.map((subscription) => [subscription.type.subject, subscription]));
  const consumer = await jetstream(nc).consumers.get(stream, durable);
  const concurrency = options.concurrency ?? 1;
  const running = new Set<Promise<void>>();
  let isRunning = true;
  let messages: ConsumerMessages | undefined;
  const run = async (): Promise<void> => {
    while (isRunning) {
      try {
        messages = await consumer.consume({ max_messages: Math.max(concurrency * 2, 2) });
        for await (const message of messages) {
          const work = settle(nc, message, handlers.get(message.subject), { ...options, durable }).finally(
            () => running.delete(work),
          );
          running.add(work);
          if (running.size >= concurrency) await Promise.race(running);
        }
      } catch (error) {
        if (!isRunning) return;
        options.log.warn({ err: error, consumer: durable }, 'consumer interrupted, trying again');
        await delay(500);
      }
    }
  };
  const loop = run();
  return {
    stop: async () => {
      isRunning = false;
      await messages?.close();
      await loop;
      await Promise.all(running);
    },
  };
};

/** Brings one delivered event to its end: ack, again later, or parked. Never throws. */
const settle = async (
  nc: NatsConnection,
  message: JsMsg,
  subscription: Subscription | undefined,
  { durable, log, metrics }: { durable: string; log: Logger; metrics: Metrics },
): Promise<void> => {
  const event = factsOf(message);
  const outcome = (name: string) => metrics.consumed.inc({ consumer: durable, outcome: name });
  try {
    if (subscription) {
      const decoded = fromBinary(subscription.type.schema, message.data);
      await withSpan(`${durable} ${event.subject}`, { traceparent: event.traceparent }, () =>
        subscription.handle(decoded as never, event),
      );
    }
    message.ack();
    outcome('done');
    log.debug({ consumer: durable, eventId: event.id, subject: event.subject }, 'event handled');
  } catch (error) {
    const tries = message.info.deliveryCount;
    if (!(error instanceof HopelessEvent) && tries < mostTries) {
      message.nak(Math.min(250 * 2 ** tries, 60_000));
      outcome('again');
      log.warn(
        { err: error, consumer: durable, eventId: event.id, subject: event.subject, tries },
        'event handled again later',
      );
      return;
    }
    await park(nc, durable, message, error);
    message.term('parked');
    outcome('parked');
    log.error({ err: error, consumer: durable, eventId: event.id, subject: event.subject }, 'event parked');
  }
};

const factsOf = (message: JsMsg): EventFacts => ({
  id: message.headers?.get('ce-id') ?? '',
  subject: message.subject,
  time: new Date(message.headers?.get('ce-time') || message.info.timestampNanos / 1_000_000),
  traceparent: message.headers?.get('traceparent') || undefined,
});

/** Keeps a hopeless event, with its error, in the stream PARKED under `parked.<durable>`. */
const park = async (nc: NatsConnection, durable: string, message: JsMsg, error: unknown): Promise<void> => {
  const h = createHeaders();
  for (const [name, values] of message.headers ?? [])
    if (!name.startsWith('Nats-')) h.set(name, values[0] ?? '');
  h.set('parked-subject', message.subject);
  h.set('parked-error', (error as Error).message.replaceAll(/[\r\n]+/g, ' '));
  const subject = `parked.${durable}`;
  const id = `${durable}:${message.headers?.get('ce-id')}`;
  await publishOrCreate(
    nc,
    () => jetstream(nc).publish(subject, message.data, { headers: h, msgID: id }),
    subject,
  );
};

type Envelope = { ok?: unknown; failure?: Failure };

const questions = (nc: NatsConnection, service: string, log: Logger): Pick<Bus, 'ask' | 'answer'> => ({
  ask: async (ask, question) => {
    let message: Msg;
    try {
      message = await nc.request(ask.subject, JSON.stringify(question), { timeout: askMilliseconds });
    } catch (cause) {
      log.warn({ err: cause, subject: ask.subject }, 'nobody answered');
      throw kitErrors.ServiceUnavailable();
    }
    const { ok, failure } = message.json<Envelope>();
    if (failure) throw new AppError(failure);
    return ask.answer.parse(readReply(ask.answer, ok, 'camel'));
  },
  answer: async (ask, handle) => {
    const reply = async (message: Msg): Promise<void> => {
      try {
        const ok = await handle(ask.question.parse(message.json()));
        message.respond(JSON.stringify({ ok }));
      } catch (error) {
        if (!(error instanceof AppError))
          log.error({ err: error, subject: ask.subject }, 'question not answered');
        const { failure } = error instanceof AppError ? error : kitErrors.InternalServerError();
        message.respond(JSON.stringify({ failure }));
      }
    };
    nc.subscribe(ask.subject, { queue: service, callback: (_error, message) => void reply(message) });
    await nc.flush();
  },
});

const notes = (nc: NatsConnection): Pick<Bus, 'note' | 'hear' | 'askAll' | 'heed'> => ({
  note: (subject, value) => nc.publish(subject, JSON.stringify(value)),
  hear: async (subject, handle, queue) => {
    const subscription = nc.subscribe(subject, {
      ...(queue && { queue }),
      callback: (error, message) => {
        if (!error) handle(message.json());
      },
    });
    await nc.flush();
    return () => subscription.unsubscribe();
  },
  askAll: async (subject, value) => {
    let answers = 0;
    try {
      const settings = { strategy: 'stall', maxWait: 2_000, stall: 400 } as const;
      const replies = await nc.requestMany(subject, JSON.stringify(value), settings);
      for await (const reply of replies) answers += reply.data.length > 0 ? 1 : 0;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    return answers;
  },
  heed: async (subject, handle) => {
    nc.subscribe(subject, {
      callback: (_error, message) => {
        handle(message.json());
        message.respond('{}');
      },
    });
    await nc.flush();
  },
});
