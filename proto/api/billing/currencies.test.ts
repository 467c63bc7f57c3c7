import { minorDigits } from '../money.ts';
import { Currency, currencyOfCountry, currencyOfLanguage } from './currencies.ts';
import { leastChoiceOf, minimumChargeIn } from './minimum-charge.ts';

describe('currencyOfCountry', () => {
  it('knows what is paid with where', () => {
    expect(['DE', 'fr', 'CH', 'JP', 'PR', 'GL', 'ZZ', '', null].map(currencyOfCountry)).toEqual([
      'eur',
      'eur',
      'chf',
      'jpy',
      'usd',
      'dkk',
      null,
      null,
      null,
    ]);
  });
});

describe('currencyOfLanguage', () => {
  it('takes the region of a tag, or where its language is at home', () => {
    expect(['de-CH', 'de', 'en-GB', 'en', 'ja', 'ko-KR', 'x', '*', null].map(currencyOfLanguage)).toEqual([
      'chf',
      'eur',
      'gbp',
      'usd',
      'jpy',
      'krw',
      null,
      null,
      null,
    ]);
  });
});

describe('minimumChargeIn', () => {
  it('is 50 of the smallest unit at least, in all currencies', () => {
    for (const currency of Currency.options) expect(minimumChargeIn(currency)).toBeGreaterThanOrEqual(50);
    expect(['usd', 'eur', 'JPY', 'czk', 'huf', 'xyz'].map(minimumChargeIn)).toEqual([
      50, 50, 50, 1500, 17_500, 50,
    ]);
  });
});

describe('minorDigits', () => {
  it('are those that money is counted in, not those that prices are written with', () => {
    const digits = Object.fromEntries(Currency.options.map((currency) => [currency, minorDigits(currency)]));
    expect(digits).toMatchObject({ huf: 2, cop: 2, twd: 2, czk: 2, usd: 2, jpy: 0, krw: 0, clp: 0 });
  });
});

describe('leastChoiceOf', () => {
  it("is the seller's bound, and never less than cards are charged", () => {
    const least = (priceCurrency: string, minimumAmount: number | null) =>
      leastChoiceOf({ priceCurrency, minimumAmount });
    expect([least('usd', null), least('usd', 300), least('huf', null), least('huf', 20_000)]).toEqual([
      50, 300, 17_500, 20_000,
    ]);
  });
});
