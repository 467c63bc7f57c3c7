/** The texts of the mails to customers, by language. */
import { type Language, languageOf, languages } from '@tessera/proto/api/languages';
import { formatMoney, formatUnitPrice } from '@tessera/proto/api/money';
import { createInstance } from 'i18next';
import { LRUCache } from 'lru-cache';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import it from '../locales/it.json' with { type: 'json' };
import ja from '../locales/ja.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };

type Key = keyof typeof en;

const catalogues: Record<Language, Record<Key, string>> = { en, de, fr, es, pt, nl, it, ja };

const i18n = createInstance();
await i18n.init({
  lng: 'en',
  resources: Object.fromEntries(languages.map((language) => [language, { mail: catalogues[language] }])),
  defaultNS: 'mail',
  keySeparator: false,
  nsSeparator: false,
  // The blocks of a mail escape their content.
  interpolation: { escapeValue: false },
});

/** The texts of a language, and its formats of amounts (minor units), counts, days and months. */
export type Words = {
  language: Language;
  t: (key: Key, values?: Record<string, string>) => string;
  money: (amount: number, currency: string) => string;
  /** `units`: major units of the currency, as decimal text. */
  unitPrice: (units: string, currency: string) => string;
  number: (count: number) => string;
  day: (date: Date) => string;
  /** Formats a month with its year. */
  month: (date: Date) => string;
};

/**
 * Creating formatters takes longer than the rest of a mail. Buyers send any number of different tags, so that only
 * the most recently used are cached.
 */
const known = new LRUCache<string, Words>({ max: 100 });

/** Returns the texts and formats for a buyer's language tag; English if the language is not supported. */
export const wordsFor = (locale: string | null): Words => {
  const tag = tagOf(locale);
  const words = known.get(tag) ?? wordsOf(tag);
  known.set(tag, words);
  return words;
};

/** The locale of formats. A tag may be well-formed and still invalid (`de-12`): then its language alone. */
const tagOf = (locale: string | null): string => {
  const language = languageOf([locale]);
  // For English the American locale, which writes dollars as `$`.
  if (language === 'en') return 'en-US';
  if (!locale?.startsWith(language)) return language;
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    return language;
  }
};

const wordsOf = (tag: string): Words => {
  const language = languageOf([tag]);
  const numbers = new Intl.NumberFormat(tag);
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const { locale } = numbers.resolvedOptions();
  return {
    language,
    t: (key, values = {}) => i18n.t(key, { ...values, lng: language }),
    money: (amount, currency) => formatMoney(amount, currency, { locale }),
    unitPrice: (units, currency) => formatUnitPrice(units, currency, { locale }),
    number: (count) => numbers.format(count),
    day: (date) => days.format(date),
    month: (date) => months.format(date),
  };
};
