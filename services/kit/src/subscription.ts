/** What a consumer is made of: event types, what to do about each, and how its handlers say that an event is hopeless. */
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { EventType } from '@tessera/proto/events/define';

/** What a handler is told about an event besides its message. */
export type EventFacts = {
  id: string;
  subject: string;
  time: Date;
  traceparent: string | undefined;
  /** In whose name it came about (`actor.ts`). */
  actor: string | undefined;
};

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

/** Thrown by a handler that waits for what another one does: nothing failed, and the event comes again a little later. */
export class TooEarly extends Error {
  override name = 'TooEarly';
}

export type ConsumerOptions = {
  /** The durable's name within the service; replicas share it. */
  name: string;
  /**
   * Where a durable that is new begins. Copies of what others own begin with the stream, so that they hold all that it
   * tells; so may work that comes to the same however often it is done. Effects (mails, deliveries, grants) begin now:
   * a consumer that is deployed or renamed years later must not do them again for all that has ever happened.
   */
  begin: 'with the stream' | 'now';
  on: Subscription[];
  /** How many events at once. 1 (the default) keeps their order. */
  concurrency?: number;
};

/** A part that runs until it is stopped. */
export type Stoppable = { stop: () => Promise<void> };
