/**
 * The message bus: events, durable consumers, request-reply, pings. Together with its parts (stream.ts, consumer.ts,
 * acknowledge.ts, parking.ts, replay.ts, questions.ts) the only code that depends on NATS.
 */
import { Kvm } from '@nats-io/kv';
import {
  type ConnectionOptions,
  connect,
  headers as createHeaders,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { Stoppable } from '../background/stoppable.ts';
import { within } from '../background/timeout.ts';
import { defaultRetentionDays } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { startConsumer } from './consumer.ts';
import type { OutboxRow } from './outbox-row.ts';
import { type Notes, notes, type Questions, questions } from './questions.ts';
import { serversAt } from './servers.ts';
import { createPublisher } from './stream.ts';
import type { ConsumerOptions } from './subscription.ts';

export {
  type ConsumerOptions,
  type EventFacts,
  HopelessEvent,
  on,
  type Subscription,
  TooEarly,
} from './subscription.ts';

export type Bus = Questions &
  Notes & {
    /** Publishes an event; resolves when JetStream has stored it (a repeated id is stored once). */
    publish: (row: OutboxRow) => Promise<void>;
    /** Handles events durably, at least once: success -> ack, failure -> redelivery, hopeless -> parked. */
    consume: (options: ConsumerOptions) => Promise<Stoppable>;
    /** A small replicated key-value store for settings of the running system. */
    settings: {
      get: (key: string) => Promise<string | null>;
      put: (key: string, value: string) => Promise<void>;
    };
    /** Days that streams keep their events. */
    retentionDays: number;
    /** The id of the server connected now or last. It changes with each start of the server. */
    serverId: () => string;
    /** Resolves when the server answers. */
    check: () => Promise<void>;
    /** Lets handlers finish, then closes. */
    close: () => Promise<void>;
  };

/** Shorter than the probe's timeout, so that an unresponsive bus is reported by name. */
const checkMilliseconds = 2_000;
const closeMilliseconds = 3_000;

/** Connects to NATS, waiting until it is reachable, and reconnects indefinitely. */
export const connectBus = async (options: {
  url: string;
  service: string;
  log: Logger;
  metrics: Metrics;
  /** Days that streams keep their events (option `events.retentionDays`). */
  retentionDays?: number;
}): Promise<Bus> => {
  const { service, log, retentionDays = defaultRetentionDays } = options;
  const nc = await connectPatiently(options);
  void watchConnection(nc, log);
  const publish = createPublisher(nc, retentionDays);
  const consumers: Stoppable[] = [];
  return {
    publish: async ({ id, subject, headers, body }) => {
      const h = createHeaders();
      for (const [name, value] of Object.entries(headers)) h.set(name, value);
      await publish({ id, subject, body, headers: h });
    },
    consume: async (wanted) => {
      const consumer = await startConsumer({ ...options, retentionDays, nc, publish }, wanted);
      consumers.push(consumer);
      return consumer;
    },
    ...questions(nc, service, log),
    ...notes(nc, log),
    settings: {
      get: async (key) => (await (await new Kvm(nc).create('settings')).get(key))?.string() ?? null,
      put: async (key, value) => void (await (await new Kvm(nc).create('settings')).put(key, value)),
    },
    retentionDays,
    serverId: () => nc.info?.server_id ?? '',
    check: () => within(checkMilliseconds, nc.flush(), 'the bus does not answer'),
    close: async () => {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      // Draining waits for the server; an unreachable one must not block the exit.
      await within(closeMilliseconds, nc.drain(), 'the bus did not drain').catch(() => nc.close());
    },
  };
};

/** A client that waits does not say what keeps it from connecting: another one tries once. */
const warnOfWait = async (servers: ConnectionOptions, log: Logger): Promise<void> => {
  try {
    const nc = await connect({ ...servers, reconnect: false, timeout: checkMilliseconds });
    await nc.close();
  } catch (err) {
    log.warn({ err }, 'waiting for the bus (NATS_URL)');
  }
};

const connectPatiently = async ({ url, service, log }: { url: string; service: string; log: Logger }) => {
  const servers = serversAt(url);
  const warning = setTimeout(() => void warnOfWait(servers, log), 2_000);
  try {
    return await connect({
      ...servers,
      name: service,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      waitOnFirstConnect: true,
      ignoreClusterUpdates: true,
      ignoreAuthErrorAbort: true,
      // They capture a stack per request and per pull, and errors name their subject without them.
      noAsyncTraces: true,
    });
  } finally {
    clearTimeout(warning);
  }
};

const watchConnection = async (nc: NatsConnection, log: Logger): Promise<void> => {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') log.warn('bus disconnected');
    if (status.type === 'reconnect') log.info('bus reconnected');
  }
};
