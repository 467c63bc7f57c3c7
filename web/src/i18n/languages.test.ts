import { pickLanguage, pickLocale } from './languages.ts';

const known = ['en', 'de'] as const;

describe('the language of a page', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de', 'en'], 'de'],
    [['DE'], 'de'],
    [['fr'], 'en'],
    [[], 'en'],
    [['', 'nonsense', 'den'], 'en'],
  ])('for whoever prefers %p is %s', (wanted, language) =>
    expect(pickLanguage(known, wanted)).toBe(language),
  );
});

describe('the manner of dates and amounts', () => {
  it.each([
    ['de', ['en-GB', 'de-AT'], 'de-AT'],
    ['de', ['en-GB'], 'de'],
    ['en', ['de-DE'], 'en-US'],
    ['en', ['en-GB'], 'en-GB'],
    ['de', ['de-', 'de-CH'], 'de-CH'],
  ])('in %s for %p is %s', (language, wanted, locale) => expect(pickLocale(language, wanted)).toBe(locale));
});
