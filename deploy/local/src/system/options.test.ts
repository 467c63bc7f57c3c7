import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions, readMode } from './options.ts';
import { root } from './system-processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-options-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('parseOptions', () => {
  it('has defaults for everything', () => {
    expect(parseOptions([], folder)).toEqual({
      port: 3000,
      dataDir: join(root, '.data'),
      config: undefined,
      isDemo: false,
      isSandbox: false,
      isHelp: false,
    });
  });

  it('takes paths relative to where the command was given', () => {
    writeFileSync(join(folder, 'options.json'), '{"identity": {}}');
    const args = ['--port', '4000', '--data', 'here', '--config', 'options.json', '--demo', '--sandbox'];
    expect(parseOptions(args, folder)).toEqual({
      port: 4000,
      dataDir: join(folder, 'here'),
      config: join(folder, 'options.json'),
      isDemo: true,
      isSandbox: true,
      isHelp: false,
    });
  });

  it.each(['0', '65536', '80a', '', '-1', '3e3'])('refuses the port "%s"', (port) => {
    expect(() => parseOptions([`--port=${port}`], folder)).toThrow(/--port must be a number/);
  });

  it.each([
    [['--prot', '1'], /Unknown option '--prot'/],
    [['extra'], /Unexpected argument 'extra'/],
    [['--port'], /--port/],
  ])('says in one line what is wrong with %j', (args, message) => {
    expect(() => parseOptions(args, folder)).toThrow(message);
    expect(() => parseOptions(args, folder)).not.toThrow(/\n/);
  });

  it('names a configuration that is absent, no JSON or no object', () => {
    writeFileSync(join(folder, 'broken.json'), '{');
    writeFileSync(join(folder, 'list.json'), '[]');
    expect(() => parseOptions(['--config', 'absent.json'], folder)).toThrow(/absent\.json cannot be read/);
    expect(() => parseOptions(['--config', 'broken.json'], folder)).toThrow(/broken\.json cannot be read/);
    expect(() => parseOptions(['--config', 'list.json'], folder)).toThrow(/must hold a JSON object/);
  });
});

describe('readMode', () => {
  it('is development unless production is asked for', () => {
    expect([readMode({}), readMode({ TESSERA_MODE: '' }), readMode({ TESSERA_MODE: 'production' })]).toEqual([
      'development',
      'development',
      'production',
    ]);
    expect(() => readMode({ TESSERA_MODE: 'prod' })).toThrow(/must be development or production, not "prod"/);
  });
});
