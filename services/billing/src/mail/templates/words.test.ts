import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '@tessera/proto/api/languages';
import { wordsFor } from './words.ts';

const folder = new URL('../locales/', import.meta.url);
const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
const english = catalogue('en');
const placesOf = (text = ''): string[] =>
  [...text.matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name).toSorted();

describe('the words of mails to buyers', () => {
  it('are there in every language, and in no other', () => {
    expect(readdirSync(folder).toSorted()).toEqual(
      languages.map((language) => `${language}.json`).toSorted(),
    );
  });

  it.each(languages)('are whole in %s, with the same places to fill', (language) => {
    const words = catalogue(language);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(words))
      expect([key, text.trim() !== '', placesOf(text)]).toEqual([key, true, placesOf(english[key])]);
  });

  it.each([
    ['es', /\b(tú|tus?|te|ti|recibes|elegiste|conservas)\b/iu],
    ['it', /\b(tu|tuoi?|tue?|ti|mantieni|ricevi|gestisci|riattivalo)\b/iu],
  ])('address people politely in %s', (language, familiar) => {
    expect(Object.values(catalogue(language)).filter((text) => familiar.test(text))).toEqual([]);
  });

  it('come with amounts and days as the buyer writes them', () => {
    const day = new Date('2026-06-05T12:00:00Z');
    const written = (locale: string | null) => {
      const { language, money, day: write } = wordsFor(locale);
      return [language, money(123_450, 'usd').replaceAll(/[\u00a0\u202f]/g, ' '), write(day)];
    };
    expect(written('de-AT')).toEqual(['de', '$ 1.234,50', '5. Juni 2026']);
    expect(written('de')).toEqual(['de', '1.234,50 $', '5. Juni 2026']);
    expect(written('ja')).toEqual(['ja', '$1,234.50', '2026年6月5日']);
    expect(written('xx')).toEqual(['en', '$1,234.50', 'June 5, 2026']);
    expect(written(null)).toEqual(['en', '$1,234.50', 'June 5, 2026']);
  });

  it.each(['de-12', 'de-DE-DE', 'de-1996-1996', 'de-nowhere'])(
    'take the manner of their language for %s',
    (tag) => {
      const { language, money } = wordsFor(tag);
      expect([language, money(1250, 'eur').replace('\u00a0', ' ')]).toEqual(['de', '12,50 €']);
    },
  );

  it('are left alone by what people are called', () => {
    const { t } = wordsFor('en');
    expect(t('receipt.helloName', { name: '{{seller}} $t(seller)' })).toBe('Hello {{seller}} $t(seller),');
  });
});
