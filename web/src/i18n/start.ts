import i18next from 'i18next';
import type { Namespace } from './catalogues.ts';
import { isolated } from './isolated.ts';
import { isLanguage, keptLanguage, pickLanguage, pickLocale, tellLanguage } from './languages.ts';

type Start = {
  /** Languages of this bundle; the first is the fallback. */
  languages: readonly [string, ...string[]];
  /** Namespaces that the first page needs. */
  namespaces: readonly Namespace[];
  /** Locales by preference. Default: the choice on this device, then the browser's languages. */
  wanted?: readonly string[];
};

let locale = 'en-US';

/** The locale of dates, numbers and amounts: a BCP 47 tag such as `de-AT`. */
export const readerLocale = (): string => locale;

/** The language of this page, such as `de`. */
export const currentLanguage = (): string => i18next.language;

/**
 * Selects the language, loads the first page's texts and returns the language. Awaited before the first render;
 * another language is selected by reloading the page, so that nothing has to be re-rendered.
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
    // Synchronous: the texts are loaded separately, beside the page that needs them.
    initAsync: false,
    fallbackLng: false,
    ns: [],
    resources: {},
    // React escapes what it renders.
    interpolation: { escape: isolated },
  });
  await loadCatalogues(namespaces);
  return language;
};

const preferences = (): string[] => {
  const chosen = keptLanguage();
  // The cookie may have expired before the stored choice, or never have been set.
  if (chosen !== null && isLanguage(chosen)) tellLanguage(chosen);
  return [...(chosen === null ? [] : [chosen]), ...navigator.languages];
};

/** Loads namespaces before the page that needs them is shown. Rejects when a file cannot be loaded. */
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
