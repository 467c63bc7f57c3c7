/** The page's language, and the locale of its dates and amounts. */
import { languageCookie } from '@tessera/proto/api/language-cookie';

/** Languages with complete catalogues, by their own names. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languageNames;

/** The first is the fallback. */
export const languages = ['en', 'de'] as const satisfies readonly Language[];

const kept = 'tessera:language';

/** The language chosen on this device; null without one. */
export const keptLanguage = (): string | null => {
  try {
    return localStorage.getItem(kept);
  } catch {
    // Without storage the browser's languages decide.
    return null;
  }
};

/** Sends the choice with every page request, in a cookie: the page then preloads the right texts. */
export const tellLanguage = (language: string): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in all browsers yet
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax`;
};

const keepLanguage = (language: string): void => {
  tellLanguage(language);
  try {
    localStorage.setItem(kept, language);
  } catch {
    // Not stored: the choice holds for this page only.
  }
};

/** Replaced in tests: jsdom cannot reload. */
export const page = { reload: (): void => window.location.reload() };

/** Stores a choice and reloads the page in it. Unsaved changes are asked about, as on any reload. */
export const chooseLanguage = (language: string): void => {
  keepLanguage(language);
  page.reload();
};

/** Takes over the choice of another device. Without storage it does nothing: the page would reload forever. */
export const followLanguage = (language: string): void => {
  keepLanguage(language);
  if (keptLanguage() === language) page.reload();
};

export const isLanguage = (value: string): value is Language => languages.some((known) => known === value);

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** The first wanted locale (`de-AT`) whose language is available; otherwise the first available language. */
export const pickLanguage = <Known extends string>(
  known: readonly [Known, ...Known[]],
  wanted: readonly string[],
): Known => {
  for (const locale of wanted) {
    const found = known.find((language) => language === languageOf(locale));
    if (found) return found;
  }
  return known[0];
};

/**
 * The locale for formatting: the reader's own where it has the page's language (`de-AT`), otherwise the language's.
 */
export const pickLocale = (language: string, wanted: readonly string[]): string =>
  wanted.find((locale) => languageOf(locale) === language && isLocale(locale)) ??
  (language === 'en' ? 'en-US' : language);

/** Checks the syntax only, since the language is known: a check for support loads the list of all locales (16 ms). */
const isLocale = (locale: string): boolean => {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
};
