/** Settles a delivered event: acknowledges it, asks for redelivery, or parks it. */
import { fromBinary } from '@bufbuild/protobuf';
import type { JsMsg } from '@nats-io/jetstream';
import { SpanKind } from '@opentelemetry/api';
import { backoff } from '../background/backoff.ts';
import { isOutage } from '../database/outage.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { withSpan } from '../observability/telemetry.ts';
import { park } from './parking.ts';
import type { Publication } from './stream.ts';
import { type EventFacts, HopelessEvent, type Subscription, TooEarly } from './subscription.ts';

export type Publish = (publication: Publication) => Promise<void>;

export type SettleParts = {
  durable: string;
  on: Subscription[];
  publish: Publish;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds between the `working` signals of a running handler. */
  heartbeat: number;
};

const maxTries = 15;
const pauses = { first: 500, most: 60_000 };
const outagePause = 10_000;

/** Returns the function that handles and settles one delivered event. That function never throws. */
export const handleAndAcknowledge = (parts: SettleParts): ((message: JsMsg) => Promise<void>) => {
  const handlers = new Map(parts.on.map((subscription) => [subscription.type.subject, subscription]));
  return async (message) => {
    const event = factsOf(message);
    const facts = { consumer: parts.durable, eventId: event.id, subject: event.subject };
    const heartbeat = setInterval(() => attempt(() => message.working()), parts.heartbeat);
    try {
      await handleEvent(parts.durable, handlers.get(message.subject), { event, data: message.data });
      attempt(() => message.ack());
      parts.metrics.consumed.inc({ consumer: parts.durable, outcome: 'done' });
      parts.log.debug(facts, 'event handled');
    } catch (error) {
      await endFailed(parts, message, { error, facts });
    } finally {
      clearInterval(heartbeat);
    }
  };
};

/** Runs an event's handler. Throws HopelessEvent when the event cannot be read. */
export const handleEvent = async (
  durable: string,
  subscription: Subscription | undefined,
  { event, data }: { event: EventFacts; data: Uint8Array },
): Promise<void> => {
  // While replicas of two versions share a durable, the older one also receives event types that only the newer one
  // knows.
  if (!subscription) throw new Error(`no handler for ${event.subject} in this version`);
  if (!uuid.test(event.id)) throw new HopelessEvent('the event has no id');
  const decoded = decode(subscription, data);
  const { traceparent } = event;
  await withSpan(`${durable} ${event.subject}`, { traceparent, kind: SpanKind.CONSUMER }, () =>
    subscription.handle(decoded as never, event),
  );
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const decode = ({ type }: Subscription, data: Uint8Array) => {
  try {
    return fromBinary(type.schema, data);
  } catch (cause) {
    throw new HopelessEvent(`the body is no ${type.schema.typeName}`, { cause });
  }
};

/** Outages pass, so events that failed because of one are retried indefinitely and never parked. */
const endFailed = async (
  parts: SettleParts,
  message: JsMsg,
  { error, facts }: { error: unknown; facts: Record<string, string> },
): Promise<void> => {
  const { durable, log, metrics } = parts;
  const tries = message.info.deliveryCount;
  const again = (cause: unknown, pause: number): void => {
    attempt(() => message.nak(pause));
    metrics.consumed.inc({ consumer: durable, outcome: 'again' });
    if (cause instanceof TooEarly) log.debug({ ...facts, tries }, 'event handled again later');
    else log.warn({ err: cause, ...facts, tries }, 'event handled again later');
  };
  const pause = backoff(tries, pauses);
  if (error instanceof TooEarly) return again(error, pause);
  if (isOutage(error)) return again(error, Math.min(pause, outagePause));
  if (!(error instanceof HopelessEvent) && tries < maxTries) return again(error, pause);
  try {
    await park(parts, message, error);
  } catch (cause) {
    return again(cause, pause);
  }
  attempt(() => message.term('parked'));
  metrics.consumed.inc({ consumer: durable, outcome: 'parked' });
  log.error({ err: error, ...facts }, 'event parked');
};

/** Sends an acknowledgement. If it is lost with the connection, the server redelivers the event. */
const attempt = (answer: () => void): void => {
  try {
    answer();
  } catch {
    // Not connected: there is no server to acknowledge to.
  }
};

const factsOf = (message: JsMsg): EventFacts => ({
  id: message.headers?.get('ce-id') ?? '',
  subject: message.subject,
  time: new Date(message.headers?.get('ce-time') || message.info.timestampNanos / 1_000_000),
  traceparent: message.headers?.get('traceparent') || undefined,
  actor: message.headers?.get('ce-actor') || undefined,
});
