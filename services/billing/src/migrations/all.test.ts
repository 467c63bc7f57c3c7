import { blockingIndexes } from '@tessera/kit/test/blocking-indexes';
import { migrations } from './all.ts';

describe('the migrations', () => {
  it('build no index on a table with rows while nobody can write to it', () =>
    expect(blockingIndexes(migrations, '170-present-customers', ['usage_events'])).toEqual([]));
});
