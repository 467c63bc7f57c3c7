/**
 * `customer.state_changed`, once for a burst of changes: a change leaves a mark in its own transaction, and about a
 * second after the first mark the state is told as it is then.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Stoppable } from '@tessera/kit/bus';
import { hasBacklog, outboxRow, transact } from '@tessera/kit/outbox';
import { CustomerState } from '@tessera/proto/api/billing/customer';
import { toWire } from '@tessera/proto/api/wire';
import { customerStateChanged } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { emitAll } from '../events.ts';
import { viewStates } from './state.ts';

const settleMilliseconds = 1_000;
const pollMilliseconds = 250;
const batch = 100;

/** Works off the marks, on one replica at a time. */
export const startStateChanges = async (billing: Pick<Billing, 'db' | 'log'>): Promise<Stoppable> => {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const started = performance.now();
      const told = (await hasBacklog(billing.db).catch(() => true))
        ? 0
        : await tellStates(billing, settleMilliseconds).catch((error: unknown) => {
            billing.log.warn({ err: error }, 'customer states wait: they could not be told');
            return 0;
          });
      // A burst leaves half of the process to requests.
      const rest = told < batch ? pollMilliseconds : performance.now() - started;
      await delay(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const loop = run();
  return {
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
};

/** Tells the states of customers whose first mark is old enough. Answers how many. */
export const tellStates = ({ db }: Pick<Billing, 'db'>, settledForMilliseconds: number): Promise<number> =>
  transact(db, async (em) => {
    // Two replicas at once could tell an older state after a newer one.
    const [lock] = (await em.query(
      `SELECT pg_try_advisory_xact_lock(hashtext('customer-state-changes')) AS taken`,
    )) as { taken: boolean }[];
    if (!lock?.taken) return 0;
    const ids = await takeMarks(em, settledForMilliseconds);
    const customers = await findCustomersByIds(em, ids);
    const states = await viewStates(em, customers);
    await emitAll(
      em,
      states.map((state) =>
        outboxRow(customerStateChanged, {
          customerId: state.id,
          organizationId: state.organizationId,
          snapshot: JSON.stringify(toWire(CustomerState, state, 'snake')),
        }),
      ),
    );
    return ids.length;
  });

/** Marks that become visible after this statement stay, and lead to a further event: no change is left untold. */
const takeMarks = async (em: EntityManager, settledForMilliseconds: number): Promise<string[]> => {
  const [rows] = (await em.query(
    `DELETE FROM customer_state_changes WHERE customer_id IN (
       SELECT customer_id FROM customer_state_changes
       WHERE marked_at <= now() - make_interval(secs => $1) GROUP BY customer_id ORDER BY min(marked_at) LIMIT $2)
     RETURNING customer_id`,
    [settledForMilliseconds / 1000, batch],
  )) as [{ customer_id: string }[], number];
  return [...new Set(rows.map((row) => row.customer_id))];
};
