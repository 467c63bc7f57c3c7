/**
 * Text for spreadsheets, without formulas: exports contain what customers typed, and a cell that begins like a formula
 * is executed. Pure.
 */

/** First characters of formulas, also full-width. */
const marks = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';

/** A negative amount, which is a number for spreadsheets. */
const amount = '-\\d+(?:\\.\\d+)?';

const startsLikeOne = new RegExp(`^(?!${amount}$)(?:[\\t\\r]|\\s*[${marks}])`, 'u');

/**
 * What begins like a formula after a separator. Where `;` separates cells, as in most of Europe, the quotes of our
 * comma-separated files do not count: the text goes on in the next cell, or in the next row.
 */
const continuesLikeOne = new RegExp(
  `([;\\t\\r\\n][^\\S;\\t\\r\\n]*)(?!${amount}(?:[;\\t\\r\\n]|$))([${marks}])`,
  'gu',
);

/** Returns a text as spreadsheets show it, with an apostrophe before each beginning of a formula. */
export const spreadsheetText = (text: string): string => {
  const apart = text.replace(continuesLikeOne, "$1'$2");
  return startsLikeOne.test(text) ? `'${apart}` : apart;
};

/** Returns a value as JSON without beginnings of formulas; it reads the same. */
export const spreadsheetJson = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(
    continuesLikeOne,
    (_all, before: string, mark: string) => `${before}\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
