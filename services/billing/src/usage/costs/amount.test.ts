import type { Tariff } from '@tessera/proto/api/billing/tariff';
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
    expect(line('100', null, '4', 10)).toBe('API calls (4 units, 4 of them credited, at $1)');
    expect(line('100', null, '1.5', 10)).toBe('API calls (1.5 units, 1.5 of them credited, at $1)');
    expect(line('100', null, '1')).toBe('API calls (1 unit, at $1)');
    expect(line('100', null, '0', 10)).toBe('API calls (0 units, at $1)');
    expect(line('150', null, '777.0000000000001')).toBe('API calls (777 units, at $1.50)');
    expect(line('150', null, '0.30000000000000004')).toBe('API calls (0.3 units, at $1.50)');
    expect(line('150', null, '0.00000000000000000001')).toBe('API calls (1.000000e-20 units, at $1.50)');
    expect(line('150', null, '1e308')).toBe('API calls (1.000000e+308 units, at $1.50)');
  });
});

describe('units in replies', () => {
  it('are numbers always', () =>
    expect([unitsOf('1.5'), unitsOf('9'.repeat(400))]).toEqual([1.5, Number.MAX_VALUE]));
});

describe('what units cost by a tariff', () => {
  const tiers = (tierType: 'graduated' | 'volume'): Partial<Tariff> => ({
    unitTiers: {
      tierType,
      tiers: [
        { maxUnits: 10, unitAmount: '5', flatAmount: 0 },
        { maxUnits: 100, unitAmount: '2.5', flatAmount: 30 },
        { maxUnits: null, unitAmount: '0.1', flatAmount: 0 },
      ],
    },
  });
  const by = (tariff: Partial<Tariff>, capAmount: number | null = null) => ({
    unitAmount: '5',
    capAmount,
    tariff: { unitTiers: null, packageSize: null, minimumAmount: null, ...tariff },
  });

  it.each([
    ['graduated', tiers('graduated'), '0', 0],
    ['graduated', tiers('graduated'), '10', 50],
    ['graduated', tiers('graduated'), '10.5', 50 + 30 + 1],
    ['graduated', tiers('graduated'), '100', 50 + 30 + 225],
    ['graduated', tiers('graduated'), '100.4', 50 + 30 + 225],
    ['graduated', tiers('graduated'), '105', 50 + 30 + 225 + 1],
    ['graduated', tiers('graduated'), '1100', 50 + 30 + 225 + 100],
    ['volume', tiers('volume'), '0', 0],
    ['volume', tiers('volume'), '10', 50],
    ['volume', tiers('volume'), '11', 30 + 28],
    ['volume', tiers('volume'), '10.001', 30 + 25],
    ['volume', tiers('volume'), '100', 30 + 250],
    ['volume', tiers('volume'), '100.001', 10],
    ['volume', tiers('volume'), '1000', 100],
    ['packages', { packageSize: 100 }, '0', 0],
    ['packages', { packageSize: 100 }, '0.001', 5],
    ['packages', { packageSize: 100 }, '1', 5],
    ['packages', { packageSize: 100 }, '100', 5],
    ['packages', { packageSize: 100 }, '100.001', 10],
    ['a minimum', { minimumAmount: 70 }, '0', 70],
    ['a minimum', { minimumAmount: 70 }, '13', 70],
    ['a minimum', { minimumAmount: 70 }, '14', 70],
    ['a minimum', { minimumAmount: 70 }, '14.1', 71],
    ['a minimum', { minimumAmount: 70 }, '15', 75],
  ] as const)('%s %j: %s units cost %s', (_what, tariff, units, amount) =>
    expect(amountOf(by(tariff as Partial<Tariff>), used(units))).toBe(amount),
  );

  it('is at most the cap, and at least nothing for a part of a period', () => {
    expect(amountOf(by(tiers('graduated'), 60), used('1100'))).toBe(60);
    expect(amountOf(by({ minimumAmount: 70 }), used('1'), { isPart: true })).toBe(5);
    expect(amountOf(by(tiers('volume')), used('1000', 995))).toBe(25);
  });

  it('is said on the line', () => {
    const facts = { meterName: 'Calls', used: used('250'), currency: 'usd' };
    expect(labelOf(by({ packageSize: 100, minimumAmount: 900 }), facts)).toBe(
      'Calls (250 units, as 3 packages of 100 at $0.05, at least $9.00)',
    );
    expect(labelOf(by({ packageSize: 1_000 }), facts)).toBe(
      'Calls (250 units, as 1 package of 1000 at $0.05)',
    );
    expect(labelOf(by(tiers('graduated')), facts)).toBe('Calls (250 units, at graduated prices)');
  });

  it('of graduated tiers at one price is that of the units', () => {
    const tier = fc.record({ width: fc.integer({ min: 1, max: 50 }) });
    fc.assert(
      fc.property(fc.array(tier, { maxLength: 5 }), fc.integer({ min: 0, max: 400 }), (widths, units) => {
        let end = 0;
        const ends = widths.map(({ width }) => (end += width));
        const list = [...ends, null].map((maxUnits) => ({ maxUnits, unitAmount: '1.5', flatAmount: 0 }));
        const price = by({ unitTiers: { tierType: 'graduated', tiers: list } });
        expect(amountOf(price, used(String(units)))).toBe(Math.round(units * 1.5));
      }),
    );
  });
});
