import type { FilterClause } from '@tessera/proto/api/billing/meter';
import { type Countable, passes } from './filter.ts';

const event = (metadata: Countable['metadata'] = {}): Countable => ({
  name: 'call',
  source: 'user',
  timestamp: new Date('2026-01-10T12:00:00.500Z'),
  metadata,
});
const clause = (
  property: string,
  operator: FilterClause['operator'],
  value: FilterClause['value'],
): FilterClause => ({ property, operator, value });

describe('a comparison', () => {
  const values = ['5', 5, 5.5, 1, -2, true, false, 'Abc', '10'];

  it.each<[FilterClause['operator'], FilterClause['value'], typeof values]>([
    // Text is compared with the text of a value, numbers and booleans with their own kind, and 1 is true.
    ['eq', '5', ['5']],
    ['eq', 5, ['5', 5]],
    ['ne', 5, [5.5, 1, -2, 'Abc', '10']],
    ['ne', '5', ['Abc', '10']],
    ['gt', 5, [5.5, 'Abc']],
    ['gte', 5, ['5', 5, 5.5, 'Abc']],
    ['lt', 5, [1, -2, '10']],
    ['lte', 5, ['5', 5, 1, -2, '10']],
    ['eq', true, [1, true]],
    ['eq', false, [false]],
    ['ne', true, ['5', 5, 5.5, -2, false, 'Abc', '10']],
    // Letters are those of the value as written, whatever their kind.
    ['like', 'b', ['Abc']],
    ['like', 'B', []],
    ['like', 5, ['5', 5, 5.5]],
    ['like', '%', []],
    ['not_like', '5', [1, -2, true, false, 'Abc', '10']],
  ])('%s %j holds for %j', (operator, value, expected) =>
    expect(
      values.filter((v) =>
        passes({ conjunction: 'and', clauses: [clause('v', operator, value)] }, event({ v })),
      ),
    ).toEqual(expected),
  );

  it('holds for nothing that is not there, not even one that denies', () => {
    for (const operator of ['eq', 'ne', 'lt', 'not_like'] as const)
      for (const property of ['v', 'constructor', '__proto__'])
        expect(passes({ conjunction: 'or', clauses: [clause(property, operator, 'x')] }, event())).toBe(
          false,
        );
  });

  it('of the time is in seconds, with their fractions, and of no text', () => {
    const second = Date.parse('2026-01-10T12:00:00Z') / 1000;
    const holds = (operator: FilterClause['operator'], value: FilterClause['value']) =>
      passes({ conjunction: 'and', clauses: [clause('timestamp', operator, value)] }, event());
    expect([holds('gt', second), holds('eq', second), holds('lt', second + 1)]).toEqual([true, false, true]);
    expect([holds('gt', '0'), holds('like', second)]).toEqual([false, false]);
  });
});

describe('a filter', () => {
  const yes = clause('name', 'eq', 'call');
  const no = clause('name', 'eq', 'upload');

  it('holds by all or one of its clauses, group by group, and without any', () => {
    for (const conjunction of ['and', 'or'] as const)
      expect(passes({ conjunction, clauses: [] }, event())).toBe(true);
    expect(passes({ conjunction: 'and', clauses: [yes, no] }, event())).toBe(false);
    expect(passes({ conjunction: 'or', clauses: [yes, no] }, event())).toBe(true);
    const either = { conjunction: 'or' as const, clauses: [no, yes] };
    const both = { conjunction: 'and' as const, clauses: [yes, no] };
    expect(passes({ conjunction: 'and', clauses: [yes, either] }, event())).toBe(true);
    expect(passes({ conjunction: 'and', clauses: [either, both] }, event())).toBe(false);
  });
});
