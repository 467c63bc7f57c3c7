/**
 * The interface of the event store, implemented in Postgres and, for reads, ClickHouse. Stored events are queued for
 * counting. System events (`events/system.ts`) are written directly, in the transaction of the change that they
 * describe.
 */
import type { EventName, EventSource } from '@tessera/proto/api/billing/event';
import type { MetadataOut, MetadataQuery } from '@tessera/proto/api/billing/metadata';
import type { Aggregation, Filter } from '@tessera/proto/api/billing/meter';
import type { TimeInterval } from '@tessera/proto/api/billing/metrics';

/** An event. `customerId` null: no customer has `externalCustomerId` yet. `externalId`: the seller's event id. */
export type EventRow = {
  id: string;
  organizationId: string;
  timestamp: Date;
  ingestedAt: Date;
  source: EventSource;
  name: string;
  customerId: string | null;
  externalCustomerId: string | null;
  externalId: string | null;
  /** The external id of the event that this one voids: neither of them counts. */
  voids: string | null;
  metadata: MetadataOut;
};

/** A stored event. `voidedBy`: the event that voided it. `isLate`: its period was over when it arrived. */
export type KeptEvent = EventRow & { voidedBy: string | null; isLate: boolean };

/** Which events; `from` inclusive, `until` exclusive. An empty list of customers matches nothing. */
export type EventFilter = {
  organizations: readonly string[];
  customers?: readonly string[] | undefined;
  externalCustomers?: readonly string[] | undefined;
  sources?: readonly EventSource[] | undefined;
  names?: readonly string[] | undefined;
  /** A substring of the name. */
  query?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** Only events before this one, by time and then by id. */
  before?: Pick<EventRow, 'timestamp' | 'id'> | undefined;
  filter?: Filter | undefined;
  metadata?: MetadataQuery | undefined;
};

export type Paging = { page: number; limit: number; sorting: readonly string[] };

/** Figures of a period's events; `sum`, `min` and `max` are decimal text, `null` if there are none. */
export type Sums = { bucket: Date; count: number; sum: string; min: string | null; max: string | null };

/** What to add up, of which events; both ends of the range are inclusive. `interval` null: as a whole. */
export type SumsQuery = Omit<EventFilter, 'sources' | 'until' | 'from' | 'before'> & {
  aggregation: Aggregation;
  from: Date;
  through: Date;
  interval: TimeInterval | null;
  timezone: string;
};

/** Thrown when events name customers whom their organization does not have; nothing was written. */
export class UnknownCustomers extends Error {
  /** The ids of these events. */
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('events name customers whom their organization does not have');
    this.ids = ids;
  }
}

export type UsageStore = {
  /**
   * Writes events, all or none, except for duplicates, whose ids it returns. Concurrent calls may share a batch.
   * Throws `UnknownCustomers`.
   */
  insert: (events: readonly EventRow[]) => Promise<readonly string[]>;
  find: (id: string) => Promise<KeptEvent | null>;
  /** Returns whether there is such an event. */
  some: (filter: EventFilter) => Promise<boolean>;
  /** Returns a page of events, and their total number. */
  page: (filter: EventFilter, paging: Paging) => Promise<[KeptEvent[], number]>;
  /** Returns at most `most` of the newest events, without a total. */
  newest: (filter: EventFilter, most: number) => Promise<KeptEvent[]>;
  /** Returns a page of the names of events, and their total number. */
  names: (filter: EventFilter, paging: Paging) => Promise<[EventName[], number]>;
  /** Adds up events themselves, by period. */
  sums: (query: SumsQuery) => Promise<Sums[]>;
};

/** The result of a round. `busy`: another process is copying; `off`: copying is switched off. */
export type CopyRound = 'more' | 'done' | 'busy' | 'off';

/** Copies events from the store that they are written to into the one that they are read from. */
export type UsageCopies = { start: () => Promise<void>; copy: () => Promise<CopyRound> };
