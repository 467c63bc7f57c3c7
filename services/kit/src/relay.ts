/** The relay: publishes what lies in the outbox. */
import type { DataSource, EntityManager } from 'typeorm';
import type { Bus } from './bus.ts';
import type { Logger } from './log.ts';
import { type Loop, loop } from './loop.ts';
import type { Metrics } from './metrics.ts';
import { relayWork } from './outbox.ts';
import { forgetOldEvents, readEvents } from './recent-events.ts';
import { createSentEvents, type SentEvents } from './sent-events.ts';
import { sql } from './sql.ts';
import { isUnanswered } from './stream.ts';
import { onWake } from './wake.ts';

const batch = 200;
/** So many bytes of events are in memory, and on their way, at once; an event may be larger by itself. */
const mostBytes = 16_777_216;
/** What this process commits wakes the relay; this finds what a process that died has left. */
const pollMilliseconds = 5_000;
const retry = { first: 250, most: 2_000 };
const maxCounted = 10_000;

/** Rests until it is started; `stop` waits for a batch under way. */
export type Relay = { start: () => void; stop: () => Promise<void> };

type RelayParts = { db: DataSource; bus: Bus; log: Logger; metrics: Metrics };
type PublishParts = Pick<RelayParts, 'db' | 'bus' | 'metrics'> & { sent: SentEvents };

/**
 * Publishes what lies in the outbox, once it is started: when the consumers of the same service are there, so that a
 * new one that begins "now" hears the first event. Rows are taken by lock and leave the outbox only when JetStream has
 * confirmed them, for where they are kept a while longer (sent-events.ts); woken after each commit, and polling as a
 * safety net. Replicas may run side by side.
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

/** Creates a relay and starts it. */
export const startRelay = (parts: RelayParts): Relay => {
  const relay = createRelay(parts);
  relay.start();
  return relay;
};

/** Answers whether more may wait. */
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
export const publishBatch = async (parts: PublishParts): Promise<number> => {
  const { held, failures } = await parts.db.transaction(async (em) => {
    // Ids can become visible out of order, so rows are taken by lock and never by "greater than the last".
    const taken = await sql<Taken>(
      em,
      // Without values, so that it is planned anew: a plan from when there were few rows sorts all that were deleted since.
      `SELECT id, octet_length(body) AS size FROM outbox ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    );
    const failures: unknown[] = [];
    for (const part of partsOf(taken)) {
      failures.push(...(await publishPart(parts, em, part)));
      // Each further one would be waited for as long.
      if (failures.some(isUnanswered)) break;
    }
    return { held: taken.length, failures };
  });
  for (const reason of failures) parts.sent.failed(reason);
  if (failures.length > 0) throw new Error(`${failures.length} events not published`, { cause: failures[0] });
  return held;
};

type Taken = { id: string; size: number };

/** In their order. */
const partsOf = (taken: readonly Taken[]): string[][] => {
  const all: string[][] = [];
  let [present, bytes]: [string[], number] = [[], 0];
  for (const { id, size } of taken) {
    if (present.length === 0 || bytes + size > mostBytes) {
      [present, bytes] = [[], 0];
      all.push(present);
    }
    present.push(id);
    bytes += size;
  }
  return all;
};

/** Answers why events could not be published. */
const publishPart = async (
  { bus, sent, metrics }: PublishParts,
  em: EntityManager,
  ids: readonly string[],
): Promise<unknown[]> => {
  const rows = await readEvents(em, ids);
  // Who confirms may be gone before this is written down.
  const server = bus.serverId();
  const results = await Promise.allSettled(rows.map((row) => bus.publish(row)));
  const confirmed = rows.filter((_, index) => results[index]?.status === 'fulfilled').map(({ id }) => id);
  await sent.keep(em, confirmed, server);
  metrics.published.inc(confirmed.length);
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
};
