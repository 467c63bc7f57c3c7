/** Direction controls, and letters that are written from right to left: Hebrew, Arabic and their relatives. */
const turning =
  /[\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A value of a text, such as a name that somebody chose: it keeps its own direction, and neither turns the text around
 * it nor takes punctuation and numbers into its own.
 */
export const isolated = (value: string): string => (turning.test(value) ? `\u2068${value}\u2069` : value);
