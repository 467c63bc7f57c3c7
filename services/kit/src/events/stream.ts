/** JetStream streams: one per service, created by whichever process needs it first. */
import { type ApiError, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import {
  createInbox,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  NoRespondersError,
  TimeoutError,
} from '@nats-io/transport-node';

/** `billing.order.paid` -> `BILLING`: the stream of a subject. */
export const streamOf = (subject: string): string => (subject.split('.')[0] ?? '').toUpperCase();

const takenName = 10_058;

const second = 1_000_000_000;
const day = 86_400 * second;

/**
 * Creates a service's stream, or updates the retention of an existing one. Copies that need older events ask the
 * owner for the state. Without `retentionDays` an existing stream is left unchanged.
 */
export const ensureStream = async (
  nc: NatsConnection,
  name: string,
  retentionDays?: number,
): Promise<void> => {
  const jsm = await jetstreamManager(nc);
  const max_age = retentionDays === undefined ? 0 : retentionDays * day;
  const subjects = [`${name.toLowerCase()}.>`];
  try {
    await jsm.streams.add({ name, subjects, duplicate_window: 5 * 60 * second, max_age });
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== takenName) throw error;
    // It exists with other settings: keep those of an operator (replicas, placement).
    if (retentionDays === undefined) return;
    const { config } = await jsm.streams.info(name);
    if (config.max_age !== max_age) await jsm.streams.update(name, { max_age });
  }
};

export type Publication = { subject: string; body: Uint8Array; id: string; headers: MsgHdrs };

/** Returns a function that publishes to JetStream and creates a missing stream, once for concurrent calls. */
export const createPublisher = (
  nc: NatsConnection,
  retentionDays: number,
): ((publication: Publication) => Promise<void>) => {
  const publish = createConfirmed(nc);
  const making = new Map<string, Promise<void>>();
  const make = (stream: string): Promise<void> => {
    const present =
      making.get(stream) ?? ensureStream(nc, stream, retentionDays).finally(() => making.delete(stream));
    making.set(stream, present);
    return present;
  };
  return async (publication) => {
    try {
      await publish(publication);
    } catch (error) {
      // No listener on the subject: its stream does not exist.
      if (!(error instanceof NoRespondersError)) throw error;
      await make(streamOf(publication.subject));
      await publish(publication);
    }
  };
};

type Waiting = { resolve: () => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

const confirmMilliseconds = 5_000;

/**
 * Publishes and waits for the stream's confirmation. The client library's `publish` creates a request with an error
 * object per event, at several times the cost of sending it.
 */
const createConfirmed = (nc: NatsConnection): ((publication: Publication) => Promise<void>) => {
  const inbox = createInbox();
  const waiting = new Map<string, Waiting>();
  const take = (token: string): Waiting | undefined => {
    const one = waiting.get(token);
    waiting.delete(token);
    clearTimeout(one?.timer);
    return one;
  };
  nc.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      if (error) return;
      const one = take(message.subject.slice(inbox.length + 1));
      const refusal = one && refusalIn(message);
      if (refusal) one.reject(refusal);
      else one?.resolve();
    },
  });
  let count = 0;
  return ({ subject, body, id, headers }) =>
    new Promise<void>((resolve, reject) => {
      count += 1;
      const token = count.toString(36);
      const timer = setTimeout(() => take(token)?.reject(new TimeoutError()), confirmMilliseconds);
      waiting.set(token, { resolve, reject, timer });
      headers.set('Nats-Msg-Id', id);
      try {
        nc.publish(subject, body, { headers, reply: `${inbox}.${token}` });
      } catch (error) {
        take(token)?.reject(error as Error);
      }
    });
};

/** Whether the bus did not answer: the event may or may not be stored. */
export const isUnanswered = (error: unknown): boolean => error instanceof TimeoutError;

const noResponders = 503;

/** Returns why an event was rejected; undefined: it was stored, or is a duplicate. */
const refusalIn = (message: Msg): Error | undefined => {
  if (message.headers?.code === noResponders) return new NoRespondersError(message.subject);
  const { stream, error } = message.json<{ stream?: string; error?: ApiError }>();
  if (error) return new JetStreamApiError(error);
  return stream ? undefined : new Error('no answer of a stream');
};
