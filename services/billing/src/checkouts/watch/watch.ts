/**
 * Reads the checkouts that streams follow. Each is read once for all its followers, and one statement at a time reads
 * all changed ones, so that streams use at most one database connection per process.
 */
import { type Prepared, runPrepared } from '@tessera/kit/database/sql';
import type { Bus } from '@tessera/kit/events/bus';
import type { Logger } from '@tessera/kit/log';
import type { DataSource } from 'typeorm';
import { checkoutSubject } from '../broadcast.ts';
import type { CheckoutRow } from '../entity.ts';
import { createRereader, subscribe } from './follow.ts';

/** The facts that stream messages are derived from. */
export type WatchedFacts = Pick<
  CheckoutRow,
  'id' | 'status' | 'expiresAt' | 'orderId' | 'startedSubscriptionId' | 'isWebhookDelivered'
>;

export type WatchParts = { db: DataSource; bus: Bus; log: Logger };

export type Watch = {
  /** Calls the listener immediately and after each read. Returns a function that stops it. */
  follow: (facts: WatchedFacts, listener: (facts: WatchedFacts) => void) => () => void;
  /** The number of followed checkouts. */
  followed: () => number;
  stop: () => void;
};

type Watched = {
  facts: WatchedFacts;
  listeners: Set<(facts: WatchedFacts) => void>;
  unsubscribe: () => void;
};

/** Broadcasts can be lost, so followed checkouts are also polled. */
const rereadMilliseconds = 5_000;

const factsStatement: Prepared = {
  name: 'checkout-facts',
  text: `SELECT id, status, expires_at AS "expiresAt", order_id AS "orderId",
      started_subscription_id AS "startedSubscriptionId", is_webhook_delivered AS "isWebhookDelivered"
    FROM checkouts WHERE id = ANY($1::uuid[])`,
};

export const createWatch = ({ db, bus, log }: WatchParts): Watch => {
  const watched = new Map<string, Watched>();
  let rereading: NodeJS.Timeout | undefined;
  const wake = createRereader({
    isFollowed: (id) => watched.has(id),
    read: (changed) => readChanged(db, watched, changed),
    onError: (error) => log.warn({ err: error }, 'followed checkouts could not be read'),
  });
  const start = (facts: WatchedFacts): Watched => ({
    facts,
    listeners: new Set(),
    unsubscribe: subscribe(bus, {
      subject: checkoutSubject(facts.id),
      wake: () => wake([facts.id]),
      onMissed: (error) =>
        log.warn({ err: error, checkoutId: facts.id }, 'checkout is followed without notes'),
    }),
  });
  return {
    follow: (facts, listener) => {
      const entry = watched.get(facts.id) ?? start(facts);
      watched.set(facts.id, entry);
      entry.listeners.add(listener);
      rereading ??= setInterval(() => wake(watched.keys()), rereadMilliseconds);
      listener(entry.facts);
      return () => {
        if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return;
        watched.delete(facts.id);
        entry.unsubscribe();
        if (watched.size > 0) return;
        clearInterval(rereading);
        rereading = undefined;
      };
    },
    followed: () => watched.size,
    stop: () => clearInterval(rereading),
  };
};

/** Reads all changed checkouts in one statement; repeats while more have changed. */
const readChanged = async (
  db: DataSource,
  watched: ReadonlyMap<string, Watched>,
  changed: Set<string>,
): Promise<void> => {
  while (changed.size > 0) {
    const ids = [...changed];
    changed.clear();
    for (const facts of await runPrepared<WatchedFacts>(db, factsStatement, [ids])) {
      const entry = watched.get(facts.id);
      if (!entry) continue;
      entry.facts = facts;
      for (const listener of entry.listeners) listener(facts);
    }
  }
};
