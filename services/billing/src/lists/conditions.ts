/** Conditions that lists share: text search, metadata, ids. */
import type { MetadataQuery } from '@tessera/proto/api/billing/metadata';
import type { Condition } from './list.ts';

/** Rows whose column is one of the ids. */
export const isOneOf = (expression: string, ids: readonly string[] | undefined): Condition[] =>
  ids ? [(bind) => `${expression} = ANY(${bind(ids)}::uuid[])`] : [];

/** Rows where one of the columns contains the text, ignoring case. Wildcards in it are ordinary characters. */
export const containsText = (columns: readonly string[], text: string | undefined): Condition[] => {
  if (!text) return [];
  const pattern = `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return [
    (bind) => {
      const placeholder = bind(pattern);
      return `(${columns.map((column) => `${column} ILIKE ${placeholder}`).join(' OR ')})`;
    },
  ];
};

/**
 * Rows whose metadata has, for each key of the filter, one of the texts given for it. Containment finds them by index;
 * the text then tells a number from one that is written otherwise.
 */
export const hasMetadata = (filter: MetadataQuery | undefined): Condition[] =>
  Object.entries(filter ?? {}).map(([key, texts]) => (bind) => {
    const candidates = texts
      .flatMap((text) => valuesOf(text))
      .map((value) => JSON.stringify({ [key]: value }));
    const contained = candidates.map((candidate) => `r.metadata @> ${bind(candidate)}::jsonb`).join(' OR ');
    return `((${contained}) AND r.metadata ->> ${bind(key)} = ANY(${bind(texts)}::text[]))`;
  });

/** The values that a text may stand for: itself, a number or a boolean. */
const valuesOf = (text: string): (string | number | boolean)[] => [
  text,
  ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ...(/^-?\d/.test(text) && Number.isFinite(Number(text)) ? [Number(text)] : []),
];
