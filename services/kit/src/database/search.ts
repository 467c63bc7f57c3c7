/** Search for a part of a text, which ignores case, accents and whether letters and their marks are one character. */
import type { SqlMigration } from './data-source.ts';
import { partOf } from './page.ts';

/**
 * `search_key(text)`: a text as it is searched, without case and accents, and in one spelling (NFKC) of letters that have
 * several. In plain SQL, which the planner takes apart and an index may be built on; `unaccent` depends on a file, and an
 * index must not. Only the accents of European alphabets are left out: other marks make other letters (が is not か).
 */
export const searchKeyMigration: SqlMigration = {
  name: 'kit-008-search-key',
  sql: String.raw`
  CREATE FUNCTION search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = length(value) THEN lower(value) ELSE
    replace(replace(replace(replace(
      translate(lower(normalize(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]+', '', 'g'), NFC)),
        'øđłħŧðıØĐŁĦŦ', 'odlhtdiodlht'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  END`,
};

/** The pattern of a search for a part of a text. Wildcards are escaped, in full width as well: the key has them plain. */
export const searchPattern = (text: string, where: 'anywhere' | 'start' | 'end' = 'anywhere'): string => {
  const pattern = partOf(text.normalize('NFKC'));
  if (where === 'start') return pattern.slice(1);
  return where === 'end' ? pattern.slice(0, -1) : pattern;
};

/** A condition on a column, by the placeholder of a pattern. An index on `search_key(column)` serves it. */
export const matches = (column: string, pattern: string): string =>
  `search_key(${column}) LIKE search_key(${pattern})`;
