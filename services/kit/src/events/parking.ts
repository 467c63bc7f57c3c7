/**
 * The dead letters: the stream PARKED keeps events that a consumer gave up on, under `parked.<consumer>`, with
 * headers, subject and error. They stay until they are replayed (replay.ts) or discarded.
 */
import {
  type ConsumerMessages,
  JetStreamApiError,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type StoredMsg,
} from '@nats-io/jetstream';
import { headers as createHeaders, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { ensureStream, type Publication } from './stream.ts';

export const parkedStream = 'PARKED';
const prefix = 'parked.';

/** A parked event is identified by its number in the stream; the consumer is `<service>-<name>`. */
export type ParkedEvent = {
  number: number;
  consumer: string;
  /** The event's original subject, such as `billing.order.paid`. */
  type: string;
  /** The event's own id and time. */
  id: string;
  time: Date;
  traceparent: string | undefined;
  actor: string | undefined;
  parkedAt: Date;
  reason: string;
};

/** Parks an event that its consumer gave up on. Idempotent per delivery. */
export const park = (
  { publish, durable }: { publish: (publication: Publication) => Promise<void>; durable: string },
  message: JsMsg,
  error: unknown,
): Promise<void> => {
  const headers = createHeaders();
  for (const [name, values] of message.headers ?? [])
    if (!name.startsWith('Nats-')) headers.set(name, values[0] ?? '');
  headers.set('parked-subject', message.subject);
  headers.set('parked-error', oneLine((error as Error).message));
  return publish({
    subject: `${prefix}${durable}`,
    body: message.data,
    headers,
    id: `${durable}:${message.info.stream}:${message.info.streamSequence}`,
  });
};

/** Replaces line breaks, so that a reason fits in a header and a line of a list. */
export const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

const readParked = (
  subject: string,
  headers: MsgHdrs | undefined,
  { number, parkedAt }: { number: number; parkedAt: Date },
): ParkedEvent => ({
  number,
  consumer: subject.slice(prefix.length),
  type: headers?.get('parked-subject') ?? '',
  id: headers?.get('ce-id') ?? '',
  time: new Date(headers?.get('ce-time') || parkedAt),
  traceparent: headers?.get('traceparent') || undefined,
  actor: headers?.get('ce-actor') || undefined,
  parkedAt,
  reason: headers?.get('parked-error') ?? '',
});

/** Returns a parked event with its message, or null if it does not exist (any more). */
export const findParked = async (
  nc: NatsConnection,
  number: number,
): Promise<{ parked: ParkedEvent; data: Uint8Array } | null> => {
  const message = await getStored(nc, number);
  if (!message) return null;
  const parked = readParked(message.subject, message.header, { number, parkedAt: message.time });
  return { parked, data: message.data };
};

const messageNotFound = 10_037;
const streamNotFound = 10_059;

const getStored = async (nc: NatsConnection, number: number): Promise<StoredMsg | null> => {
  try {
    const { streams } = await jetstreamManager(nc);
    return await streams.getMessage(parkedStream, { seq: number });
  } catch (error) {
    if (isApiError(error, messageNotFound, streamNotFound)) return null;
    throw error;
  }
};

const isApiError = (error: unknown, ...codes: number[]): boolean =>
  error instanceof JetStreamApiError && codes.includes(error.code);

/** Yields the parked events of one consumer or of all, oldest first. */
export async function* listParked(nc: NatsConnection, consumer?: string): AsyncGenerator<ParkedEvent> {
  await ensureStream(nc, parkedStream);
  const reader = await jetstream(nc).consumers.get(parkedStream, {
    filter_subjects: `${prefix}${consumer ?? '>'}`,
    headers_only: true,
  });
  let waiting = (await reader.info()).num_pending;
  while (waiting > 0) {
    const batch: ConsumerMessages = await reader.fetch({
      max_messages: Math.min(waiting, 200),
      expires: 5_000,
    });
    let received = 0;
    for await (const { subject, headers, info } of batch) {
      received += 1;
      const parkedAt = new Date(info.timestampNanos / 1_000_000);
      yield readParked(subject, headers, { number: info.streamSequence, parkedAt });
    }
    // If some were deleted in the meantime, fewer messages arrive than expected.
    waiting = received === 0 ? 0 : waiting - received;
  }
}

/** Deletes a parked event for good. Returns false if it does not exist (any more). */
export const discardParked = async (nc: NatsConnection, number: number): Promise<boolean> => {
  // For an empty stream the server does not report a missing message but the end of its store, so check first.
  if ((await getStored(nc, number)) === null) return false;
  try {
    const { streams } = await jetstreamManager(nc);
    return await streams.deleteMessage(parkedStream, number);
  } catch (error) {
    if (isApiError(error, messageNotFound, streamNotFound, sequenceNotFound)) return false;
    throw error;
  }
};

const sequenceNotFound = 10_043;
