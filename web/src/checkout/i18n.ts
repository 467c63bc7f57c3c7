/** What the checkout says, in the buyer's language. Only that language's words are loaded. */
import { type Language, languageOf } from '@tessera/proto/api/languages';
import { createInstance } from 'i18next';
import type en from './locales/en.json';

type Entry = keyof typeof en;
/** A text's name; those that count are named without their number. */
export type TextKey =
  | Entry
  | (Entry extends infer Name ? (Name extends `${infer Stem}_other` ? Stem : never) : never);
export type Values = Record<string, string | number>;

type Words = { default: Record<string, string> };

const catalogues: Record<Language, () => Promise<Words>> = {
  en: () => import('./locales/en.json', { with: { type: 'json' } }),
  de: () => import('./locales/de.json', { with: { type: 'json' } }),
  fr: () => import('./locales/fr.json', { with: { type: 'json' } }),
  es: () => import('./locales/es.json', { with: { type: 'json' } }),
  pt: () => import('./locales/pt.json', { with: { type: 'json' } }),
  nl: () => import('./locales/nl.json', { with: { type: 'json' } }),
  it: () => import('./locales/it.json', { with: { type: 'json' } }),
  ja: () => import('./locales/ja.json', { with: { type: 'json' } }),
};

const instance = createInstance();

/** The language of an address (`?locale=`), else of the browser. */
export const wantedLanguage = (search: string): Language =>
  languageOf([new URLSearchParams(search).get('locale'), ...navigator.languages]);

/** Loads a language's words and speaks it from now on. */
export const startI18n = async (language: Language): Promise<void> => {
  const { default: words } = await catalogues[language]();
  if (!instance.isInitialized)
    await instance.init({
      lng: language,
      resources: { [language]: { translation: words } },
      keySeparator: false,
      nsSeparator: false,
      // React escapes what it shows.
      interpolation: { escapeValue: false },
    });
  else {
    instance.addResourceBundle(language, 'translation', words);
    await instance.changeLanguage(language);
  }
};

export const t = (key: TextKey, values: Values = {}): string => instance.t(key, values);

export const spokenLanguage = (): string => instance.language;

/** The tag by which money and dates are written: the browser's own where it is of the same language (`de-CH`). */
export const formatTag = (): string => {
  const { language } = instance;
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
};
