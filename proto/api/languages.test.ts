import { acceptedLanguages, languageOf } from './languages.ts';

describe('the language of a buyer', () => {
  it.each([
    [['de'], 'de'],
    [['pt-BR'], 'pt'],
    [['ja_JP'], 'ja'],
    [['tlh', 'FR-ca'], 'fr'],
    [[null, undefined, 'it'], 'it'],
    [['xx', ''], 'en'],
    [[], 'en'],
  ])('of %p is %s', (wanted, language) => {
    expect(languageOf(wanted)).toBe(language);
  });

  it.each([
    ['de-CH, fr;q=0.9, en;q=0.8', ['de-CH', 'fr', 'en']],
    ['en;q=0.1,nl', ['nl', 'en']],
    ['de;q=0, es', ['es']],
    ['', []],
    [undefined, []],
    [';;;,,q=1;', ['q=1']],
  ])('is read from %p', (header, tags) => {
    expect(acceptedLanguages(header)).toEqual(tags);
  });
});
