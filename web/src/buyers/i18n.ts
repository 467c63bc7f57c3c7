/** Texts of buyers' pages: shared ones, and those that each page adds. Only one language is loaded. */
import { type Language, languageOf } from '@tessera/proto/api/languages';
import { createInstance } from 'i18next';
import { isolated } from '../i18n/isolated.ts';
import type en from './locales/en.json';

/** The keys of a catalogue; plural forms are one key without the plural suffix. */
export type KeysOf<Catalogue> =
  | keyof Catalogue
  | (keyof Catalogue extends infer Name ? (Name extends `${infer Stem}_other` ? Stem : never) : never);
export type TextKey = KeysOf<typeof en>;
export type Values = Record<string, string | number>;

export type Words = { default: Record<string, string> };
/** A page's own catalogues, one file per language. */
export type Catalogues = Record<Language, () => Promise<Words>>;

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

const instance = createInstance();

/** The language of an address (`?locale=`), or of the browser. */
export const wantedLanguage = (search: string): Language =>
  languageOf([new URLSearchParams(search).get('locale'), ...navigator.languages]);

/** Loads a language's shared texts and the page's own, and switches to it. */
export const startWords = async (language: Language, own: Catalogues): Promise<void> => {
  const [{ default: shared }, { default: particular }] = await Promise.all([
    catalogues[language](),
    own[language](),
  ]);
  const words = { ...shared, ...particular };
  if (!instance.isInitialized)
    await instance.init({
      lng: language,
      resources: { [language]: { translation: words } },
      keySeparator: false,
      nsSeparator: false,
      // React escapes what it renders.
      interpolation: { escape: isolated },
    });
  else {
    instance.addResourceBundle(language, 'translation', words);
    await instance.changeLanguage(language);
  }
};

export const t = (key: TextKey, values: Values = {}): string => instance.t(key, values);

/** Returns a text by its key; each page narrows the keys to its own. */
export const say = (key: string, values: Values = {}): string => instance.t(key, values);

export const spokenLanguage = (): string => instance.language;

/** The locale for money and dates: the browser's own where it has the same language (`de-CH`). */
export const formatTag = (): string => {
  const { language } = instance;
  return navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
};
