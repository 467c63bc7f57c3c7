/** Which language a page speaks, and in which region's manner it writes dates and amounts. */
import { languageCookie } from '@tessera/proto/api/language-cookie';

/** Those in which everything is written; each by its own name. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languageNames;

/** The first is for whoever speaks none of them. */
export const languages = ['en', 'de'] as const satisfies readonly Language[];

const kept = 'tessera:language';

/** What was chosen on this device. */
export const keptLanguage = (): string | null => {
  try {
    return localStorage.getItem(kept);
  } catch {
    // Without a memory the browser's own languages decide.
    return null;
  }
};

/** Tells the choice with every page that is asked for: it then names the right words from its first byte. */
export const tellLanguage = (language: string): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in all browsers yet
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax`;
};

const keepLanguage = (language: string): void => {
  tellLanguage(language);
  try {
    localStorage.setItem(kept, language);
  } catch {
    // Then it holds for this page only.
  }
};

/** What a test replaces: jsdom cannot load a page anew. */
export const page = { reload: (): void => window.location.reload() };

/** Keeps a choice, and speaks it from the next moment on. What is not saved is asked for as on any reload. */
export const chooseLanguage = (language: string): void => {
  keepLanguage(language);
  page.reload();
};

/** Takes over what was chosen on another device. Where nothing can be kept, loading the page anew would not end. */
export const followLanguage = (language: string): void => {
  keepLanguage(language);
  if (keptLanguage() === language) page.reload();
};

export const isLanguage = (value: string): value is Language => languages.some((known) => known === value);

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/** The first of the wanted locales (`de-AT`) whose language is there; else the first that there is. */
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

/** The manner of writing: the reader's own region where it speaks this language (`de-AT`), else the language's. */
export const pickLocale = (language: string, wanted: readonly string[]): string =>
  wanted.find((locale) => languageOf(locale) === language && isLocale(locale)) ??
  (language === 'en' ? 'en-US' : language);

/** Well-formed is enough, since its language is one of ours: asking what is supported reads the list of all locales (16 ms). */
const isLocale = (locale: string): boolean => {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
};
