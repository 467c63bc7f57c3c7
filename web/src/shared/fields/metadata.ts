import { t } from '../../i18n/t.ts';
import type { FieldErrors } from '../../ui/forms/form-errors.ts';

/** Metadata as form values. */
export type MetadataEntry = { key: string; name: string; value: string | number | boolean };

let lastKey = 0;
/** A new row of the form with a unique key. */
export const newEntry = (entry: Omit<MetadataEntry, 'key'> = { name: '', value: '' }): MetadataEntry => ({
  ...entry,
  key: `m${++lastKey}`,
});

export const entriesOf = (metadata: Record<string, string | number | boolean>): MetadataEntry[] =>
  Object.entries(metadata).map(([name, value]) => newEntry({ name, value }));

/** The filled-in rows. Untouched numbers and booleans keep their type. */
export const metadataOf = (entries: readonly MetadataEntry[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    entries
      .filter(({ name, value }) => name.trim() !== '' && value !== '')
      .map(({ name, value }) => [name.trim(), value]),
  );

/** The request's metadata part; empty when unchanged, since other systems may have written it meanwhile. */
export const changedMetadata = (
  entries: readonly MetadataEntry[],
  before: Record<string, string | number | boolean>,
): { metadata?: Record<string, string | number | boolean> } => {
  const metadata = metadataOf(entries);
  return JSON.stringify(metadata) === JSON.stringify(before) ? {} : { metadata };
};

/** Errors of rows that would be lost silently: incomplete ones, and all but the last of a repeated key. */
export const metadataMistakes = (entries: readonly MetadataEntry[]): FieldErrors => {
  const names = entries.map(({ name }) => name.trim()).filter((name) => name !== '');
  if (new Set(names).size < names.length) return { metadata: t('shared:metadataTwice') };
  const isHalf = ({ name, value }: MetadataEntry) => (name.trim() === '') !== (value === '');
  return entries.some(isHalf) ? { metadata: t('shared:metadataHalf') } : {};
};
