/** The events' store in billing's own database. */
import { batched } from '@tessera/kit/batched';
import { hasCommitMark } from '@tessera/kit/commit-mark';
import { transact } from '@tessera/kit/outbox';
import type { DataSource } from 'typeorm';
import type { EventRow, UsageStore } from '../store/store.ts';
import { insertAtOnce, insertEvents } from './insert.ts';
import { pageEvents } from './page.ts';
import { findEvent, hasEvent, pageNames } from './read.ts';
import { sumEvents } from './sums.ts';

/** Requests of few events are written together: one commit for all that came while the one before was under way. */
const maxTogether = 200;
const few = 20;
/** Longer than what came together takes to come together again; nobody notices it. */
const gatherMilliseconds = 4;

const createInsert = (db: DataSource): UsageStore['insert'] => {
  const insertTogether = batched(
    maxTogether,
    async (requests: (readonly EventRow[])[]) => {
      const known = new Set(await insertAtOnce(db, requests.flat()));
      return requests.map((events) => events.flatMap(({ id }) => (known.has(id) ? [id] : [])));
    },
    { gather: gatherMilliseconds },
  );
  return (events) => {
    if (hasCommitMark()) return transact(db, (em) => insertEvents(em, events));
    return events.length > few ? insertAtOnce(db, events) : insertTogether(events);
  };
};

export const createPostgresStore = (db: DataSource): UsageStore => ({
  insert: createInsert(db),
  find: (id) => findEvent(db, id),
  some: (filter) => hasEvent(db, filter),
  page: (filter, paging) => pageEvents(db, filter, paging),
  names: (filter, paging) => pageNames(db, filter, paging),
  sums: (query) => sumEvents(db, query),
});
