/** The relay: publishes the events of the outbox. */
import type { DataSource, EntityManager } from 'typeorm';
import { type Loop, loop } from '../background/loop.ts';
import { onWake } from '../background/wake.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Bus } from './bus.ts';
import { relayWork } from './outbox.ts';
import { forgetOldEvents, readEvents } from './recent-events.ts';
import { createSentEvents, type SentEvents } from './sent-events.ts';
import { isUnanswered } from './stream.ts';

const batch = 200;
/** Maximum bytes of events in memory and in flight; a single event may exceed it. */
const maxBytes = 16_777_216;
/** Commits of this process wake the relay; polling finds rows of crashed processes. */
const pollMilliseconds = 5_000;
const retry = { first: 250, most: 2_000 };
const maxCounted = 10_000;

/** Idle until started; `stop` waits for the current batch. */
export type Relay = { start: () => void; stop: () => Promise<void> };

type RelayParts = { db: DataSource; bus: Bus; log: Logger; metrics: Metrics };
type PublishParts = Pick<RelayParts, 'db' | 'bus' | 'metrics'> & { sent: SentEvents };

/**
 * Publishes the outbox once it is started, after the service's own consumers exist, so that a new one that begins
 * "now" receives the first event. Rows are locked, and leave the outbox only when JetStream has confirmed them, for
 * tables that keep them a while longer (sent-events.ts). Woken after each commit, with polling as a safety net. Safe
 * to run in several replicas.
 */
export const createRelay = (parts: RelayParts): Relay => {
  const { db, bus, log } = parts;
  const sent = createSentEvents({ db, bus });
  let running: Loop | undefined;
  let unsubscribe: (() => void) | undefined;
  return {
    start: () => {
      running ??= loop({ every: pollMilliseconds, retry, log, name: relayWork }, () =>
        publishRound({ ...parts, sent }),
      );
      unsubscribe ??= onWake(db, relayWork, running.wake);
    },
    stop: async () => {
      unsubscribe?.();
      await running?.stop();
    },
  };
};

/** Creates and starts a relay. */
export const startRelay = (parts: RelayParts): Relay => {
  const relay = createRelay(parts);
  relay.start();
  return relay;
};

/** Returns whether more events may be waiting. */
const publishRound = async (parts: RelayParts & PublishParts): Promise<boolean> => {
  try {
    const resent = await parts.sent.prepare();
    if (resent > 0)
      parts.log.info({ events: resent }, 'events from before the bus was started are published again');
    const isMore = (await publishBatch(parts)) === batch;
    forgetOldEvents();
    await reportBacklog(parts, !isMore);
    return isMore;
  } catch (error) {
    await reportBacklog(parts, false).catch(() => undefined);
    throw error;
  }
};

/** Updates the gauge of waiting events: counts only during a backlog, up to 10,000. */
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

/** Whether more events wait than one batch of the relay: background work that emits many pauses then. */
export const hasBacklog = async (db: DataSource): Promise<boolean> => {
  const [row] = await sql<{ is_behind: boolean }>(
    db,
    // By the index, whose deleted entries are skipped sooner than those of the table.
    `SELECT EXISTS (SELECT 1 FROM outbox ORDER BY id OFFSET ${batch}) AS is_behind`,
  );
  return row?.is_behind === true;
};

/**
 * Publishes one batch and returns its number of rows. Throws if some could not be published; the others have left the
 * outbox by then, so that an event that the server rejects does not block them.
 */
export const publishBatch = async (parts: PublishParts): Promise<number> => {
  const { held, failures } = await parts.db.transaction(async (em) => {
    // Ids can become visible out of order, so rows are locked rather than read by "greater than the last".
    const taken = await sql<Taken>(
      em,
      // Without parameters, so that it is planned each time: a plan from when there were few rows would sort all
      // deleted ones.
      `SELECT id, octet_length(body) AS size FROM outbox ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    );
    const failures: unknown[] = [];
    for (const part of partsOf(taken)) {
      failures.push(...(await publishPart(parts, em, part)));
      // The server does not answer: each further part would run into the same timeout.
      if (failures.some(isUnanswered)) break;
    }
    return { held: taken.length, failures };
  });
  for (const reason of failures) parts.sent.failed(reason);
  if (failures.length > 0) throw new Error(`${failures.length} events not published`, { cause: failures[0] });
  return held;
};

type Taken = { id: string; size: number };

/** Splits a batch into parts of at most `maxBytes`, in order. */
const partsOf = (taken: readonly Taken[]): string[][] => {
  const all: string[][] = [];
  let [present, bytes]: [string[], number] = [[], 0];
  for (const { id, size } of taken) {
    if (present.length === 0 || bytes + size > maxBytes) {
      [present, bytes] = [[], 0];
      all.push(present);
    }
    present.push(id);
    bytes += size;
  }
  return all;
};

/** Publishes events and returns the errors of those that failed. */
const publishPart = async (
  { bus, sent, metrics }: PublishParts,
  em: EntityManager,
  ids: readonly string[],
): Promise<unknown[]> => {
  const rows = await readEvents(em, ids);
  // The server may be replaced before its confirmations are recorded.
  const server = bus.serverId();
  const results = await Promise.allSettled(rows.map((row) => bus.publish(row)));
  const confirmed = rows.filter((_, index) => results[index]?.status === 'fulfilled').map(({ id }) => id);
  await sent.keep(em, confirmed, server);
  metrics.published.inc(confirmed.length);
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
};
