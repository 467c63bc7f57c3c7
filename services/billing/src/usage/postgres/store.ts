/** The event store in billing's own database. */
import { batched } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { transact } from '@tessera/kit/events/outbox';
import type { DataSource } from 'typeorm';
import type { EventRow, UsageStore } from '../store/store.ts';
import { insertRequest, insertRequests, outcomeOf } from './insert.ts';
import { newestEvents, pageEvents } from './page.ts';
import { findEvent, hasEvent, pageNames } from './read.ts';
import { sumEvents } from './sums.ts';

/** Small requests are written in batches: one commit for all that arrive while the previous one is in progress. */
const maxTogether = 200;
const few = 20;
/** Milliseconds to gather a batch: enough for concurrent callers to send their next request, but not noticeable. */
const gatherMilliseconds = 4;

const createInsert = (db: DataSource): UsageStore['insert'] => {
  const insertTogether = batched(
    maxTogether,
    async (requests: (readonly EventRow[])[]) => {
      const left = await insertRequests(db, requests);
      return requests.map(() => left);
    },
    { gather: gatherMilliseconds },
  );
  return async (events) => {
    if (hasCommitMark()) return transact(db, (em) => insertRequest(em, events));
    return outcomeOf(
      events,
      await (events.length > few ? insertRequests(db, [events]) : insertTogether(events)),
    );
  };
};

export const createPostgresStore = (db: DataSource): UsageStore => ({
  insert: createInsert(db),
  find: (id) => findEvent(db, id),
  some: (filter) => hasEvent(db, filter),
  page: (filter, paging) => pageEvents(db, filter, paging),
  newest: (filter, most) => newestEvents(db, filter, most),
  names: (filter, paging) => pageNames(db, filter, paging),
  sums: (query) => sumEvents(db, query),
});
