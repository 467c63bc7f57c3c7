/** The events' store in billing's own database. */
import type { DataSource } from 'typeorm';
import type { UsageStore } from '../store/store.ts';
import { insertAtOnce } from './insert.ts';
import { findEvent, hasEvent, pageEvents, pageNames } from './read.ts';
import { sumEvents } from './sums.ts';

export const createPostgresStore = (db: DataSource): UsageStore => ({
  insert: (events) => insertAtOnce(db, events),
  find: (id) => findEvent(db, id),
  some: (filter) => hasEvent(db, filter),
  page: (filter, paging) => pageEvents(db, filter, paging),
  names: (filter, paging) => pageNames(db, filter, paging),
  sums: (query) => sumEvents(db, query),
});
