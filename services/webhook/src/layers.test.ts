import path from 'node:path';
import { layerFindings } from '@tessera/local/testing/layers';

/** The folders from the lowest to the highest: an import goes down this list. */
const order = [
  'migrations',
  'deliveries/lookup.ts',
  'deliveries/destination.ts',
  'webhook.ts',
  'deliveries',
  'endpoints',
  'samples',
  'events',
];

describe('the folders of webhook', () => {
  it('import only what stands below them', () =>
    expect(layerFindings({ src: path.dirname(import.meta.filename), order })).toEqual([]));
});
