/**
 * Searches payloads for a part of a text, as kit's `database/search.ts` does. No index serves them, and the search key of
 * a payload takes ten times as long as a look at it: it is made of those alone that may contain the text.
 */
import { searchPattern } from '@tessera/kit/database/search';

/**
 * The values of a search: a regular expression that each payload with the text matches, then the patterns of the text, as
 * it is typed and as JSON has it (`\"` for a quote).
 */
export const searchedIn = (text: string): string[] => {
  const spellings = [...new Set([text, JSON.stringify(text).slice(1, -1)])];
  return [spellings.map(beginningOf).join('|'), ...spellings.map((one) => searchPattern(one))];
};

/**
 * The condition on a column, by the placeholder of `searchedIn`. First a look as it is, in lower case: that is the key of
 * plain ASCII, and finds most of what is there in other payloads too.
 */
export const contains = (column: string, values: string): string => {
  const patterns = `ANY (ARRAY(SELECT search_key(one) FROM unnest((${values}::text[])[2:]) AS one))`;
  return `CASE WHEN lower(${column} COLLATE "C") LIKE ${patterns} THEN true
    WHEN octet_length(${column}) = length(${column}) THEN false
    WHEN ${column} ~ (${values}::text[])[1] THEN search_key(${column}) LIKE ${patterns} ELSE false END`;
};

/** More of a text would hardly rule out more payloads. */
const lettersCompared = 8;

/** A regular expression of the first letters of a text, in all their spellings. */
const beginningOf = (text: string): string => {
  const letters = Array.from(keyOf(text)).slice(0, lettersCompared);
  return letters.reduceRight((rest, letter, place) => {
    // A search may begin within a letter that counts as several (ß), and its others may go beyond what is compared.
    const partly = spellings().longer.filter(([key]) =>
      place === 0 ? key.includes(letter) : key.startsWith(letter),
    );
    // The first part of a letter that is written in parts, such as が or 한.
    const part = letter.normalize('NFD').slice(0, 1);
    const parts = part === letter ? [] : spellingsOf(part);
    const last = classOf([...partly.map(([, one]) => one), ...parts]);
    const whole = `${classOf(spellingsOf(letter))}[\\u0300-\\u036f]*${rest}`;
    return last ? `(?:${last}|${whole})` : whole;
  }, '');
};

const spellingsOf = (key: string): string[] => [key, ...(spellings().same.get(key) ?? [])];

const classOf = (letters: readonly string[]): string =>
  letters.length === 0 ? '' : `[${letters.map(escaped).join('')}]`;

const escaped = (letter: string): string =>
  `\\U${(letter.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;

/** `search_key` of kit. */
const keyOf = (text: string): string => {
  const unmarked = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/gu, '')
    .normalize('NFC');
  const letters = Array.from(unmarked, (letter) => letter.toLowerCase());
  return letters.map((letter) => others[letter] ?? letter).join('');
};

const others: Readonly<Record<string, string>> = {
  ...{ ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ð: 'd', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

type Spellings = { same: Map<string, string[]>; longer: [key: string, letter: string][] };

const beyondLetters = 0x2_0000;
let known: Spellings | undefined;

/** The letters by their key, and those whose key is longer than a letter; made on first use. */
const spellings = (): Spellings => {
  if (known) return known;
  known = { same: new Map(), longer: [] };
  for (let code = 0x41; code < beyondLetters; code++) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const letter = String.fromCodePoint(code);
    const key = keyOf(letter);
    if (key === letter || key === '') continue;
    if (Array.from(key).length > 1) known.longer.push([key, letter]);
    else known.same.set(key, [...(known.same.get(key) ?? []), letter]);
  }
  return known;
};
