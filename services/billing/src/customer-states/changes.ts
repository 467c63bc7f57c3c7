/**
 * Emits `customer.state_changed`, debounced: changes write a mark in their own transaction, and about a second after
 * the first mark one event with the current state is emitted.
 */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { onWake } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import { outboxRow, transact } from '@tessera/kit/events/outbox';
import { hasBacklog } from '@tessera/kit/events/relay';
import { CustomerState } from '@tessera/proto/api/billing/customer';
import { customerStateChanged } from '@tessera/proto/events/billing';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { broadcastCustomer } from '../customers/broadcast.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { changesWork } from '../customers/marks.ts';
import { emitAll, fitsEvent, type OutboxEvent, snapshotOf } from '../events.ts';
import { viewStates } from './state.ts';

const debounceMilliseconds = 1_000;
/** Polling interval for marks of crashed processes; marks of this process wake the loop. */
const restMilliseconds = 5_000;
/** Retry delay while the outbox has a backlog, or another replica holds the lock. */
const againMilliseconds = 250;
const batch = 100;
/** Maximum number of states in memory at a time. */
const partSize = 25;
/** Maximum bytes of events per transaction, held in memory until its commit; the rest follows in the next one. */
const maxBytes = 16_777_216;

/** Processes the marks, one replica at a time. */
export const startStateChanges = async ({
  db,
  bus,
  log,
}: Pick<Billing, 'db' | 'bus' | 'log'>): Promise<Stoppable> => {
  const running = loop({ every: restMilliseconds, log, name: changesWork }, async () => {
    const started = performance.now();
    if (await hasBacklog(db)) return againMilliseconds;
    const emitted = await emitCustomerStates({ db, log }, debounceMilliseconds);
    for (const id of emitted) broadcastCustomer({ bus }, id);
    // Under load, pauses as long as it worked, to leave half of the process to requests.
    return emitted.length === batch ? performance.now() - started : untilDebounced(db);
  });
  const unsubscribe = onWake(db, changesWork, running.wake);
  return {
    stop: () => {
      unsubscribe();
      return running.stop();
    },
  };
};

/** Milliseconds until the oldest mark is due; false when there is none. */
const untilDebounced = async (db: DataSource): Promise<number | false> => {
  const [mark] = await sql<{ age: number | null }>(
    db,
    `SELECT (extract(epoch FROM now() - min(marked_at)) * 1000)::float8 AS age FROM customer_state_changes`,
  );
  if (mark?.age == null) return false;
  return mark.age < debounceMilliseconds ? debounceMilliseconds - mark.age : againMilliseconds;
};

/** Emits the states of customers whose oldest mark is due. Returns the customers' ids. */
export const emitCustomerStates = (
  { db, log }: Pick<Billing, 'db' | 'log'>,
  debouncedForMilliseconds: number,
): Promise<string[]> =>
  transact(db, async (em) => {
    // Without the lock, a concurrent replica could emit an older state after a newer one.
    const [lock] = await sql<{ taken: boolean }>(
      em,
      `SELECT pg_try_advisory_xact_lock(hashtext('customer-state-changes')) AS taken`,
    );
    if (!lock?.taken) return [];
    const done: string[] = [];
    for (let bytes = 0; done.length < batch && bytes < maxBytes; ) {
      const ids = await takeMarks(em, debouncedForMilliseconds);
      bytes += await emitStates(em, log, ids);
      done.push(...ids);
      if (ids.length < partSize) break;
    }
    return done;
  });

/** Returns the number of bytes emitted. */
const emitStates = async (
  em: EntityManager,
  log: Billing['log'],
  ids: readonly string[],
): Promise<number> => {
  const states = await viewStates(em, await findCustomersByIds(em, ids));
  const events = states.map(stateEvent);
  const written = events.filter((event) => event !== null);
  await emitAll(em, written);
  const unwritten = states.filter((_, at) => events[at] === null).map(({ id }) => id);
  if (unwritten.length > 0)
    log.warn({ customerIds: unwritten }, 'states too large for an event are not published');
  return written.reduce((sum, { body }) => sum + body.length, 0);
};

/**
 * Null when even the shortened state exceeds the size limit of events. It is skipped then: truncated lists would look
 * like revoked benefits, and other customers' states must not wait.
 */
const stateEvent = (state: CustomerState): OutboxEvent | null => {
  const snapshot = snapshotOf(CustomerState, state, () => inBrief(state));
  if (!fitsEvent(snapshot)) return null;
  const { id: customerId, organizationId } = state;
  return outboxRow(customerStateChanged, { customerId, organizationId, snapshot });
};

/** The state without metadata, custom fields and properties. */
const inBrief = (state: CustomerState): CustomerState => ({
  ...state,
  activeSubscriptions: state.activeSubscriptions.map((one) => ({
    ...one,
    metadata: {},
    customFieldData: {},
  })),
  grantedBenefits: state.grantedBenefits.map((one) => ({ ...one, benefitMetadata: {}, properties: {} })),
});

/** Marks that commit after this statement started are kept and lead to another event, so that no change is lost. */
const takeMarks = async (em: EntityManager, debouncedForMilliseconds: number): Promise<string[]> => {
  const rows = await sql<{ customer_id: string }>(
    em,
    `DELETE FROM customer_state_changes WHERE customer_id = ANY(ARRAY(
       SELECT customer_id FROM customer_state_changes
       WHERE marked_at <= now() - make_interval(secs => $1) GROUP BY customer_id ORDER BY min(marked_at) LIMIT $2))
     RETURNING customer_id`,
    [debouncedForMilliseconds / 1000, partSize],
  );
  return [...new Set(rows.map((row) => row.customer_id))];
};
