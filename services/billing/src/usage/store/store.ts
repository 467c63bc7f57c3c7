/**
 * Where events are: one interface, of which Postgres is the engine today. What it has written is counted. What Tessera says
 * itself (`events/system.ts`) is written beside it, in the transaction of what it tells.
 */
import type { EventName, EventSource } from '@tessera/proto/api/billing/event';
import type { MetadataOut, MetadataQuery } from '@tessera/proto/api/billing/metadata';
import type { Aggregation, Filter } from '@tessera/proto/api/billing/meter';
import type { TimeInterval } from '@tessera/proto/api/billing/metrics';

/** An event. `customerId` null: nobody has `externalCustomerId` yet. `externalId`: the seller's name for the event. */
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
  /** The external id of the event that this one takes back: neither of them counts. */
  voids: string | null;
  metadata: MetadataOut;
};

/** An event as it is kept. `voidedBy`: the event that took it back. `isLate`: its period was over when it came. */
export type KeptEvent = EventRow & { voidedBy: string | null; isLate: boolean };

/** Which events: from `from` on, before `until`. An empty list of customers finds nothing. */
export type EventFilter = {
  organizations: readonly string[];
  customers?: readonly string[] | undefined;
  externalCustomers?: readonly string[] | undefined;
  sources?: readonly EventSource[] | undefined;
  names?: readonly string[] | undefined;
  /** Letters of the name. */
  query?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** Only events that lie before this one, by time and then by id. */
  before?: Pick<EventRow, 'timestamp' | 'id'> | undefined;
  filter?: Filter | undefined;
  metadata?: MetadataQuery | undefined;
};

export type Paging = { page: number; limit: number; sorting: readonly string[] };

/** What a meter has of the events of a period; `sum`, `min` and `max` are decimal text, `null` where there is nothing. */
export type Sums = { bucket: Date; count: number; sum: string; min: string | null; max: string | null };

/** What to add up, of which events of sellers; both ends of the range belong to it. `interval` null: as a whole. */
export type SumsQuery = Omit<EventFilter, 'sources' | 'until' | 'from' | 'before'> & {
  aggregation: Aggregation;
  from: Date;
  through: Date;
  interval: TimeInterval | null;
  timezone: string;
};

/** Events name customers whom their organization does not have; nothing was written. */
export class UnknownCustomers extends Error {
  /** Of these events. */
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('events name customers whom their organization does not have');
    this.ids = ids;
  }
}

export type UsageStore = {
  /**
   * Writes events, all or none, except those that were named before; answers the ids of these. Those of several callers may
   * be one write. Throws `UnknownCustomers`.
   */
  insert: (events: readonly EventRow[]) => Promise<readonly string[]>;
  find: (id: string) => Promise<KeptEvent | null>;
  /** Whether there is such an event. */
  some: (filter: EventFilter) => Promise<boolean>;
  /** A page of events, and how many there are in all. */
  page: (filter: EventFilter, paging: Paging) => Promise<[KeptEvent[], number]>;
  /** The newest events, at most so many, without counting the others. */
  newest: (filter: EventFilter, most: number) => Promise<KeptEvent[]>;
  /** A page of the names that events have, and how many there are in all. */
  names: (filter: EventFilter, paging: Paging) => Promise<[EventName[], number]>;
  /** Adds up events themselves, period by period. */
  sums: (query: SumsQuery) => Promise<Sums[]>;
};

/** What a round of copying came to. `busy`: another process copies; `off`: nobody does. */
export type CopyRound = 'more' | 'done' | 'busy' | 'off';

/** The copying of events from where they are written to where they are read. */
export type UsageCopies = { start: () => Promise<void>; copy: () => Promise<CopyRound> };
