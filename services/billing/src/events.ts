/** Events: what they may hold, and those of a transaction, made before they are emitted. */
import { emitRows, type outboxRow } from '@tessera/kit/outbox';
import { toWire } from '@tessera/proto/api/wire';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';

/** An event as it will lie in the outbox. */
export type OutboxEvent = ReturnType<typeof outboxRow>;

/** Writes events in their order. As with `emit`, the relay is woken after the commit of `transact`. */
export const emitAll = (em: EntityManager, events: readonly OutboxEvent[]): Promise<void> =>
  emitRows(em, events);

/** What an event holds (kit/outbox), with room for what else it tells. Bytes. */
const mostBytes = 3_500_000;
const mostBytesOfCharacter = 3;

/**
 * A snapshot as partners are told it. What it shows may have grown since anybody was asked, to a hundred products of long
 * descriptions, and what is paid for has to be told: beyond what an event holds it is told `inBrief`.
 */
export const snapshotOf = <Shape extends z.ZodType>(
  shape: Shape,
  view: z.output<Shape>,
  inBrief: () => z.output<Shape>,
): string => {
  const whole = JSON.stringify(toWire(shape, view, 'snake'));
  return fitsEvent(whole) ? whole : JSON.stringify(toWire(shape, inBrief(), 'snake'));
};

/** Whether a snapshot can be told. */
export const fitsEvent = (snapshot: string): boolean =>
  snapshot.length * mostBytesOfCharacter <= mostBytes || Buffer.byteLength(snapshot) <= mostBytes;
