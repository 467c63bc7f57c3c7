import fc from 'fast-check';
import {
  amountOfDecimal,
  decimalOf,
  formatMoney,
  formatUnitPrice,
  minorDigits,
  share,
  spread,
  unitPriceOf,
} from './money.ts';

describe('the smallest unit of a currency', () => {
  it.each([
    ['usd', 2],
    ['EUR', 2],
    ['jpy', 0],
    ['krw', 0],
    ['kwd', 3],
    ['bhd', 3],
    ['no currency', 2],
    ['', 2],
  ])('of %p has %p digits', (currency, digits) => {
    expect(minorDigits(currency)).toBe(digits);
  });
});

describe('an amount as a decimal', () => {
  it.each([
    [1250, 'usd', '12.50'],
    [5, 'usd', '0.05'],
    [0, 'usd', '0.00'],
    [-5, 'usd', '-0.05'],
    [1250, 'jpy', '1250'],
    [1250, 'kwd', '1.250'],
    [9_007_199_254_740_991, 'usd', '90071992547409.91'],
  ])('writes %p %s as %s', (amount, currency, text) => {
    expect(decimalOf(amount, currency)).toBe(text);
  });

  it.each([
    ['12.5', 'usd', 1250],
    ['.5', 'usd', 50],
    ['12.', 'usd', 1200],
    ['-0.05', 'usd', -5],
    ['12', 'jpy', 12],
    ['1.25', 'kwd', 1250],
    ['-0', 'usd', 0],
  ])('reads %s %s as %p', (text, currency, amount) => {
    expect(amountOfDecimal(text, currency)).toBe(amount);
  });

  it.each([
    ['12.345', 'usd'],
    ['12.5', 'jpy'],
    ['', 'usd'],
    ['.', 'usd'],
    ['1e3', 'usd'],
    [' 1', 'usd'],
    ['90071992547409.92', 'usd'],
  ])('does not read %p %s', (text, currency) => {
    expect(amountOfDecimal(text, currency)).toBeNull();
  });

  it('is read back as what was written', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -1e14, max: 1e14 }),
        fc.constantFrom('usd', 'jpy', 'kwd'),
        (amount, currency) => {
          expect(amountOfDecimal(decimalOf(amount, currency), currency)).toBe(amount);
        },
      ),
    ));
});

describe('an amount for people', () => {
  it.each([
    [123_450, 'usd', '$1,234.50'],
    [-100, 'usd', '-$1.00'],
    [1250, 'jpy', '¥1,250'],
    [1250, 'kwd', 'KWD\u00a01.250'],
  ])('writes %p %s as %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  it('leaves out digits that say nothing, where that is asked for', () => {
    expect(formatMoney(120_000, 'usd', { isBrief: true })).toBe('$1,200');
    expect(formatMoney(120_050, 'usd', { isBrief: true })).toBe('$1,200.50');
    expect(formatMoney(1050, 'jpy', { isBrief: true })).toBe('¥1,050');
  });
});

describe('a share of an amount', () => {
  it.each([
    [5, 1, 2, 'up', 3],
    [5, 1, 2, 'even', 2],
    [7, 1, 2, 'even', 4],
    [-5, 1, 2, 'up', -3],
    [-5, 1, 2, 'even', -2],
    [1000, 1, 3, 'up', 333],
    [1000, 2, 3, 'even', 667],
    [0, 1, 3, 'up', 0],
    [2_000_000_000, 1_999_999_999, 2_000_000_000, 'up', 1_999_999_999],
  ] as const)('%p * %p / %p, halves %s, is %p', (amount, part, whole, halves, expected) => {
    expect(share(amount, { part, whole, halves })).toBe(expected);
  });

  it('and the rest make up the amount, within a unit', () =>
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (amount, a, b) => {
        const whole = a + b;
        const parts = [a, b].map((part) => share(amount, { part, whole, halves: 'even' }));
        expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - amount)).toBeLessThanOrEqual(1);
      }),
    ));
});

describe('spreading an amount', () => {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  it('gives what is left over to the largest remainders, the first of equals first', () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(spread(10, [6, 3, 1])).toEqual([6, 3, 1]);
    expect(spread(1, [1, 2])).toEqual([0, 1]);
    expect(spread(7, [])).toEqual([]);
    expect(spread(7, [0, 0])).toEqual([0, 0]);
  });

  it('sums up to the amount, each part within a unit of its share, with credits among the parts too', () => {
    const weights = fc.array(fc.integer({ min: -100_000, max: 2_000_000_000 }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(weights, fc.integer({ min: -50_000, max: 2_000_000_000 }), (parts, amount) => {
        const total = sum(parts);
        fc.pre(total !== 0);
        const shares = spread(amount, parts);
        expect(sum(shares)).toBe(amount);
        for (const [index, part] of shares.entries()) {
          // |part - amount * weight / total| < 1, exactly
          const off = BigInt(part) * BigInt(total) - BigInt(amount) * BigInt(parts[index] ?? 0);
          expect((off < 0n ? -off : off) < BigInt(Math.abs(total))).toBe(true);
        }
      }),
    );
  });
});

describe('the price of a unit', () => {
  it.each([
    ['0.004', 'usd', 'en-US', '$0.004'],
    ['0.4e-2', 'usd', 'de', '0,004 $'],
    ['1.5', 'usd', 'en-US', '$1.50'],
    ['150e-2', 'eur', 'de', '1,50 €'],
    ['5', 'usd', 'en-US', '$5'],
    ['0.000000000001e-2', 'usd', 'en-US', '$0.00000000000001'],
    ['12.5', 'jpy', 'en-US', '¥12.5'],
  ])('of %s %s is in %s %s: all its digits', (decimal, currency, locale, text) => {
    expect(formatUnitPrice(decimal, currency, { locale }).replaceAll('\u00a0', ' ')).toBe(text);
  });

  it.each([
    ['0.4', 'usd', '$0.004'],
    ['400', 'usd', '$4'],
    ['5', 'jpy', '¥5'],
    ['12.5', 'kwd', 'KWD 0.0125'],
  ])('of %s minor units of %s is %s', (minorUnits, currency, text) => {
    expect(formatUnitPrice(unitPriceOf(minorUnits, currency), currency).replaceAll('\u00a0', ' ')).toBe(text);
  });
});
