/** Events of a hot path: all that a transaction tells, made before they are emitted. */
import { emitRows, type outboxRow } from '@tessera/kit/outbox';
import type { EntityManager } from 'typeorm';

/** An event as it will lie in the outbox. */
export type OutboxEvent = ReturnType<typeof outboxRow>;

/** Writes events in their order. As with `emit`, the relay is woken after the commit of `transact`. */
export const emitAll = (em: EntityManager, events: readonly OutboxEvent[]): Promise<void> =>
  emitRows(em, events);
