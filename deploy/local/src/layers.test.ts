import { layerFindings } from './testing/layers.ts';

/** The parts from the lowest to the highest: an import goes down this list. */
const order = ['processes', 'servers', 'system', 'inbox', 'demo', 'testing'];
const commands = ['start', 'dev', 'test', 'check', 'bench', 'parked', 'usage'];

describe('the parts of the commands', () => {
  it('import only what stands below them, and every file is in one', () =>
    expect(
      layerFindings({ src: import.meta.dirname, order, roofs: commands.map((name) => `${name}.ts`) }),
    ).toEqual([]));
});
