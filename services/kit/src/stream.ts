/** JetStream's streams: one a service, made by whoever needs it first. */
import { type ApiError, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import {
  createInbox,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  NoRespondersError,
  TimeoutError,
} from '@nats-io/transport-node';

/** `billing.order.paid` -> `BILLING`: the stream that keeps a subject. */
export const streamOf = (subject: string): string => (subject.split('.')[0] ?? '').toUpperCase();

const takenName = 10_058;

const second = 1_000_000_000;
const day = 86_400 * second;

/**
 * One stream a service. It keeps its events for so many days, one that exists as well; what copies need of older ones
 * they ask the owner for. Without `retentionDays` a stream that exists is left as it is.
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
    // It exists with other settings: an operator's (replicas, placement) are to be kept.
    if (retentionDays === undefined) return;
    const { config } = await jsm.streams.info(name);
    if (config.max_age !== max_age) await jsm.streams.update(name, { max_age });
  }
};

export type Publication = { subject: string; body: Uint8Array; id: string; headers: MsgHdrs };

/** Publishes into JetStream; a stream that is missing is made, once for all that miss it at the same time. */
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
      // Nobody listens on the subject: there is no stream for it.
      if (!(error instanceof NoRespondersError)) throw error;
      await make(streamOf(publication.subject));
      await publish(publication);
    }
  };
};

type Waiting = { resolve: () => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

const confirmMilliseconds = 5_000;

/**
 * Publishes and waits for the word of the stream. The client's own way makes a request of each event, with an error for
 * when it would be canceled: several times what it costs to send one.
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

/** Whether the bus gave no answer to an event: it may have it or not. */
export const isUnanswered = (error: unknown): boolean => error instanceof TimeoutError;

const noResponders = 503;

/** Why an event was not taken; undefined: it was, be it for the second time. */
const refusalIn = (message: Msg): Error | undefined => {
  if (message.headers?.code === noResponders) return new NoRespondersError(message.subject);
  const { stream, error } = message.json<{ stream?: string; error?: ApiError }>();
  if (error) return new JetStreamApiError(error);
  return stream ? undefined : new Error('no answer of a stream');
};
