/** Events of a hot path: all that a transaction tells in one statement. */
import { outboxRow } from '@tessera/kit/outbox';
import type { EntityManager } from 'typeorm';

/** An event as it will lie in the outbox. */
export type OutboxEvent = ReturnType<typeof outboxRow>;

/** Writes events in their order. As with `emit`, the relay is woken after the commit of `transact`. */
export const emitAll = async (em: EntityManager, events: OutboxEvent[]): Promise<void> => {
  const runner = em.queryRunner;
  if (!runner?.isTransactionActive) throw new Error('events need a transaction');
  runner.data['emitted'] = true;
  await em.query(
    `INSERT INTO outbox (id, subject, headers, body)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::jsonb[], $4::bytea[])`,
    [
      events.map(({ id }) => id),
      events.map(({ subject }) => subject),
      events.map(({ headers }) => JSON.stringify(headers)),
      events.map(({ body }) => body),
    ],
  );
};
