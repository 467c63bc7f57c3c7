import path from 'node:path';
import { layerFindings } from './layers.ts';

/** The parts from the lowest to the highest: an import goes down this list. */
const order = [
  'common',
  'background',
  'observability',
  'database',
  'redis.ts',
  'http',
  'events',
  'due.ts',
  'mail',
  'access',
  'process',
];

describe('the parts of kit', () => {
  it('import only what stands below them, and every file is in one', () => {
    const findings = layerFindings({ src: path.join(import.meta.dirname, '../src'), order, roofs: [] });
    expect(findings).toEqual([]);
  });
});
