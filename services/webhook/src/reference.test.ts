/** README.md names every option with its default. */
import { readFileSync } from 'node:fs';
import { optionKeys, readOptions } from '@tessera/kit/test/option-keys';
import { WebhookOptions } from './config.ts';

const valueAt = (value: unknown, key: string): unknown =>
  key.split('.').reduce((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

it('names every option that is read, with its default, and no other', () => {
  const rows = readOptions(readFileSync(new URL('../README.md', import.meta.url), 'utf8'));
  const defaults: unknown = WebhookOptions.parse({});
  const read = optionKeys(WebhookOptions).map((key) => ({ key, default: valueAt(defaults, key) ?? null }));
  const byKey = (left: { key: string }, right: { key: string }) => left.key.localeCompare(right.key);
  expect(rows.toSorted(byKey)).toEqual(read.toSorted(byKey));
});
