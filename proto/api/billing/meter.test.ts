import { fromWire, toWire } from '../wire.ts';
import { EventListQuery } from './event.ts';
import { Meter, MeterCreate } from './meter.ts';

describe('a meter', () => {
  it('keeps filters inside filters, however deep', () => {
    const clause = { property: 'snake_or_camelCase', operator: 'eq', value: 'x' };
    const inner = { conjunction: 'and', clauses: [clause] };
    const filter = { conjunction: 'or', clauses: [clause, { conjunction: 'and', clauses: [inner, clause] }] };
    expect(toWire(Meter, { filter }, 'snake')).toEqual({ filter });
    expect(fromWire(Meter, { filter }, 'snake')).toEqual({ filter });
    expect(Meter.shape.filter.parse(filter)).toEqual(filter);
  });

  it.each(['metadata.', ''])('names a property, not only where it lies: %j', (property) => {
    const aggregation = { func: 'sum', property };
    const filter = { conjunction: 'and', clauses: [{ property, operator: 'eq', value: 1 }] };
    const { error } = MeterCreate.safeParse({ name: 'Tokens', filter, aggregation });
    expect(error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
      'aggregation.property',
      'filter.clauses.0.property',
    ]);
    const named = MeterCreate.parse({
      name: 'Tokens',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'sum', property: 'metadata.metadata.' },
    });
    expect(named.aggregation).toEqual({ func: 'sum', property: 'metadata.' });
  });

  it('has a hundred clauses at most, however they are nested', () => {
    const clause = { property: 'a', operator: 'eq', value: 'x' };
    const group = (clauses: object[]) => ({ conjunction: 'and', clauses });
    const refusalsOf = (filter: object) =>
      MeterCreate.safeParse({ name: 'Tokens', filter, aggregation: { func: 'count' } }).error?.issues.map(
        ({ path, message }) => [path.join('.'), message],
      );
    const fifty = (clauses: object[]) => group(Array.from({ length: 50 }, () => clauses).flat());
    expect(refusalsOf(fifty([clause, clause]))).toBeUndefined();
    expect(refusalsOf(fifty([group([clause])]))).toBeUndefined();
    const refused = [['filter', 'At most 100 conditions']];
    expect(refusalsOf(fifty([group([clause, clause])]))).toEqual(refused);
    expect(refusalsOf(group([group([]), fifty([group([]), group([])])]))).toEqual(refused);
  });
});

describe('a filter by metadata', () => {
  it('names no more keys than metadata has', () => {
    const by = (keys: number) =>
      EventListQuery.safeParse({
        metadata: Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key${index}`, 'x'])),
      }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(by(50)).toBeUndefined();
    expect(by(51)).toEqual([['metadata', 'At most 50 keys']]);
  });
});
