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
