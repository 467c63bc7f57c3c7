import i18next, { type TOptions } from 'i18next';
import type { Key } from './catalogues.ts';
import { readerLocale } from './start.ts';

/** What stands in a text for `{{name}}`; `count` also chooses the plural. */
export type Values = Record<string, string | number>;

/** A text in the language of the page: `t('orders:title')`. Inside of functions only: while files are loaded, no language is chosen. */
export const t = (key: Key, values?: Values): string =>
  values === undefined ? (findPlain(key) ?? i18next.t(key)) : i18next.t(key, grouped(values));

/** Thousands as the reader writes them; the plural is chosen by the number itself. */
const grouped = (values: Values): TOptions => {
  const { count } = values;
  if (typeof count !== 'number' || count < 1000) return values;
  return { count, replace: { ...values, count: count.toLocaleString(readerLocale()) } };
};

/** A text as it stands: most have nothing to fill in, and to find that out takes longer than to read them. */
const findPlain = (key: Key): string | undefined => {
  const colon = key.indexOf(':');
  const text: unknown = i18next.getResource(i18next.language, key.slice(0, colon), key.slice(colon + 1));
  return typeof text === 'string' ? text : undefined;
};
