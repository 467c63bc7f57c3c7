import i18next from 'i18next';
import type { Key } from './catalogues.ts';

/** What stands in a text for `{{name}}`; `count` also chooses the plural. */
export type Values = Record<string, string | number>;

/** A text in the language of the page: `t('orders:title')`. Inside of functions only: while files are loaded, no language is chosen. */
export const t = (key: Key, values?: Values): string => i18next.t(key, values ?? {});
