import type pg from 'pg';
import { type LaidOutResult, layoutOf } from './row-layout.ts';

const described = (table: number): LaidOutResult => ({
  fields: [{ name: 'id', tableID: table, columnID: 1, dataTypeID: 23 } as pg.FieldDef],
  _prebuiltEmptyResultObject: null,
});

describe('the layout of rows', () => {
  it('is shared as long as it is used, however many others there are', () => {
    const first = layoutOf(described(0));
    expect(first.empty).toEqual({ id: null });
    for (let table = 1; table <= 5_000; table += 1) {
      layoutOf(described(table));
      if (table % 500 === 0) expect(layoutOf(described(0))).toBe(first);
    }
  });

  it('is forgotten when very many others were used since', () => {
    const first = layoutOf(described(0));
    for (let table = 1; table <= 2_000; table += 1) layoutOf(described(table));
    expect(layoutOf(described(0))).not.toBe(first);
  });
});
