/** The texts of invoices and credit notes. */
import { createTexts } from '@tessera/kit/text/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };
import ja from './locales/ja.json' with { type: 'json' };
import nl from './locales/nl.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };

const catalogues: Record<string, typeof en> = { en, de, es, fr, it, ja, nl, pt };

export const textsIn = createTexts({ en, ...catalogues });
export type Say = ReturnType<typeof textsIn>;

/** The locale of dates and money: the given one if its language is supported, else `en-US`. */
export const mannerOf = (locale: string): { locale: string; language: string } => {
  try {
    const { language } = new Intl.Locale(locale);
    // The resolved locale: formatters are cached per locale, and buyers may send any number of different tags.
    const { locale: nearest } = new Intl.NumberFormat(locale).resolvedOptions();
    return catalogues[language] ? { locale: nearest, language } : { locale: 'en-US', language: 'en' };
  } catch {
    return { locale: 'en-US', language: 'en' };
  }
};
