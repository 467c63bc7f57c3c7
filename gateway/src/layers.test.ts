import path from 'node:path';
import { layerFindings } from '@tessera/kit/test/layers';

const group = (name: string, ...files: string[]) => ({ name, files: files.map((file) => `${file}.ts`) });

/** The parts from the lowest to the highest: an import goes down this list. */
const order = [
  group('values', 'address', 'refuse', 'routes', 'config', 'request'),
  group('bounds', 'bodies', 'streams', 'transfers', 'limits'),
  group(
    'records',
    'record-cache',
    'passport',
    'session-cookie',
    'session-copy',
    'session',
    'own-changes',
    'access-token',
  ),
  group(
    'ways out',
    'proxy',
    'hop',
    'upgrade',
    'start',
    'page-head',
    'web',
    'buyers-page',
    'checkout-page',
    'portal-page',
    'mail-samples',
    'dev',
  ),
  group('descriptions', 'docs-groups', 'docs-apps', 'docs-guide', 'docs'),
  group('gateway', 'cors', 'gateway'),
  group('steps', 'caller', 'steps'),
  group('API', 'api'),
];

describe('the parts of the gateway', () => {
  it('import only what stands below them, and every file is in one', () =>
    expect(
      layerFindings({ src: path.dirname(import.meta.filename), order, roofs: ['main.ts', 'app.ts'] }),
    ).toEqual([]));
});
