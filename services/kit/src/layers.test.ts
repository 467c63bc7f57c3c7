import { layerFindings } from '@tessera/local/testing/layers';

/** The parts from the lowest to the highest: an import goes down this list. */
const order = [
  'actor.ts',
  'clock.ts',
  'config.ts',
  'errors.ts',
  'log-output.ts',
  'log.ts',
  'secrets.ts',
  'state-machine.ts',
  'text',
  'places',
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
    const findings = layerFindings({ src: import.meta.dirname, order, roofs: [] });
    expect(findings).toEqual([]);
  });
});
