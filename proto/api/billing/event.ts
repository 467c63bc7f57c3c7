/** Usage events of customers, and system events of their meters and benefits (contracts/billing.md, section 3). */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timeText } from '../time-text.ts';
import { timestamp } from '../wire.ts';
import { Customer } from './customer.ts';
import { MetadataIn, MetadataOut, MetadataQuery } from './metadata.ts';
import { FilterIn } from './meter.ts';
import { EventNamesSortProperty, EventSortProperty } from './sorts.ts';

/** Source of an event: the seller (`user`), or Tessera (`system`) for meters and benefits. */
export const EventSource = z.enum(['system', 'user']);
export type EventSource = z.infer<typeof EventSource>;

/**
 * An event. Additions to the contract: `externalId`, the seller's id of it; `voids`, the external id of the event
 * that it voids; `voidedBy`, the id of the event that voided it; `isLate`: it arrived after the end of its period and
 * counts in the period open then.
 */
export const Event = z.object({
  id: z.string(),
  timestamp,
  organizationId: z.string(),
  customerId: z.string().nullable(),
  customer: Customer.nullable(),
  externalCustomerId: z.string().nullable(),
  externalId: z.string().nullable(),
  voids: z.string().nullable(),
  voidedBy: z.string().nullable(),
  isLate: z.boolean(),
  source: EventSource,
  name: z.string(),
  metadata: MetadataOut,
});
export type Event = z.infer<typeof Event>;

/** Maximum number of events per request. */
export const maxIngestedEvents = 1000;
const moment = timeText
  .refine((value) => new Date(value).getUTCFullYear() >= 1970, 'Must be in 1970 or later')
  .transform((value) => new Date(value));

/**
 * An event to ingest. One of the two customer ids is required; `externalId` deduplicates it. `voids` voids another
 * event, by that event's `externalId`.
 */
export const EventCreate = z
  .object({
    metadata: MetadataIn.optional(),
    timestamp: moment.optional(),
    name: text.min(1).max(128),
    organizationId: id.nullish(),
    customerId: id.nullish(),
    externalCustomerId: text.min(1).max(500).nullish(),
    externalId: text.min(1).max(200).nullish(),
    voids: text.min(1).max(200).nullish(),
  })
  .superRefine(({ customerId, externalCustomerId, externalId, voids }, context) => {
    if (voids != null && voids === externalId)
      context.addIssue({ code: 'custom', path: ['voids'], message: 'An event cannot void itself' });
    if (customerId == null && externalCustomerId == null)
      context.addIssue({
        code: 'custom',
        path: ['customerId'],
        message: 'customer_id or external_customer_id is required',
        params: { type: 'missing' },
      });
  });
export type EventCreate = z.output<typeof EventCreate>;

/** Events to ingest, all or none. */
export const EventsIngest = z.object({ events: z.array(EventCreate).max(maxIngestedEvents) });
export type EventsIngest = z.output<typeof EventsIngest>;

/** Number of events inserted; `duplicates` had an `external_id` that existed already. */
export const EventsIngestResponse = z.object({ inserted: z.int(), duplicates: z.int() });
export type EventsIngestResponse = z.infer<typeof EventsIngestResponse>;

const customerFilters = {
  organizationId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  externalCustomerId: oneOrMany(text.max(500)).optional(),
  source: oneOrMany(EventSource).optional(),
};

/** A meter's filter as JSON text. */
const filterText = z
  .string()
  .max(100_000)
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(FilterIn);

/** Filters, order and page of the list of events. `startTimestamp` is inclusive, `endTimestamp` exclusive. */
export const EventListQuery = PageQuery.extend({
  filter: filterText.optional(),
  startTimestamp: moment.optional(),
  endTimestamp: moment.optional(),
  ...customerFilters,
  meterId: id.optional(),
  name: oneOrMany(text.max(200)).optional(),
  // Addition to the contract: part of the name.
  query: text.max(200).optional(),
  sorting: sortingOf(EventSortProperty, '-timestamp'),
  metadata: MetadataQuery.optional(),
});
export type EventListQuery = z.output<typeof EventListQuery>;

/** Filters of the export of events. */
export const EventExportQuery = EventListQuery.omit({ page: true, limit: true, sorting: true });
export type EventExportQuery = z.output<typeof EventExportQuery>;

/** A page of events. */
export const EventPage = pageOf(Event);

/** An event name, and how often it occurred. */
export const EventName = z.object({
  name: z.string(),
  source: EventSource,
  occurrences: z.int(),
  firstSeen: timestamp,
  lastSeen: timestamp,
});
export type EventName = z.infer<typeof EventName>;

/** Filters, order and page of the list of names. `query` searches the name. */
export const EventNameListQuery = PageQuery.extend({
  ...customerFilters,
  query: text.max(200).optional(),
  sorting: sortingOf(EventNamesSortProperty, '-last_seen'),
});
export type EventNameListQuery = z.output<typeof EventNameListQuery>;

/** A page of names. */
export const EventNamePage = pageOf(EventName);
