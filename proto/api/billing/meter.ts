/** Meters: units counted from customers' events (contracts/billing.md, section 6). */
import { z } from 'zod';
import { id, mustBeGiven, oneOrMany, sortingOf, text, visibleText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timeText } from '../time-text.ts';
import { timestamp } from '../wire.ts';
import { FilterConjunction, FilterOperator } from './enums.ts';
import { MetadataIn, MetadataOut, MetadataQuery } from './metadata.ts';
import { isTimeZone, TimeInterval } from './metrics.ts';
import { MeterSortProperty } from './sorts.ts';

/** A comparison of an event's property. */
export const FilterClause = z.object({
  property: z.string(),
  operator: FilterOperator,
  value: z.union([z.string(), z.int(), z.boolean()]),
});
export type FilterClause = z.infer<typeof FilterClause>;

/** Comparisons, nested to any depth. Without clauses every event matches. */
export const Filter = z
  .object({
    conjunction: FilterConjunction,
    get clauses() {
      return z.array(z.union([FilterClause, Filter]));
    },
  })
  .meta({ id: 'Filter' });
export type Filter = z.infer<typeof Filter>;

const propertyFunc = z.enum(['sum', 'max', 'min', 'avg']);

/**
 * How events become units. `uniqueProperty` (addition to the contract, whose clients read it as a count) counts the
 * distinct values of the property instead of the events.
 */
export const Aggregation = z.discriminatedUnion('func', [
  z.object({ func: z.literal('count'), uniqueProperty: z.string().optional() }),
  z.object({ func: propertyFunc, property: z.string() }),
]);
export type Aggregation = z.infer<typeof Aggregation>;

export const Meter = z.object({
  metadata: MetadataOut,
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  id: z.string(),
  name: z.string(),
  filter: Filter,
  aggregation: Aggregation,
  organizationId: z.string(),
});
export type Meter = z.infer<typeof Meter>;

/** A field of an event, or a key of its metadata, optionally prefixed with `metadata.`. */
const property = text
  .min(1)
  .max(200)
  .refine((name) => name !== 'metadata.', { message: 'Must be a metadata key' })
  .transform((name) => name.replace(/^metadata\./, ''));

const clause = z.object({
  property,
  operator: FilterOperator,
  value: z.union([text.max(1000), z.int(), z.boolean()]),
});

/** Maximum number of clauses of a filter, over all levels: each event is compared with each of them. */
const maxClauses = 100;
const countClauses = ({ clauses }: Filter): number =>
  clauses.reduce((sum, inner) => sum + 1 + ('clauses' in inner ? countClauses(inner) : 0), 0);

/** Maximum nesting of filters in a request. */
const maxDepth = 5;
const clausesOf = <Clause extends z.ZodType<Filter['clauses'][number]>>(item: Clause) =>
  z.object({ conjunction: FilterConjunction, clauses: z.array(item).max(maxClauses) });

/** A filter in a request. Depth and number of clauses are limited, to bound the cost of parsing and applying it. */
export const FilterIn = Array.from({ length: maxDepth - 1 })
  .reduce<z.ZodType<Filter>>((inner) => clausesOf(z.union([clause, inner])), clausesOf(clause))
  .refine((filter) => countClauses(filter) <= maxClauses, {
    message: `At most ${maxClauses} conditions`,
    params: { type: 'too_long' },
  });

/** How events become units, in a request; `unique` with a property is a synonym of `count` with `uniqueProperty`. */
export const AggregationIn = z.discriminatedUnion('func', [
  z.object({ func: z.literal('count'), uniqueProperty: property.optional() }),
  z
    .object({ func: z.literal('unique'), property })
    .transform(({ property: uniqueProperty }) => ({ func: 'count' as const, uniqueProperty })),
  z.object({ func: propertyFunc, property }),
]);

const name = visibleText.trim().min(3).max(500);

/** A new meter. `organizationId` is omitted with access tokens. */
export const MeterCreate = z.object({
  metadata: MetadataIn.optional(),
  name,
  filter: FilterIn,
  aggregation: AggregationIn,
  organizationId: id.nullish(),
});
export type MeterCreate = z.output<typeof MeterCreate>;

