/** README.md names every option with its default, and the test that shows its effect. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionKeys, readReference } from '@tessera/kit/test/option-keys';
import { OrganizationOptions } from './config.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const rows = readReference(readFileSync(at('../README.md'), 'utf8'));
const defaults: unknown = OrganizationOptions.parse({});

const defaultOf = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], defaults);

/** The usual roles are described on their own page of the contract, not in a cell. */
const described = new Set(['ac', 'roles']);

describe('the reference', () => {
  it('names every option that is read, and no other', () =>
    expect(rows.map(({ key }) => key).toSorted((a, b) => a.localeCompare(b))).toEqual(
      optionKeys(OrganizationOptions).toSorted((a, b) => a.localeCompare(b)),
    ));

  it.each(rows.filter(({ key }) => !described.has(key)))(
    'tells the default of $key',
    ({ key, default: expected }) => expect(defaultOf(key) ?? null).toEqual(expected),
  );

  it.each(rows)('names a test of $key, which speaks of it', ({ key, test }) => {
    expect(existsSync(at(`../${test}`))).toBe(true);
    const name = key.split('.').at(-1) ?? '';
    if (!/^(before|after)/.test(name))
      expect(readFileSync(at(`../${test}`), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
