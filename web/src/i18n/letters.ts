/** Parts of names and texts, without splitting what is displayed as one letter. */

/** What belongs to a letter or an emoji: at most two marks, as some names pile up dozens; skin tones; parts of flags. */
const marks = String.raw`\p{M}{0,2}\p{EMod}?[\u{e0020}-\u{e007f}]*`;

/** A flag, or a letter or emoji with the marks and joined emoji that belong to it; nothing that is not displayed. */
const letter = new RegExp(
  String.raw`\p{RI}{2}|[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}]${marks}(?:\u200d\p{ExtPict}${marks})*`,
  'u',
);

/** The first letter of a name, upper-case, or its first emoji; undefined for a name that shows nothing. */
export const initialOf = (name: string): string | undefined => letter.exec(name)?.[0].toUpperCase();

/** The beginning of a text, at most `most` UTF-16 units. Half of an emoji can be neither displayed nor sent. */
export const cutAt = (text: string, most: number): string =>
  text.slice(0, most).replace(/\p{Surrogate}$/u, '');
