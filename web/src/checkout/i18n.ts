/** Texts of the checkout, in the buyer's language. */
import type { Language } from '@tessera/proto/api/languages';
import {
  type TextKey as AnyPageKey,
  type Catalogues,
  type KeysOf,
  say,
  startWords,
  type Values,
} from '../buyers/i18n.ts';
import type en from './locales/en.json';

export type TextKey = AnyPageKey | KeysOf<typeof en>;

const catalogues: Catalogues = {
  en: () => import('./locales/en.json', { with: { type: 'json' } }),
  de: () => import('./locales/de.json', { with: { type: 'json' } }),
  fr: () => import('./locales/fr.json', { with: { type: 'json' } }),
  es: () => import('./locales/es.json', { with: { type: 'json' } }),
  pt: () => import('./locales/pt.json', { with: { type: 'json' } }),
  nl: () => import('./locales/nl.json', { with: { type: 'json' } }),
  it: () => import('./locales/it.json', { with: { type: 'json' } }),
  ja: () => import('./locales/ja.json', { with: { type: 'json' } }),
};

/** Loads a language's texts and switches to it. */
export const startI18n = (language: Language): Promise<void> => startWords(language, catalogues);

export const t: (key: TextKey, values?: Values) => string = say;
