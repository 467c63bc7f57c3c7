/** Records the events on the bus, so that tests can wait for them. */
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type Msg } from '@nats-io/transport-node';
import type { EventType } from '@tessera/proto/events/define';
import { ensureStream } from '../src/events/stream.ts';
import { eventually } from './eventually.ts';

export type WatchedEvents = {
  /** Resolves with the first event of this type that fits; rejects after 30 seconds. */
  next: <Schema extends DescMessage>(
    type: EventType<Schema>,
    fits?: (message: MessageShape<Schema>) => boolean,
  ) => Promise<MessageShape<Schema>>;
  /** All events of this type so far, decoded. */
  all: <Schema extends DescMessage>(type: EventType<Schema>) => MessageShape<Schema>[];
  /** The subjects of all events so far, in order. */
  subjects: () => string[];
  /** The bus subjects of the events about these objects so far, in order. */
  about: (...ids: string[]) => string[];
  /** The decoded messages of these types so far, in order. */
  of: (types: readonly EventType[]) => { type: EventType; message: Record<string, unknown> }[];
  /** Purges a stream, as its retention does. */
  emptyStream: (name: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Subscribes to the events of the four services. */
export const watchEvents = async (url: string): Promise<WatchedEvents> => {
  const nc = await connect({ servers: url });
  const seen: Msg[] = [];
  for (const service of ['identity', 'organization', 'billing', 'webhook']) {
    // Create the stream first: publishers detect a missing one by the lack of responders, which we would hide.
    await ensureStream(nc, service.toUpperCase());
    nc.subscribe(`${service}.>`, { callback: (_error, message) => void seen.push(message) });
  }
  await nc.flush();
  const all: WatchedEvents['all'] = (type) =>
    seen.filter(({ subject }) => subject === type.subject).map(({ data }) => fromBinary(type.schema, data));
  return {
    all,
    next: (type, fits = () => true) =>
      eventually(() => {
        const found = all(type).find(fits);
        if (!found)
          throw new Error(`no ${type.subject} yet; seen: ${seen.map(({ subject }) => subject).join(', ')}`);
        return found;
      }),
    subjects: () => seen.map(({ subject }) => subject),
    about: (...ids) =>
      seen
        .filter(({ headers }) => ids.includes(headers?.get('ce-subject') ?? ''))
        .map(({ subject }) => subject),
    of: (types) =>
      seen.flatMap(({ subject, data }) => {
        const type = types.find((one) => one.subject === subject);
        return type ? [{ type, message: fromBinary(type.schema, data) as Record<string, unknown> }] : [];
      }),
    emptyStream: async (name) => void (await (await jetstreamManager(nc)).streams.purge(name)),
    stop: () => nc.close(),
  };
};
