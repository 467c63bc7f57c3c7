/** Meters: what is counted of a customer's events (contracts/billing.md, section 6). */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { FilterConjunction, FilterOperator } from './enums.ts';
import { MetadataIn, MetadataOut, MetadataQuery } from './metadata.ts';
import { MeterSortProperty } from './sorts.ts';

/** One comparison of an event's property. */
export const FilterClause = z.object({
  property: z.string(),
  operator: FilterOperator,
  value: z.union([z.string(), z.int(), z.boolean()]),
});
export type FilterClause = z.infer<typeof FilterClause>;

/** Comparisons, nested at will. No clauses: every event counts. */
export const Filter = z
  .object({
    conjunction: FilterConjunction,
    get clauses() {
      return z.array(z.union([FilterClause, Filter]));
    },
  })
  .meta({ id: 'Filter' });
export type Filter = z.infer<typeof Filter>;

/** How events become units. */
export const Aggregation = z.discriminatedUnion('func', [
  z.object({ func: z.literal('count') }),
  z.object({ func: z.enum(['sum', 'max', 'min', 'avg']), property: z.string() }),
]);
export type Aggregation = z.infer<typeof Aggregation>;

/** A meter. */
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

/** A field of an event, or a key of its metadata, which may be written `metadata.key`. */
const property = text
  .min(1)
  .max(200)
  .transform((name) => name.replace(/^metadata\./, ''));

const clause = z.object({
  property,
  operator: FilterOperator,
  value: z.union([text.max(1000), z.int(), z.boolean()]),
});

/** Filters within filters, in a request. */
const maxDepth = 5;
const clausesOf = <Clause extends z.ZodType<Filter['clauses'][number]>>(item: Clause) =>
  z.object({ conjunction: FilterConjunction, clauses: z.array(item).max(100) });

/** A filter in a request: no deeper than five levels, so that what is sent cannot exhaust whoever reads it. */
export const FilterIn: z.ZodType<Filter> = Array.from({ length: maxDepth - 1 }).reduce<z.ZodType<Filter>>(
  (inner) => clausesOf(z.union([clause, inner])),
  clausesOf(clause),
);

/** How events become units, in a request. */
export const AggregationIn = z.discriminatedUnion('func', [
  z.object({ func: z.literal('count') }),
  z.object({ func: z.enum(['sum', 'max', 'min', 'avg']), property }),
]);

const name = text.min(3).max(500);

/** A new meter. `organizationId` is left out by access tokens. */
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

/** Filters, order and page of the list of meters. `query` finds in the name. */
export const MeterListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
  metadata: MetadataQuery.optional(),
  sorting: sortingOf(MeterSortProperty, 'name'),
});
export type MeterListQuery = z.output<typeof MeterListQuery>;

/** A page of meters. */
export const MeterPage = pageOf(Meter);
