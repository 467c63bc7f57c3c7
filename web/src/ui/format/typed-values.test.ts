import { speakEnglish } from '../../test/english.ts';
import { speak } from '../../test/language.ts';
import { countOf, decimalInput, integerOf, momentOf, plainDecimal } from './typed-values.ts';

afterAll(speakEnglish);

describe('a moment that was typed', () => {
  it('is nothing, a moment, or left to be refused', () => {
    expect(momentOf('')).toBeNull();
    expect(momentOf('2026-11-21T12:00')).toMatch(/^2026-11-2\dT\d\d:\d\d:00\.000Z$/);
    expect(momentOf('12026-11-21T12:00')).toBe('12026-11-21T12:00');
  });
});

describe('a whole number that was typed', () => {
  it.each([
    ['de-DE', '1.000', 1000],
    ['de-DE', '-1.000.000', -1_000_000],
    ['de-DE', '1,5', Number.NaN],
    ['de-DE', '1.00', Number.NaN],
    ['en-US', '1,000', 1000],
    ['en-US', '1.000', Number.NaN],
    ['en-US', '12 ', 12],
    ['en-US', '1e3', Number.NaN],
    ['en-US', ' ', null],
  ])('is read in %s: %p is %p', async (locale, typed, whole) => {
    await speak(locale);
    expect(integerOf(typed)).toBe(whole);
  });

  it('is left to the schema where things are counted, unless it is no number', () => {
    expect(['', '5', '-5', '1.5', 'five'].map(countOf)).toEqual([null, 5, -5, 1.5, Number.NaN]);
  });
});

describe('a decimal that was typed', () => {
  it.each([
    ['1500', '1500'],
    ['1,500', '1500'],
    ['1,234,567.5', '1234567.5'],
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['1.500', '1.500'],
    ['0,150', '0.150'],
    ['1,23,456', '1.23,456'],
    [' 12 ', '12'],
    ['', ''],
  ])('is read in English: %p is %p', async (typed, plain) => {
    await speak('en-US');
    expect(plainDecimal(typed)).toBe(plain);
  });

  it.each([
    ['1.500', '1500'],
    ['1.234.567,5', '1234567.5'],
    ['1,5', '1.5'],
    ['1,500', '1.500'],
    ['1.5', '1.5'],
    ['0.150', '0.150'],
  ])('is read in German: %p is %p', async (typed, plain) => {
    await speak('de-DE');
    expect(plainDecimal(typed)).toBe(plain);
  });

  it.each(['en-US', 'en-IN', 'en-ZA', 'de-DE', 'de-AT', 'de-CH'])(
    'is read as lists of %s show it',
    async (locale) => {
      await speak(locale);
      for (const number of [7, 1234, 1_234_567, 12_345_678]) {
        expect(integerOf(number.toLocaleString(locale))).toBe(number);
        expect(plainDecimal((number + 0.25).toLocaleString(locale))).toBe(`${number}.25`);
      }
    },
  );

  it.each(['en-US', 'de-DE'])('is read in %s as an input shows it', async (locale) => {
    await speak(locale);
    for (const plain of ['1.125', '1234.5', '0.002', '7'])
      expect(plainDecimal(decimalInput(plain))).toBe(plain);
  });
});
