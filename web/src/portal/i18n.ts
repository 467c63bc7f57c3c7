/** Texts of the customer portal, in the reader's language. */
import { type Language, languageOf, languages } from '@tessera/proto/api/languages';
import {
  type TextKey as AnyPageKey,
  type Catalogues,
  type KeysOf,
  say,
  startWords,
  type Values,
  wantedLanguage,
} from '../buyers/i18n.ts';
import { drop, keep, keptAt } from '../buyers/request/kept.ts';
import { mailLanguage } from './arrival.ts';
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

const chosenKey = 'tessera:buyer-language';

const askedKey = 'tessera:asked-language';

/**
 * The language of the address, which holds until the tab is closed, since further pages do not name it. Otherwise the
 * language chosen here before, that of the mail's or checkout's link, or the browser's.
 */
export const languageHere = (search: string): Language => {
  if (new URLSearchParams(search).has('locale')) {
    const asked = wantedLanguage(search);
    keep(askedKey, asked);
    return asked;
  }
  const wanted = [keptAt(askedKey), readChosen(), mailLanguage()];
  const known = wanted.find((tag) => languages.some((language) => language === tag));
  return known ? languageOf([known]) : wantedLanguage(search);
};

/** Stores a language on this device, and reloads the page in it. */
export const chooseLanguage = (language: Language): void => {
  try {
    window.localStorage.setItem(chosenKey, language);
  } catch {
    // Without storage this page is still shown in it.
  }
  drop(askedKey);
  const address = new URL(window.location.href);
  address.searchParams.delete('locale');
  if (readChosen() !== language) address.searchParams.set('locale', language);
  window.location.assign(address.href);
};

const readChosen = (): string | null => {
  try {
    return window.localStorage.getItem(chosenKey);
  } catch {
    return null;
  }
};
