import fc from 'fast-check';
import { speakEnglish } from '../../test/english.ts';
import { speak } from '../../test/language.ts';
import { amountInput, formatMoney, formatMoneyBriefly, parseAmount } from './money.ts';

describe('formatMoney', () => {
  it('writes cents as dollars with grouping', () => {
    expect(formatMoney(123_456)).toBe('$1,234.56');
    expect(formatMoney(0)).toBe('$0.00');
  });

  it('leaves out cents that are noise only when asked', () => {
    expect(formatMoneyBriefly(120_000)).toBe('$1,200');
    expect(formatMoneyBriefly(120_050)).toBe('$1,200.50');
  });
});

describe('parseAmount', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    ['$1,234.50', 123_450],
    ['1,234', 123_400],
    [' 9.99 USD', 999],
    ['.5', 50],
    ['0', 0],
  ])('reads %s', (typed, cents) => {
    expect(parseAmount(typed)).toBe(cents);
  });

  it.each(['', 'abc', '-5', '1.234', '1e3', '12.3.4', '1,23,456', 'Infinity'])('refuses %p', (typed) => {
    expect(parseAmount(typed)).toBeNull();
  });

  it.each([
    ['3000', 'jpy', 3000],
    ['¥3,000', 'jpy', 3000],
    ['3.000', 'jpy', 3000],
    ['3000.5', 'jpy', null],
    ['19,90 €', 'eur', 1990],
    ['EUR 19.90', 'eur', 1990],
    ['19.90 usd', 'eur', null],
    ['19.90 $', 'eur', null],
    ['1,50 €', 'usd', null],
    ['US$ 5', 'usd', null],
    ['$5', 'cad', 500],
    ['CA$5', 'cad', 500],
    ['100 kr', 'sek', 10_000],
    ['1.234', 'eur', null],
  ])('reads %s in %s', (typed, currency, amount) => {
    expect(parseAmount(typed, currency)).toBe(amount);
  });

  it('reads back what a German reader is shown and types', async () => {
    await speak('de-DE');
    expect(amountInput(123_450)).toBe('1234,50');
    expect(formatMoney(123_450)).toBe('1.234,50\u00a0$');
    for (const typed of ['1234,50', '1.234,50', formatMoney(123_450)])
      expect(parseAmount(typed)).toBe(123_450);
    expect(parseAmount('1.234')).toBe(123_400);
    expect(parseAmount('2.000.000 €', 'eur')).toBe(200_000_000);
    expect(parseAmount('1,234')).toBeNull();
    expect(parseAmount('1,234.50')).toBe(123_450);
    expect(parseAmount('3.000', 'jpy')).toBe(3000);
    await speakEnglish();
  });

  it.each(['en-US', 'en-GB', 'en-IN', 'en-ZA', 'de-DE', 'de-AT', 'de-CH', 'de-LI'])(
    'reads what readers of %s are shown, with a sign and without',
    async (locale) => {
      await speak(locale);
      for (const cents of [5, 1250, 123_456, 12_345_678, 1_234_567_890]) {
        for (const currency of ['usd', 'eur', 'inr', 'chf']) {
          expect(parseAmount(formatMoney(cents, currency), currency)).toBe(cents);
          expect(parseAmount((cents / 100).toLocaleString(locale), currency)).toBe(cents);
        }
        expect(parseAmount(formatMoney(cents, 'jpy'), 'jpy')).toBe(cents);
      }
      expect([`1'234.50`, '1 234,50'].map((typed) => parseAmount(typed))).toEqual([123_450, 123_450]);
      expect(['1 23', `1'2345`, '12 34', '1 234 56'].map((typed) => parseAmount(typed))).toEqual(
        Array(4).fill(null),
      );
      await speakEnglish();
    },
  );

  it('reads back every amount that an input shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        expect(parseAmount(amountInput(cents))).toBe(cents);
        expect(parseAmount(formatMoney(cents))).toBe(cents);
      }),
    );
  });
});
