import { t } from '../../i18n/t.ts';
import type { FieldErrors } from '../../ui/form-errors.ts';

/** Metadata as a form holds it. */
export type MetadataEntry = { key: string; name: string; value: string | number | boolean };

let lastKey = 0;
/** A row of the form that nothing else is called. */
export const newEntry = (entry: Omit<MetadataEntry, 'key'> = { name: '', value: '' }): MetadataEntry => ({
  ...entry,
  key: `m${++lastKey}`,
});

export const entriesOf = (metadata: Record<string, string | number | boolean>): MetadataEntry[] =>
  Object.entries(metadata).map(([name, value]) => newEntry({ name, value }));

/** What was filled in. A number or a truth value that nobody has touched stays one. */
export const metadataOf = (entries: readonly MetadataEntry[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    entries
      .filter(({ name, value }) => name.trim() !== '' && value !== '')
      .map(({ name, value }) => [name.trim(), value]),
  );

/** The part of a request that changes it; nothing where nobody touched it: other systems may have written it meanwhile. */
export const changedMetadata = (
  entries: readonly MetadataEntry[],
  before: Record<string, string | number | boolean>,
): { metadata?: Record<string, string | number | boolean> } => {
  const metadata = metadataOf(entries);
  return JSON.stringify(metadata) === JSON.stringify(before) ? {} : { metadata };
};

/** What would be lost without a word: half a row, and all but the last of the same key. */
export const metadataMistakes = (entries: readonly MetadataEntry[]): FieldErrors => {
  const names = entries.map(({ name }) => name.trim()).filter((name) => name !== '');
  if (new Set(names).size < names.length) return { metadata: t('shared:metadataTwice') };
  const isHalf = ({ name, value }: MetadataEntry) => (name.trim() === '') !== (value === '');
  return entries.some(isHalf) ? { metadata: t('shared:metadataHalf') } : {};
};