/** Changes to a meter. Absent or null: unchanged. */
export const MeterUpdate = z.object({
  metadata: MetadataIn.optional(),
  name: name.nullish(),
  filter: FilterIn.nullish(),
  aggregation: AggregationIn.nullish(),
});
export type MeterUpdate = z.output<typeof MeterUpdate>;

/** Filters, order and page of the list of meters. `query` searches the name. */
export const MeterListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
  metadata: MetadataQuery.optional(),
  sorting: sortingOf(MeterSortProperty, 'name'),
});
export type MeterListQuery = z.output<typeof MeterListQuery>;

/** Filters of the export of meters. */
export const MeterExportQuery = MeterListQuery.omit({ page: true, limit: true, sorting: true });
export type MeterExportQuery = z.output<typeof MeterExportQuery>;

/** A page of meters. */
export const MeterPage = pageOf(Meter);

/** Maximum number of periods per request: more than half a year of hours. */
export const maxQuantities = 5000;

const shortestHours: Readonly<Record<TimeInterval, number>> = {
  hour: 1,
  day: 23,
  week: 167,
  month: 671,
  year: 8759,
};

const queriedMoment = timeText
  .refine((value) => value >= '1970-01-02', 'Must be in 1970 or later')
  .transform((value) => new Date(value));

const rangeFields = {
  startTimestamp: queriedMoment,
  endTimestamp: queriedMoment,
  interval: z.enum(TimeInterval.options, mustBeGiven),
  // Addition to the contract, whose periods are in UTC.
  timezone: z.string().max(100).refine(isTimeZone, 'Must be the name of a time zone').default('UTC'),
};
type Range = { startTimestamp: Date; endTimestamp: Date; interval: TimeInterval };

const refuseRange = (
  { startTimestamp, endTimestamp, interval }: Range,
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['endTimestamp'], message });
  // A field that failed validation still has its input value.
  if (!(startTimestamp instanceof Date && endTimestamp instanceof Date)) return;
  const hours = (endTimestamp.getTime() - startTimestamp.getTime()) / 3_600_000;
  if (hours < 0) refuse('Must not be before start_timestamp');
  else if (hours / shortestHours[interval] > maxQuantities)
    refuse(`At most ${maxQuantities} periods of this interval`);
};

const customerFields = {
  customerId: oneOrMany(id).optional(),
  externalCustomerId: oneOrMany(text.max(500)).optional(),
};

/**
 * Units of a meter by period. Both ends of the range are inclusive; periods begin on the hour, day, Monday, month or
 * year of `timezone`, an IANA name.
 */
export const MeterQuantitiesQuery = z
  .object({ ...rangeFields, ...customerFields, metadata: MetadataQuery.optional() })
  .superRefine(refuseRange);
export type MeterQuantitiesQuery = z.output<typeof MeterQuantitiesQuery>;

/** The same for a customer's own meter, without customer filters. Addition to the contract. */
export const CustomerMeterQuantitiesQuery = z.object(rangeFields).superRefine(refuseRange);
export type CustomerMeterQuantitiesQuery = z.output<typeof CustomerMeterQuantitiesQuery>;

/** The units of the period that begins at `timestamp`. */
export const MeterQuantity = z.object({ timestamp, quantity: z.number() });
export type MeterQuantity = z.infer<typeof MeterQuantity>;

/** The units of each period of a range, and of the whole range. */
export const MeterQuantities = z.object({ quantities: z.array(MeterQuantity), total: z.number() });
export type MeterQuantities = z.infer<typeof MeterQuantities>;

/** Computes what a meter that does not exist yet would have counted. Addition to the contract. */
export const MeterPreview = z
  .object({
    filter: FilterIn,
    aggregation: AggregationIn,
    organizationId: id.nullish(),
    ...rangeFields,
    customerId: z.array(id).max(100).optional(),
  })
  .superRefine(refuseRange);
export type MeterPreview = z.output<typeof MeterPreview>;

/** The computed units, and the number of events counted. */
export const MeterPreviewReply = MeterQuantities.extend({ events: z.int() });
export type MeterPreviewReply = z.infer<typeof MeterPreviewReply>;
