/** The events' store in billing's own database. */
import { hasCommitMark } from '@tessera/kit/commit-mark';
import { transact } from '@tessera/kit/outbox';
import type { DataSource } from 'typeorm';
import type { UsageStore } from '../store/store.ts';
import { insertAtOnce, insertEvents } from './insert.ts';
import { findEvent, hasEvent, pageEvents, pageNames } from './read.ts';
import { sumEvents } from './sums.ts';

export const createPostgresStore = (db: DataSource): UsageStore => ({
  insert: (events) =>
    hasCommitMark() ? transact(db, (em) => insertEvents(em, events)) : insertAtOnce(db, events),
  find: (id) => findEvent(db, id),
  some: (filter) => hasEvent(db, filter),
  page: (filter, paging) => pageEvents(db, filter, paging),
  names: (filter, paging) => pageNames(db, filter, paging),
  sums: (query) => sumEvents(db, query),
});
