import i18next from 'i18next';
import type { Namespace } from './catalogues.ts';
import { isLanguage, keptLanguage, pickLanguage, pickLocale, tellLanguage } from './languages.ts';

type Start = {
  /** Those that this bundle is written in; the first is for whoever speaks none of them. */
  languages: readonly [string, ...string[]];
  /** What the first page needs. */
  namespaces: readonly Namespace[];
  /** Locales by preference. Default: what was chosen on this device, then the browser's. */
  wanted?: readonly string[];
};

let locale = 'en-US';

/** In whose manner dates, numbers and amounts are written: a BCP 47 locale such as `de-AT`. */
export const readerLocale = (): string => locale;

/** The language of this page: `de`. */
export const currentLanguage = (): string => i18next.language;

/**
 * Chooses the language and loads what the first page says in it. Awaited before anything is rendered; another language
 * is chosen by loading the page anew, so that nothing on it has to follow. Answers the language.
 */
export const startI18n = async ({
  languages,
  namespaces,
  wanted = preferences(),
}: Start): Promise<string> => {
  const language = pickLanguage(languages, wanted);
  locale = pickLocale(language, wanted);
  await i18next.init({
    lng: language,
    // At once: the words are fetched beside the page that says them.
    initAsync: false,
    fallbackLng: false,
    ns: [],
    resources: {},
    // React escapes.
    interpolation: { escapeValue: false },
  });
  await loadCatalogues(namespaces);
  return language;
};

const preferences = (): string[] => {
  const chosen = keptLanguage();
  // A cookie may be gone before what was kept, or never have been.
  if (chosen !== null && isLanguage(chosen)) tellLanguage(chosen);
  return [...(chosen === null ? [] : [chosen]), ...navigator.languages];
};

/** Loads what a page says before the page is shown. Fails when the file cannot be had. */
export const loadCatalogues = async (namespaces: readonly Namespace[]): Promise<void> => {
  const { language } = i18next;
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      i18next.addResourceBundle(language, namespace, await readCatalogue(language, namespace));
    }),
  );
};

const readCatalogue = async (language: string, namespace: Namespace): Promise<unknown> => {
  const file = await import(`../locales/${language}/${namespace}.json`, { with: { type: 'json' } });
  return file.default;
};
