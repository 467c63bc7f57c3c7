/**
 * The transactional outbox: `emit` writes an event in the transaction of its change, and the relay (relay.ts)
 * publishes it after the commit. No event is lost by a crash, and none is sent for a change that was rolled back.
 */
import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import type { EventType } from '@tessera/proto/events/define';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { currentActor } from '../actor.ts';
import { markCommit } from '../background/commit-mark.ts';
import { namedWork, wakeAfterCommit, wakeWork } from '../background/wake.ts';
import { isDeadlock, type Migration } from '../database/data-source.ts';
import { commitGathered, gatherWrites, type RowsWrite, writeAtCommit } from '../database/write-at-commit.ts';
import { kitErrors } from '../errors.ts';
import { currentTraceparent } from '../observability/telemetry.ts';
import { encodeMessage } from './encode.ts';
import { type OutboxRow, selectEvents } from './outbox-row.ts';
import { keepEvent } from './recent-events.ts';

/** Creates the outbox table. */
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

/** Rows are short-lived: compressing large ones, Postgres' default, would take longer than everything else. */
export const uncompressedOutboxMigration: Migration = {
  name: 'kit-005-uncompressed-outbox',
  sql: 'ALTER TABLE outbox SET (toast_tuple_target = 8160)',
};

/**
 * Maximum bytes of an event. The server rejects messages over eight megabytes (`max_payload`): such a row would stay
 * at the head of the outbox indefinitely and block all events behind it.
 */
const maxEventBytes = 4_194_304;

/** The relay's key for `wakeWork`. */
export const relayWork = 'outbox';

/**
 * Runs a verb's transaction. After the commit, wakes the workers named by `wakeAfterCommit`, including the relay if
 * events were emitted. `work` may run more than once: after a deadlock the transaction that Postgres rolled back is
 * retried.
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
 * Writes an event to the outbox at the end of the transaction. Throws outside of one, so that an event and its change
 * are always committed together. By convention the first field of a message is (or holds) the id of the event's
 * subject.
 */
export const emit = <Schema extends DescMessage>(
  em: EntityManager,
  type: EventType<Schema>,
  message: MessageInitShape<Schema>,
): Promise<void> => emitRows(em, [outboxRow(type, message)]);

/** Writes prepared events, as `emit`, in order. */
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
 * Builds the row that `emit` would write, for statements that change rows and insert the event in one round trip.
 * Their caller calls `wakeRelay` after the commit. Throws PayloadTooLarge, which rejects the change.
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
  const bytes = encodeMessage(type.schema, body);
  if (bytes.length > maxEventBytes)
    throw kitErrors.PayloadTooLarge('This change, with everything that belongs to it, is too large.');
  const row = { id, subject: type.subject, headers, body: bytes };
  keepEvent(row);
  return row;
};

/** Wakes the relay of a database after rows were written without `emit`. */
export const wakeRelay = (db: DataSource): void => wakeWork(db, [relayWork]);

const subjectOf = (schema: DescMessage, message: Record<string, unknown>): string => {
  const first = message[schema.fields[0]?.localName ?? ''];
  if (typeof first === 'string') return first;
  return (first as { id?: string } | undefined)?.id ?? '';
};
