/** Meters: what is counted of a customer's events (contracts/billing.md, section 6). */
import { z } from 'zod';
import { timestamp } from '../wire.ts';
import { FilterConjunction, FilterOperator } from './enums.ts';
import { MetadataOut } from './metadata.ts';

/** One comparison of an event's property. */
export const FilterClause = z.object({
  property: z.string(),
  operator: FilterOperator,
  value: z.union([z.string(), z.int(), z.boolean()]),
});
export type FilterClause = z.infer<typeof FilterClause>;

/** Comparisons, nested at will. No clauses: every event counts. */
export const Filter = z.object({
  conjunction: FilterConjunction,
  get clauses() {
    return z.array(z.union([FilterClause, Filter]));
  },
});
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
