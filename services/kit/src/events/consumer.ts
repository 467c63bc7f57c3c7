/** Durable consumers: every event of their types is eventually settled, even if processes or servers crash. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Stoppable } from '../background/stoppable.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { handleAndAcknowledge, type Publish } from './acknowledge.ts';
import { parkedStream } from './parking.ts';
import { answerReplays } from './replay.ts';
import { ensureStream, streamOf } from './stream.ts';
import type { ConsumerOptions } from './subscription.ts';

/** The dependencies of a consumer. */
export type ConsumerParts = {
  nc: NatsConnection;
  publish: Publish;
  service: string;
  /** Days that streams keep their events. */
  retentionDays: number;
  log: Logger;
  metrics: Metrics;
};

/** Milliseconds without an ack or `working` signal until redelivery; running handlers send that signal. */
const ackWait = 10_000;
const pullMilliseconds = 30_000;

/** Starts one durable per stream of the wanted types, shared by all replicas, and serves replays of parked events. */
export const startConsumer = async (parts: ConsumerParts, options: ConsumerOptions): Promise<Stoppable> => {
  await ensureStream(parts.nc, parkedStream, parts.retentionDays);
  const byStream = Map.groupBy(options.on, ({ type }) => streamOf(type.subject));
  const running = await Promise.all(
    [...byStream].map(([stream, on]) => runDurable(parts, stream, { ...options, on })),
  );
  running.push(
    await answerReplays({ ...parts, durable: `${parts.service}-${options.name}`, on: options.on }),
  );
  return { stop: async () => void (await Promise.all(running.map((part) => part.stop()))) };
};

/** Milliseconds by which this clock and the server's may differ. */
const clockMargin = 60_000;

/**
 * The start position of a new durable. A durable that this process has used before was lost with the server's data,
 * or was deleted: its replacement starts from when it was last known, so that no event is missed; the inbox drops
 * duplicates.
 */
const beginning = (begin: ConsumerOptions['begin'], knownAt: number | null) => {
  if (begin === 'with the stream') return { deliver_policy: DeliverPolicy.All };
  if (knownAt === null) return { deliver_policy: DeliverPolicy.New };
  const opt_start_time = new Date(knownAt - clockMargin).toISOString();
  return { deliver_policy: DeliverPolicy.StartTime, opt_start_time };
};

/**
 * Creates stream and durable, and returns the durable. An existing one keeps its position. Only a process that starts
 * changes its settings: an older replica that merely opens it again would withhold the event types that only a newer
 * one knows. `knownAt`: when this process last used it (milliseconds); null: never.
 */
const openDurable = async (
  { nc, service, retentionDays }: ConsumerParts,
  stream: string,
  { knownAt, ...options }: ConsumerOptions & { knownAt: number | null },
): Promise<Consumer> => {
  await ensureStream(nc, stream, retentionDays);
  const { consumers } = await jetstreamManager(nc);
  const name = `${service}-${options.name}`;
  const settings = {
    filter_subjects: options.on.map(({ type }) => type.subject),
    ack_wait: ackWait * 1_000_000,
    // Ordered: no further event is delivered to any replica before the last one is settled.
    max_ack_pending: (options.concurrency ?? 1) === 1 ? 1 : 1_000,
  };
  const present = await consumers.info(stream, name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return null;
    throw error;
  });
  if (present && knownAt === null) await consumers.update(stream, name, settings);
  if (!present)
    await consumers.add(stream, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      ...settings,
      ...beginning(options.begin, knownAt),
    });
  return jetstream(nc).consumers.get(stream, name);
};

/**
 * Handles events concurrently, up to `concurrency`. Fetches only as many as there are free slots: others wait at the
 * server, where another replica can take them and no ack deadline runs.
 */
const runDurable = async (
  parts: ConsumerParts,
  stream: string,
  options: ConsumerOptions,
): Promise<Stoppable> => {
  const { log } = parts;
  const durable = `${parts.service}-${options.name}`;
  const handle = handleAndAcknowledge({ ...parts, durable, on: options.on, heartbeat: ackWait / 3 });
  const concurrency = options.concurrency ?? 1;
  const slots = createSlots(concurrency);
  const stopping = new AbortController();
  let consumer = await openDurable(parts, stream, { ...options, knownAt: null });
  let knownAt = Date.now();
  let open: ConsumerMessages | undefined;
  /** Reopens the consumer. Stream and durable may be lost with the server's data; then they are created again. */
  const repair = async (cause: unknown): Promise<void> => {
    log.warn({ err: cause, consumer: durable }, 'consumer interrupted, trying again');
    await delay(250, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return;
    consumer = await openDurable(parts, stream, { ...options, knownAt }).catch((error: unknown) => {
      log.warn({ err: error, consumer: durable }, 'consumer could not be opened');
      return consumer;
    });
  };
  const pull = async (): Promise<void> => {
    const free = await slots.free();
    if (stopping.signal.aborted) return;
    // Ordered consumers have at most one unsettled message: the server holds back the rest of the pull by itself.
    const max_messages = concurrency === 1 ? 100 : free;
    open = await consumer.fetch({ max_messages, expires: pullMilliseconds });
    // Not awaited: a fetch is closed by being read to its end.
    if (stopping.signal.aborted) void open.close();
    for await (const message of open) {
      if (stopping.signal.aborted) giveBack(message);
      else if (concurrency === 1) await handle(message);
      else slots.take(handle(message));
    }
    knownAt = Date.now();
  };
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) await pull().catch(repair);
    await slots.empty();
  };
  const working = work();
  return {
    stop: async () => {
      stopping.abort();
      void open?.close();
      await working;
    },
  };
};

/** Limits concurrent handlers to `count`. */
const createSlots = (count: number) => {
  const taken = new Set<Promise<void>>();
  return {
    /** Waits for a free slot and returns the number of free ones. */
    free: async (): Promise<number> => {
      while (taken.size >= count) await Promise.race(taken);
      return count - taken.size;
    },
    take: (handler: Promise<void>): void => {
      const slot = handler.finally(() => taken.delete(slot));
      taken.add(slot);
    },
    empty: async (): Promise<void> => void (await Promise.all(taken)),
  };
};

/** Makes the event available to other replicas and the next process immediately. */
const giveBack = (message: JsMsg): void => {
  try {
    message.nak();
  } catch {
    // Not connected: the server redelivers it anyway.
  }
};
