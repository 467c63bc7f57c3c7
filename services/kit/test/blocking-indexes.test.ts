import { blockingIndexes } from './blocking-indexes.ts';

const before = { name: '001-first', sql: 'CREATE INDEX things_name ON things (name)' };

describe('blockingIndexes', () => {
  it('names each later migration that builds an index on a table with rows', () => {
    const sql =
      'ALTER TABLE things ADD COLUMN a int; CREATE UNIQUE INDEX IF NOT EXISTS things_a ON things (a);';
    expect(blockingIndexes([before, { name: '002-second', sql }], '001-first')).toEqual([
      '002-second: an index on things belongs into a migration with `indexes`',
    ]);
  });

  it('lets pass what keeps nobody from writing', () => {
    const own =
      'CREATE TABLE parts (id int); CREATE INDEX parts_id ON parts (id); CREATE INDEX ON months (id);';
    const later = [
      { name: '002-own', sql: own },
      { name: '003-built', indexes: [{ name: 'things_a', on: 'things (a)' }] },
    ];
    expect(blockingIndexes([before, ...later], '001-first', ['months'])).toEqual([]);
  });

  it('notices that the migration is gone from which the rule holds', () =>
    expect(() => blockingIndexes([before], '009-none')).toThrow('009-none'));
});
