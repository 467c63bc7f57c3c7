import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authPathOf, configOf, demoOptions } from './product-options.ts';

describe('configOf', () => {
  it('takes what the command line names before everything else', () => {
    const named = { config: '/tmp/own.json', isDemo: true, isSandbox: false };
    expect(configOf(named, { TESSERA_CONFIG: '/tmp/other.json' })).toEqual({ config: '/tmp/own.json' });
  });

  it('leaves what the environment names as it is, in a demo too', () =>
    expect(
      configOf({ config: undefined, isDemo: true, isSandbox: false }, { TESSERA_CONFIG: '/tmp/other.json' }),
    ).toEqual({}));

  it('shows more in a demo, and keeps the defaults otherwise', () => {
    expect(configOf({ config: undefined, isDemo: true, isSandbox: false }, {})).toEqual({
      config: demoOptions,
    });
    expect(configOf({ config: undefined, isDemo: false, isSandbox: false }, {})).toEqual({});
  });

  it('adds the sandbox to whatever is named', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-options-'));
    const file = join(folder, 'options.json');
    writeFileSync(file, JSON.stringify({ identity: { appName: 'Shop' }, billing: {} }));
    const sandbox = { isDemo: false, isSandbox: true };
    const merged = { config: { identity: { appName: 'Shop' }, billing: { sandbox: true } } };
    expect(configOf({ ...sandbox, config: file }, {})).toEqual(merged);
    expect(configOf({ ...sandbox, config: undefined }, { TESSERA_CONFIG: file })).toEqual(merged);
    expect(configOf({ ...sandbox, config: undefined }, {})).toEqual({
      config: { billing: { sandbox: true } },
    });
    expect(() => configOf({ ...sandbox, config: join(folder, 'none.json') }, {})).toThrow(/cannot be read/);
    rmSync(folder, { recursive: true });
  });
});

describe('configOf with a section that is no object', () => {
  it.each([null, [], 'on'])('leaves %j for billing to refuse', (billing) => {
    const file = join(mkdtempSync(join(tmpdir(), 'tessera-options-')), 'options.json');
    writeFileSync(file, JSON.stringify({ billing }));
    expect(configOf({ config: file, isDemo: false, isSandbox: true }, {})).toEqual({ config: { billing } });
  });
});

describe('authPathOf', () => {
  it('is where the options have it', () => {
    expect(authPathOf({}, {})).toBe('/api/auth');
    expect(authPathOf({ config: { identity: { basePath: '/accounts/' } } }, {})).toBe('/accounts');
    const file = join(mkdtempSync(join(tmpdir(), 'tessera-options-')), 'options.json');
    writeFileSync(file, JSON.stringify({ identity: { basePath: '/auth' }, billing: {} }));
    expect(authPathOf({ config: file }, {})).toBe('/auth');
    expect(authPathOf({}, { TESSERA_CONFIG: file })).toBe('/auth');
  });
});
