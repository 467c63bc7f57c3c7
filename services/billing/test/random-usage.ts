/** Random events, filters and aggregations, including values that databases compare differently. */
import type { Aggregation, Filter } from '@tessera/proto/api/billing/meter';
import fc from 'fast-check';

const scalars = fc.oneof(
  fc.constantFrom('a', 'b', 'ab', '10', '1.5', 'true', 'Ä', '\u{1F600}', '\uFF5E'),
  fc.integer({ min: -20, max: 20 }).map((n) => n / 8),
  fc.constantFrom(1e21, 1e-7, 0.1, 2 ** 53),
  fc.boolean(),
);

const clauses = fc.record({
  property: fc.constantFrom('n', 's', 'name', 'source', 'timestamp', 'absent', '__proto__', 'a.b'),
  operator: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'),
  value: fc.oneof(
    fc.constantFrom('a', 'b', '1', 'true', 'user', 'call', '\u{1F600}', '%', '_'),
    fc.integer({ min: -3, max: 3 }),
    fc.constant(1_768_000_000),
    fc.boolean(),
  ),
});

export const randomFilters = fc.letrec((tie) => ({
  filter: fc.record({
    conjunction: fc.constantFrom('and', 'or'),
    clauses: fc.array(fc.oneof({ depthSize: 'small', maxDepth: 3 }, clauses, tie('filter')), {
      maxLength: 3,
    }),
  }),
})).filter as fc.Arbitrary<Filter>;

/** Timestamps from January 8 to 12, 2026. */
export const randomEvents = fc.array(
  fc.record({
    name: fc.constantFrom('call', 'upload', 'b'),
    timestamp: fc
      .integer({ min: Date.parse('2026-01-08T00:00:00Z'), max: Date.parse('2026-01-12T00:00:00Z') })
      .map((time) => new Date(time).toISOString()),
    metadata: fc.record({ n: scalars, s: scalars, 'a.b': scalars }, { requiredKeys: [] }),
  }),
  { minLength: 10, maxLength: 30 },
);

export const randomAggregations = fc.oneof(
  fc.constant({ func: 'count' as const }),
  fc.constantFrom('n', 's').map((uniqueProperty) => ({ func: 'count' as const, uniqueProperty })),
  fc.record({
    func: fc.constantFrom('sum', 'max', 'min', 'avg'),
    property: fc.constantFrom('n', 's'),
  }),
) as fc.Arbitrary<Aggregation>;
