import fc from 'fast-check';
import { amountOf, labelOf, maxAmount, unitsOf } from './amount.ts';

const price = (unitAmount: string, capAmount: number | null = null) => ({ unitAmount, capAmount });
const used = (consumedUnits: string, creditedUnits = 0) => ({ consumedUnits, creditedUnits });

describe('what units cost', () => {
  it.each([
    ['0.4', '1000', 0, null, 400],
    ['0.5', '1', 0, null, 1],
    ['0.000000000001', '500000000000', 0, null, 1],
    ['0.000000000001', '499999999999', 0, null, 0],
    ['0.1', '0.1', 0, null, 0],
    ['33.333333333333', '3', 0, null, 100],
    ['1', '10', 4, null, 6],
    ['1', '10', 14, null, 0],
    ['1', '-5', 0, null, 0],
    ['2', '10', 0, 15, 15],
    ['2', '10', 0, 0, 0],
    ['99999999999999999', '1e308', 0, null, maxAmount],
    ['0.1', '1.005', 0, null, 0],
    ['100', '1.005', 0, null, 101],
  ])('%s cents for %s units, %s credited, at most %s: %s', (unit, units, credited, cap, amount) =>
    expect(amountOf(price(unit, cap), used(units, credited))).toBe(amount),
  );

  it('is what whole numbers say, to the cent', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 14n });
    fc.assert(
      fc.property(digits, fc.bigInt({ min: 0n, max: 10n ** 9n }), (unit, units) => {
        // Twelve decimals of a cent, three of a unit.
        const text = (value: bigint, places: number) => {
          const padded = String(value).padStart(places + 1, '0');
          return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
        };
        const scale = 10n ** 15n;
        const exact = (unit * units * 2n + scale) / (2n * scale);
        const expected = exact > BigInt(maxAmount) ? maxAmount : Number(exact);
        expect(amountOf(price(text(unit, 12)), used(text(units, 3)))).toBe(expected);
      }),
    );
  });
});

describe('the line of an order', () => {
  const line = (unit: string, cap: number | null, units: string, credited = 0) =>
    labelOf(price(unit, cap), { meterName: 'API calls', used: used(units, credited), currency: 'usd' });
  it('says what was used, what it costs and at most', () => {
    expect(line('0.4', null, '1500')).toBe('API calls (1500 units, at $0.004)');
    expect(line('0.4', 1000, '1500.25', 500)).toBe(
      'API calls (1500.25 units, 500 of them credited, at $0.004, at most $10.00)',
    );
    expect(line('150', null, '1e308')).toBe('API calls (1.000000e+308 units, at $1.5)');
  });
});

describe('units in replies', () => {
  it('are numbers always', () =>
    expect([unitsOf('1.5'), unitsOf('9'.repeat(400))]).toEqual([1.5, Number.MAX_VALUE]));
});
