/** Size limits of events, and events built before they are emitted. */
import { emitRows, type outboxRow } from '@tessera/kit/events/outbox';
import { toWire } from '@tessera/proto/api/wire';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';

/** An event as an outbox row. */
export type OutboxEvent = ReturnType<typeof outboxRow>;

/** Writes events in order. As with `emit`, the relay is woken after the commit of `transact`. */
export const emitAll = (em: EntityManager, events: readonly OutboxEvent[]): Promise<void> =>
  emitRows(em, events);

/** Maximum bytes of a snapshot: the limit of events (kit/outbox), less room for their other fields. */
const maxBytes = 3_500_000;
const maxBytesOfCharacter = 3;

/**
 * A snapshot for an event, shortened with `inBrief` if it exceeds the size limit. Its data may have grown beyond
 * that, for example to a hundred products with long descriptions, and events of paid sales must be emitted all the
 * same.
 */
export const snapshotOf = <Shape extends z.ZodType>(
  shape: Shape,
  view: z.output<Shape>,
  inBrief: () => z.output<Shape>,
): string => {
  const whole = JSON.stringify(toWire(shape, view, 'snake'));
  return fitsEvent(whole) ? whole : JSON.stringify(toWire(shape, inBrief(), 'snake'));
};

/** Whether a snapshot is within the size limit of events. */
export const fitsEvent = (snapshot: string): boolean =>
  snapshot.length * maxBytesOfCharacter <= maxBytes || Buffer.byteLength(snapshot) <= maxBytes;
