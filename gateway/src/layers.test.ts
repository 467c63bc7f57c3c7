import path from 'node:path';
import { layerFindings } from '@tessera/local/testing/layers';

/** The parts from the lowest to the highest: an import goes down this list. */
const order = [
  'routes.ts',
  'config.ts',
  'request',
  'limits',
  'sessions',
  'proxy',
  'pages',
  'dev',
  'docs',
  'gateway.ts',
  'api',
];

describe('the parts of the gateway', () => {
  it('import only what stands below them, and every file is in one', () =>
    expect(
      layerFindings({ src: path.dirname(import.meta.filename), order, roofs: ['main.ts', 'app.ts'] }),
    ).toEqual([]));
});
