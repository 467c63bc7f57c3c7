import i18next from 'i18next';

/** `Email not verified` -> `EMAIL_NOT_VERIFIED`: messages of the API are looked up by their English text. */
const keyOf = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll("'", '')
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Translates a message of the API; unknown ones are returned unchanged. One number in it is a variable. */
export const translateServerText = (text: string): string => {
  const key = `errors:${keyOf(text)}`;
  if (i18next.exists(key)) return i18next.t(key);
  const value = /-?\d+(\.\d+)?/.exec(text)?.[0];
  const counted = value === undefined ? key : `errors:${keyOf(text.replace(value, 'N'))}`;
  return i18next.exists(counted) ? i18next.t(counted, { value }) : text;
};
