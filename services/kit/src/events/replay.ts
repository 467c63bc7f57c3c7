/**
 * Replays a parked event: a replica of its service runs the handler as for a first delivery, and deletes the event
 * from the stream on success. Effects go through the inbox, so that a second replay changes nothing.
 */
import { type Msg, type NatsConnection, NoRespondersError } from '@nats-io/transport-node';
import type { Stoppable } from '../background/stoppable.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { handleEvent } from './acknowledge.ts';
import { discardParked, findParked, oneLine } from './parking.ts';
import type { Subscription } from './subscription.ts';

/** Handled and deleted from the stream; still parked, with the reason; or not there (any more). */
export type ReplayResult =
  | { outcome: 'handled' }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'gone' };

type ReplayParts = { nc: NatsConnection; durable: string; on: Subscription[]; log: Logger; metrics: Metrics };

/** Outside of every stream's subjects, like other request-reply subjects. */
const subjectOf = (consumer: string): string => `ask.parked.${consumer}`;

/** Longer than handlers take. A slower replay continues, and the list of parked events shows its result. */
const replayMilliseconds = 30_000;

/** Replays parked events of one consumer on request; each request goes to one replica. */
export const answerReplays = async (parts: ReplayParts): Promise<Stoppable> => {
  const running = new Set<Promise<void>>();
  const take = (message: Msg): void => {
    const reply = replyTo(parts, message).finally(() => running.delete(reply));
    running.add(reply);
  };
  const subscription = parts.nc.subscribe(subjectOf(parts.durable), {
    queue: parts.durable,
    callback: (error, message) => {
      if (!error) take(message);
    },
  });
  await parts.nc.flush();
  return {
    stop: async () => {
      subscription.unsubscribe();
      await Promise.all(running);
    },
  };
};

const replyTo = async (parts: ReplayParts, message: Msg): Promise<void> => {
  const result = await handleParked(parts, message).catch(
    (error: unknown): ReplayResult => ({ outcome: 'failed', reason: oneLine((error as Error).message) }),
  );
  try {
    message.respond(JSON.stringify(result));
  } catch (error) {
    parts.log.warn({ err: error, consumer: parts.durable }, 'answer lost');
  }
};

const handleParked = async (parts: ReplayParts, message: Msg): Promise<ReplayResult> => {
  const { nc, durable, log, metrics } = parts;
  const { number } = message.json<{ number: number }>();
  const found = await findParked(nc, number);
  if (found?.parked.consumer !== durable) return { outcome: 'gone' };
  const { parked, data } = found;
  const facts = { consumer: durable, eventId: parked.id, subject: parked.type, number };
  const { id, time, traceparent, actor } = parked;
  const event = { id, subject: parked.type, time, traceparent, actor };
  const subscription = parts.on.find(({ type }) => type.subject === parked.type);
  try {
    await handleEvent(durable, subscription, { event, data });
  } catch (error) {
    log.warn({ err: error, ...facts }, 'parked event failed again');
    return { outcome: 'failed', reason: oneLine((error as Error).message) };
  }
  await discardParked(nc, number);
  metrics.consumed.inc({ consumer: durable, outcome: 'replayed' });
  log.info(facts, 'parked event handled');
  return { outcome: 'handled' };
};

/** Asks a service to replay a parked event. Throws if no running service has that consumer. */
export const replayParked = async (
  nc: NatsConnection,
  { consumer, number }: { consumer: string; number: number },
): Promise<ReplayResult> => {
  try {
    const question = JSON.stringify({ number });
    const reply = await nc.request(subjectOf(consumer), question, { timeout: replayMilliseconds });
    return reply.json<ReplayResult>();
  } catch (cause) {
    if (!isUnanswered(cause)) throw cause;
    throw new Error(`no service that runs has the consumer ${consumer}`, { cause });
  }
};

const isUnanswered = (error: unknown): boolean =>
  error instanceof NoRespondersError || (error as Error).cause instanceof NoRespondersError;
