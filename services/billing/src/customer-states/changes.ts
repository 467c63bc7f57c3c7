/**
 * `customer.state_changed`, once for a burst of changes: a change leaves a mark in its own transaction, and about a
 * second after the first mark the state is told as it is then.
 */
import type { Stoppable } from '@tessera/kit/bus';
import { loop } from '@tessera/kit/loop';
import { outboxRow, transact } from '@tessera/kit/outbox';
import { hasBacklog } from '@tessera/kit/relay';
import { sql } from '@tessera/kit/sql';
import { onWake } from '@tessera/kit/wake';
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
/** What this process marks wakes it; this finds what a process that died has left. */
const restMilliseconds = 5_000;
/** While events are behind, or another replica is at work. */
const againMilliseconds = 250;
const batch = 100;
/** So many states are in memory at once. */
const partSize = 25;
/** Bytes of events that a transaction tells, and its memory holds until it is committed: the rest is told by the next. */
const mostBytes = 16_777_216;

/** Works off the marks, on one replica at a time. */
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
    // A burst leaves half of the process to requests.
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

/** Milliseconds until the first mark is old enough; false: there is none. */
const untilDebounced = async (db: DataSource): Promise<number | false> => {
  const [mark] = await sql<{ age: number | null }>(
    db,
    `SELECT (extract(epoch FROM now() - min(marked_at)) * 1000)::float8 AS age FROM customer_state_changes`,
  );
  if (mark?.age == null) return false;
  return mark.age < debounceMilliseconds ? debounceMilliseconds - mark.age : againMilliseconds;
};

/** Tells the states of customers whose first mark is old enough. Answers whose. */
export const emitCustomerStates = (
  { db, log }: Pick<Billing, 'db' | 'log'>,
  debouncedForMilliseconds: number,
): Promise<string[]> =>
  transact(db, async (em) => {
    // Two replicas at once could tell an older state after a newer one.
    const [lock] = await sql<{ taken: boolean }>(
      em,
      `SELECT pg_try_advisory_xact_lock(hashtext('customer-state-changes')) AS taken`,
    );
    if (!lock?.taken) return [];
    const told: string[] = [];
    for (let bytes = 0; told.length < batch && bytes < mostBytes; ) {
      const ids = await takeMarks(em, debouncedForMilliseconds);
      bytes += await tellStates(em, log, ids);
      told.push(...ids);
      if (ids.length < partSize) break;
    }
    return told;
  });

/** Answers how many bytes it told. */
const tellStates = async (
  em: EntityManager,
  log: Billing['log'],
  ids: readonly string[],
): Promise<number> => {
  const states = await viewStates(em, await findCustomersByIds(em, ids));
  const events = states.map(stateEvent);
  const told = events.filter((event) => event !== null);
  await emitAll(em, told);
  const untold = states.filter((_, at) => events[at] === null).map(({ id }) => id);
  if (untold.length > 0) log.warn({ customerIds: untold }, 'states that no event holds are not told');
  return told.reduce((sum, { body }) => sum + body.length, 0);
};

/**
 * Null: there is more of it than an event holds, even in brief. It is not told then, since lists that end early would say that
 * the rest was taken from the customer, and the states of others do not wait for it.
 */
const stateEvent = (state: CustomerState): OutboxEvent | null => {
  const snapshot = snapshotOf(CustomerState, state, () => inBrief(state));
  if (!fitsEvent(snapshot)) return null;
  const { id: customerId, organizationId } = state;
  return outboxRow(customerStateChanged, { customerId, organizationId, snapshot });
};

/** What a customer has, without what sellers and buyers have written to it. */
const inBrief = (state: CustomerState): CustomerState => ({
  ...state,
  activeSubscriptions: state.activeSubscriptions.map((one) => ({
    ...one,
    metadata: {},
    customFieldData: {},
  })),
  grantedBenefits: state.grantedBenefits.map((one) => ({ ...one, benefitMetadata: {}, properties: {} })),
});

/** Marks that become visible after this statement stay, and lead to a further event: no change is left untold. */
const takeMarks = async (em: EntityManager, debouncedForMilliseconds: number): Promise<string[]> => {
  const rows = await sql<{ customer_id: string }>(
    em,
    `DELETE FROM customer_state_changes WHERE customer_id IN (
       SELECT customer_id FROM customer_state_changes
       WHERE marked_at <= now() - make_interval(secs => $1) GROUP BY customer_id ORDER BY min(marked_at) LIMIT $2)
     RETURNING customer_id`,
    [debouncedForMilliseconds / 1000, partSize],
  );
  return [...new Set(rows.map((row) => row.customer_id))];
};
