import { readdirSync, readFileSync } from 'node:fs';
import { languages } from '@tessera/proto/api/languages';

const placesOf = (text: string): string[] =>
  [...text.matchAll(/{{(\w+)}}/g)].map(([, name = '']) => name).toSorted();

/** The forms that a language counts in: one text each. */
const formsOf = (language: string): string[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    // Only millions have a form of their own in the Romance languages; i18next then takes the general one.
    .pluralCategories.filter((form) => form !== 'many');

/** Words of familiar address that crept in among the polite ones; a button may well say *Riprova*, a sentence may not. */
const familiar: Partial<Record<string, RegExp>> = {
  es: /\b(tú|tus?|te|ti|inténtalo|haz|págal[oa]s?|recibes|conservas)\b/iu,
  it: /\b(tu|tuoi?|tue?|ti|ciao|rimani|chiedine|pagherai|fai|(riprova|torna|controlla)(?=[^.]*\.))\b/iu,
};

/** What Portugal says and Brazil does not: the catalogues are Brazil's, as dates and amounts in `pt` are. */
const european =
  /\b(está a [a-z]+r|a (abrir|concluir|pagar|preparar)…|a concluir|faturação|entretanto|ligação|contactar|utilização|demasiad[ao]s|subscri(ção|ções|to)|subscrever|encomendas?|nessa altura|já não|até ao|lho)(?![\p{L}])/iu;

const expectedKeys = (english: Record<string, string>, language: string): string[] => {
  const stems = Object.keys(english)
    .filter((key) => key.endsWith('_other'))
    .map((key) => key.slice(0, -'_other'.length));
  const plain = Object.keys(english).filter((key) => !stems.some((stem) => key.startsWith(`${stem}_`)));
  return [
    ...plain,
    ...stems.flatMap((stem) => formsOf(language).map((form) => `${stem}_${form}`)),
  ].toSorted();
};

describe.each(['buyers', 'checkout', 'portal'])('the words of %s', (page) => {
  const folder = new URL(`../${page}/locales/`, import.meta.url);
  const catalogue = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
  const english = catalogue('en');

  it('are there in every language, and in no other', () => {
    expect(readdirSync(folder).toSorted()).toEqual(
      languages.map((language) => `${language}.json`).toSorted(),
    );
  });

  describe.each(languages)('in %s', (language) => {
    const words = catalogue(language);

    it('are all there, and nothing else', () => {
      expect(Object.keys(words).toSorted()).toEqual(expectedKeys(english, language));
    });

    it('have the same places to fill', () => {
      for (const [key, text] of Object.entries(words))
        expect([key, placesOf(text)]).toEqual([
          key,
          placesOf(english[key] ?? english[key.replace(/_\w+$/, '_other')] ?? ''),
        ]);
    });

    it('address people politely', () => {
      const rude = familiar[language];
      expect(Object.values(words).filter((text) => rude?.test(text))).toEqual([]);
    });

    it('are written, and in that language', () => {
      const same = Object.keys(words).filter((key) => words[key] === english[key]);
      expect(Object.values(words).filter((text) => text.trim() === '')).toEqual([]);
      if (language !== 'en') expect(same.length).toBeLessThan(Object.keys(words).length * 0.1);
    });
  });
});

describe.each(
  ['buyers', 'checkout', 'portal']
    .map((page) => `../${page}`)
    .concat(
      ['mail', 'invoices', 'checkout-links'].map((folder) => `../../../services/billing/src/${folder}`),
    ),
)('the words for buyers in %s', (folder) => {
  const textsOf = (language: string): string[] =>
    Object.values(
      JSON.parse(readFileSync(new URL(`${folder}/locales/${language}.json`, import.meta.url), 'utf8')),
    );

  it('are in the Portuguese of Brazil', () => {
    expect(textsOf('pt').filter((text) => european.test(text))).toEqual([]);
  });

  it('never begin a line with a mark in French', () => {
    expect(textsOf('fr').filter((text) => / [:;?!]/.test(text))).toEqual([]);
  });
});

describe('titles and buttons of customers’ pages', () => {
  it.each(languages)('are told apart in %s', (language) => {
    const words: Record<string, string> = JSON.parse(
      readFileSync(new URL(`../portal/locales/${language}.json`, import.meta.url), 'utf8'),
    );
    expect(words['export.title']).not.toBe(words['profile.title']);
    expect(words['methods.makeDefault']).not.toBe(words['methods.default']);
  });
});

describe('the words of all pages for buyers', () => {
  it('are no page’s own as well', () => {
    const keysOf = (page: string) =>
      Object.keys(JSON.parse(readFileSync(new URL(`../${page}/locales/en.json`, import.meta.url), 'utf8')));
    const shared = new Set(keysOf('buyers'));
    for (const page of ['checkout', 'portal'])
      expect(keysOf(page).filter((key) => shared.has(key))).toEqual([]);
  });
});
