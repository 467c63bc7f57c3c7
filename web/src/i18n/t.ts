import i18next, { type TOptions } from 'i18next';
import type { Key } from './catalogues.ts';
import { readerLocale } from './start.ts';

/** Values for `{{name}}` in a text; `count` also selects the plural form. */
export type Values = Record<string, string | number>;

/**
 * Returns a text in the page's language: `t('orders:title')`. Call it inside of functions only: at module load no
 * language is selected yet.
 */
export const t = (key: Key, values?: Values): string =>
  values === undefined ? (findPlain(key) ?? i18next.t(key)) : i18next.t(key, grouped(values));

/** Numbers are grouped by the reader's locale; the plural form is selected by the number itself. */
const grouped = (values: Values): TOptions => {
  const { count } = values;
  if (typeof count !== 'number' || count < 1000) return values;
  return { count, replace: { ...values, count: count.toLocaleString(readerLocale()) } };
};

/**
 * A text without variables, found without i18next: most have none, and its interpolation takes longer than the
 * lookup.
 */
const findPlain = (key: Key): string | undefined => {
  const colon = key.indexOf(':');
  const text: unknown = i18next.getResource(i18next.language, key.slice(0, colon), key.slice(colon + 1));
  return typeof text === 'string' ? text : undefined;
};
