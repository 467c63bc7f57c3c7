import { fromWire, toWire } from '../wire.ts';
import { Meter } from './meter.ts';

describe('a meter', () => {
  it('keeps filters inside filters, however deep', () => {
    const clause = { property: 'snake_or_camelCase', operator: 'eq', value: 'x' };
    const inner = { conjunction: 'and', clauses: [clause] };
    const filter = { conjunction: 'or', clauses: [clause, { conjunction: 'and', clauses: [inner, clause] }] };
    expect(toWire(Meter, { filter }, 'snake')).toEqual({ filter });
    expect(fromWire(Meter, { filter }, 'snake')).toEqual({ filter });
    expect(Meter.shape.filter.parse(filter)).toEqual(filter);
  });
});
