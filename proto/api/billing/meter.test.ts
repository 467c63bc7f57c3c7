import { fromWire, toWire } from '../wire.ts';
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
});
