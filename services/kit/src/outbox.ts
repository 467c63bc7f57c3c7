/**
 * Events leave a service through its outbox: `emit` writes a row in the transaction of the change, the relay
 * publishes it afterwards. An event is neither lost by a crash nor sent for a change that was rolled back.
 */

import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import type { EventType } from '@tessera/proto/events/define';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { currentActor } from './actor.ts';
import type { Bus } from './bus.ts';
import { markCommit } from './commit-mark.ts';
import { isDeadlock, type Migration } from './database.ts';
import type { Logger } from './log.ts';
import { type Loop, loop } from './loop.ts';
import type { Metrics } from './metrics.ts';
import { type OutboxRow, selectEvents } from './outbox-row.ts';
import { forgetOldEvents, keepEvent, readEvents } from './recent-events.ts';
import { sql } from './sql.ts';
import { currentTraceparent } from './telemetry.ts';
import { namedWork, onWake, wakeAfterCommit, wakeWork } from './wake.ts';
import { commitGathered, gatherWrites, type RowsWrite, writeAtCommit } from './write-at-commit.ts';

/** The outbox's table. */
export const outboxMigration: Migration = {
  name: 'kit-001-outbox',
  sql: `CREATE TABLE outbox (
    id uuid PRIMARY KEY,
    subject text NOT NULL,
    headers jsonb NOT NULL,
    body bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
};

/** Events lie there for a moment: to compress the larger ones, as Postgres would, takes longer than all else. */
export const uncompressedOutboxMigration: Migration = {
  name: 'kit-005-uncompressed-outbox',
  sql: 'ALTER TABLE outbox SET (toast_tuple_target = 8160)',
};

const relayWork = 'outbox';

/**
 * Runs a verb's transaction; after the commit whoever does what `wakeAfterCommit` named is woken, the relay when events
 * were emitted. `work` may run again: of two transactions that wait for each other Postgres gives up one, of which nothing
 * is left then.
 */
export const transact = async <Result>(
  db: DataSource,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce(db, work);
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error;
    }
  }
};

const maxTries = 4;

const transactOnce = async <Result>(
  db: DataSource,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> => {
  let works: string[] = [];
  const result = await db.transaction(async (em) => {
    gatherWrites(em);
    const answer = await work(em);
    await markCommit(em);
    works = [...namedWork(em)];
    await commitGathered(em);
    return answer;
  });
  wakeWork(db, works);
  return result;
};

/**
 * Writes an event into the outbox, at the end of the transaction. Throws outside of one: an event without its change, or a
 * change without its event, must not be possible. By convention a message's first field is (or holds) the id of the
 * event's subject.
 */
export const emit = <Schema extends DescMessage>(
  em: EntityManager,
  type: EventType<Schema>,
  message: MessageInitShape<Schema>,
): Promise<void> => emitRows(em, [outboxRow(type, message)]);

/** Events that were made before, as `emit`, in their order. */
export const emitRows = async (em: EntityManager, rows: readonly OutboxRow[]): Promise<void> => {
  const runner = em.queryRunner;
  if (!runner?.isTransactionActive)
    throw new Error(`emit(${rows.map(({ subject }) => subject).join(', ')}) needs a transaction`);
  if (rows.length === 0) return;
  wakeAfterCommit(em, relayWork);
  await writeAtCommit(em, outboxWrite, rows);
};

const outboxWrite: RowsWrite<OutboxRow> = {
  table: 'outbox',
  columns: 'id, subject, headers, body',
  select: selectEvents,
};

/**
 * The row that `emit` would write: for a statement that changes rows and writes its event in one round trip.
 * Whoever writes it calls `wakeRelay` after the commit.
 */
export const outboxRow = <Schema extends DescMessage>(
  type: EventType<Schema>,
  message: MessageInitShape<Schema>,
): OutboxRow => {
  const id = uuidv7();
  const body = create(type.schema, message);
  const traceparent = currentTraceparent();
  const actor = currentActor();
  const headers = {
    'ce-specversion': '1.0',
    'ce-id': id,
    'ce-type': type.schema.typeName,
    'ce-source': `/tessera/${type.subject.split('.')[0]}`,
    'ce-subject': subjectOf(type.schema, body as Record<string, unknown>),
    'ce-time': new Date().toISOString(),
    'content-type': 'application/protobuf',
    ...(traceparent && { traceparent }),
    ...(actor && { 'ce-actor': actor }),
  };
  const row = { id, subject: type.subject, headers, body: Buffer.from(toBinary(type.schema, body)) };
  keepEvent(row);
  return row;
};

/** Wakes the relay of a database, where rows were written without `emit`. */
export const wakeRelay = (db: DataSource): void => wakeWork(db, [relayWork]);

const subjectOf = (schema: DescMessage, message: Record<string, unknown>): string => {
  const first = message[schema.fields[0]?.localName ?? ''];
  if (typeof first === 'string') return first;
  return (first as { id?: string } | undefined)?.id ?? '';
};

const batch = 200;
/** What this process commits wakes the relay; this finds what a process that died has left. */
const pollMilliseconds = 5_000;
const retry = { first: 250, most: 2_000 };
const maxCounted = 10_000;

/** Rests until it is started; `stop` waits for a batch under way. */
export type Relay = { start: () => void; stop: () => Promise<void> };

type RelayParts = { db: DataSource; bus: Bus; log: Logger; metrics: Metrics };

/**
 * Publishes what lies in the outbox, once it is started: when the consumers of the same service are there, so that a
 * new one that begins "now" hears the first event. Rows are taken by lock and let go only when JetStream has confirmed
 * them; woken after each commit, and polling as a safety net. Replicas may run side by side.
 */
export const createRelay = (parts: RelayParts): Relay => {
  const { db, log } = parts;
  let running: Loop | undefined;
  let unsubscribe: (() => void) | undefined;
  return {
    start: () => {
      running ??= loop({ every: pollMilliseconds, retry, log, name: relayWork }, () => publishRound(parts));
      unsubscribe ??= onWake(db, relayWork, running.wake);
    },
    stop: async () => {
      unsubscribe?.();
      await running?.stop();
    },
  };
};

/** Creates a relay and starts it. */
export const startRelay = (parts: RelayParts): Relay => {
  const relay = createRelay(parts);
  relay.start();
  return relay;
};

/** Answers whether more may wait. */
const publishRound = async (parts: RelayParts): Promise<boolean> => {
  try {
    const isMore = (await publishBatch(parts)) === batch;
    forgetOldEvents();
    await reportBacklog(parts, !isMore);
    return isMore;
  } catch (error) {
    await reportBacklog(parts, false).catch(() => undefined);
    throw error;
  }
};

/** Keeps the gauge of waiting events: counted while there is a backlog only, and not beyond 10,000. */
const reportBacklog = async ({ db, metrics }: RelayParts, isDrained: boolean): Promise<void> => {
  if (isDrained) {
    metrics.outboxWaiting.set(0);
    return;
  }
  const [row] = await sql<{ waiting: number }>(
    db,
    `SELECT count(*)::int AS waiting FROM (SELECT 1 FROM outbox LIMIT ${maxCounted}) AS rows`,
  );
  metrics.outboxWaiting.set(row?.waiting ?? 0);
};

/** Whether more events wait than the relay publishes at once: whoever has much to tell, and time, lets it catch up. */
export const hasBacklog = async (db: DataSource): Promise<boolean> => {
  const [row] = await sql<{ is_behind: boolean }>(
    db,
    // By the index, which forgets what has been deleted sooner than the table does.
    `SELECT EXISTS (SELECT 1 FROM outbox ORDER BY id OFFSET ${batch}) AS is_behind`,
  );
  return row?.is_behind === true;
};

/**
 * Publishes one batch and answers how many rows it held. Throws when not all could be published; those that were
 * are gone then, so that an event that no server takes does not hold back the others.
 */
export const publishBatch = async (parts: {
  db: DataSource;
  bus: Bus;
  metrics: Metrics;
}): Promise<number> => {
  const { held, failures } = await parts.db.transaction(async (em) => {
    // Ids can become visible out of order, so rows are taken by lock and never by "greater than the last".
    const taken = await sql<{ id: string }>(
      em,
      // Without values, so that it is planned anew: a plan from when there were few rows sorts all that were deleted since.
      `SELECT id FROM outbox ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    );
    if (taken.length === 0) return { held: 0, failures: [] };
    const rows = await readEvents(
      em,
      taken.map(({ id }) => id),
    );
    const results = await Promise.allSettled(rows.map((row) => parts.bus.publish(row)));
    const confirmed = rows.filter((_, index) => results[index]?.status === 'fulfilled').map(({ id }) => id);
    await em.query('DELETE FROM outbox WHERE id = ANY($1::uuid[])', [confirmed]);
    parts.metrics.published.inc(confirmed.length);
    return { held: rows.length, failures: results.filter((result) => result.status === 'rejected') };
  });
  if (failures[0]) throw new Error(`${failures.length} events not published`, { cause: failures[0].reason });
  return held;
};
