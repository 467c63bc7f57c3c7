import { configOf, demoOptions } from './demo-options.ts';

describe('configOf', () => {
  it('takes what the command line names before everything else', () => {
    const named = { config: '/tmp/own.json', isDemo: true };
    expect(configOf(named, { TESSERA_CONFIG: '/tmp/other.json' })).toEqual({ config: '/tmp/own.json' });
  });

  it('leaves what the environment names as it is, in a demo too', () =>
    expect(configOf({ config: undefined, isDemo: true }, { TESSERA_CONFIG: '/tmp/other.json' })).toEqual({}));

  it('shows more in a demo, and keeps the defaults otherwise', () => {
    expect(configOf({ config: undefined, isDemo: true }, {})).toEqual({ config: demoOptions });
    expect(configOf({ config: undefined, isDemo: false }, {})).toEqual({});
  });
});
