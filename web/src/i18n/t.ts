import i18next from 'i18next';
import type { Key } from './catalogues.ts';

/** What stands in a text for `{{name}}`; `count` also chooses the plural. */
export type Values = Record<string, string | number>;

/** A text in the language of the page: `t('orders:title')`. Inside of functions only: while files are loaded, no language is chosen. */
export const t = (key: Key, values?: Values): string =>
  (values === undefined ? findPlain(key) : undefined) ?? i18next.t(key, values ?? {});

/** A text as it stands: most have nothing to fill in, and to find that out takes longer than to read them. */
const findPlain = (key: Key): string | undefined => {
  const colon = key.indexOf(':');
  const text: unknown = i18next.getResource(i18next.language, key.slice(0, colon), key.slice(colon + 1));
  return typeof text === 'string' ? text : undefined;
};
