/** Search for a part of a text in ClickHouse, as kit's `database/search.ts` does in Postgres. */

/** The SQL expression of a text's `search_key`: without case and European accents, in one spelling of each letter. */
export const searchKeyOf = (text: string): string => {
  const unmarked = `replaceRegexpAll(normalizeUTF8NFKD(${text}), '[\\\\x{300}-\\\\x{36f}]+', '')`;
  const plain = `translateUTF8(lowerUTF8(normalizeUTF8NFC(${unmarked})), 'øđłħŧðıØĐŁĦŦ', 'odlhtdiodlht')`;
  return [...ligatures].reduce(
    (key, [letter, letters]) => `replaceAll(${key}, '${letter}', '${letters}')`,
    plain,
  );
};

const ligatures = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);
