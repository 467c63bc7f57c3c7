/** Consumer definitions: event types with their handlers, and the errors that park or postpone an event. */
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { EventType } from '@tessera/proto/events/define';

/** Metadata of an event, passed to its handler with the message. */
export type EventFacts = {
  id: string;
  subject: string;
  time: Date;
  traceparent: string | undefined;
  /** The actor who caused it (`../actor.ts`). */
  actor: string | undefined;
};

/** An event type with its handler. */
export type Subscription = {
  type: EventType;
  handle: (message: never, event: EventFacts) => Promise<unknown>;
};

/** Pairs an event type with its handler: `on(orderPaid, (message, event) => …)`. */
export const on = <Schema extends DescMessage>(
  type: EventType<Schema>,
  handle: (message: MessageShape<Schema>, event: EventFacts) => Promise<unknown>,
): Subscription => ({ type, handle: handle as Subscription['handle'] });

/** Thrown by a handler when no retry can succeed. The event is parked for manual inspection. */
export class HopelessEvent extends Error {
  override name = 'HopelessEvent';
}

/** Thrown by a handler that must wait for another one's result: no failure, redelivered after a back-off. */
export class TooEarly extends Error {
  override name = 'TooEarly';
}

export type ConsumerOptions = {
  /** The durable's name within the service; replicas share it. */
  name: string;
  /**
   * The start position of a new durable. Copies of other services' data begin with the stream, so that they are
   * complete; idempotent work may, too. Effects (mails, deliveries, grants) begin now: a consumer that is deployed or
   * renamed years later must not repeat them for all past events.
   */
  begin: 'with the stream' | 'now';
  on: Subscription[];
  /** Maximum concurrent events. 1 (the default) preserves their order. */
  concurrency?: number;
};
