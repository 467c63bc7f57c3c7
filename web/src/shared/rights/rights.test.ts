import '../../test/english.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeScope, rightGroups } from './rights.ts';

const locales = fileURLToPath(new URL('../../locales/', import.meta.url));
const catalogue = (language: string, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`${locales}${language}/${name}.json`, 'utf8')) as Record<string, unknown>;

describe('rightGroups', () => {
  it.each(readdirSync(locales))('calls each area as the navigation does (%s)', (language) => {
    const navigation = catalogue(language, 'app');
    const areas = Object.entries(catalogue(language, 'rights')).filter(([key]) => key in navigation);
    expect(areas).toContainEqual(['customFields', navigation['customFields']]);
    for (const [key, name] of areas) expect(name).toBe(navigation[key]);
  });

  it('explains each right in words, once', () => {
    const options = rightGroups().flatMap((choice) => choice.options);
    expect(new Set(options.map(({ scope }) => scope)).size).toBe(options.length);
    expect(new Set(options.map(({ meaning }) => meaning)).size).toBe(options.length);
  });
});

describe('describeScope', () => {
  it('leaves an unknown right as it is spelt', () => {
    expect(describeScope('orders:read')).toBe('See orders');
    expect(describeScope('payouts:write')).toBe('payouts:write');
  });
});
