import '../../test/english.ts';
import { describeUsage, type Usage } from './usage.ts';

const plain: Usage = {
  unitAmount: '0.2',
  unitTiers: null,
  packageSize: null,
  minimumAmount: null,
  capAmount: null,
  priceCurrency: 'usd',
};
const tiers = [
  { maxUnits: 1000, unitAmount: '10', flatAmount: 500 },
  { maxUnits: null, unitAmount: '5', flatAmount: 0 },
];

describe('describing a price per unit', () => {
  it('says all that decides it', () => {
    expect(describeUsage(plain, 'Tokens')).toEqual(['$0.002 per Tokens']);
    expect(describeUsage({ ...plain, packageSize: 1000, capAmount: 9900 }, 'Tokens')).toEqual([
      '$0.002 per 1,000 Tokens',
      'Maximum $99.00 per billing period.',
    ]);
  });

  it('names each tier, what is due once, and how they count', () => {
    const graduated: Usage = {
      ...plain,
      unitAmount: '10',
      unitTiers: { tierType: 'graduated', tiers },
      minimumAmount: 1000,
    };
    expect(describeUsage(graduated, 'Tokens')).toEqual([
      'Tokens up to 1,000: $5.00 once, then $0.10 per unit',
      'Tokens above 1,000: $0.05 per unit',
      'Each unit is charged at the price of its tier.',
      'Minimum $10.00 per billing period.',
    ]);
  });

  it('says nothing of what is still being typed', () => {
    expect(describeUsage({ ...plain, unitAmount: '', capAmount: 100 }, 'Tokens')).toEqual([]);
    expect(describeUsage({ ...plain, packageSize: Number.NaN }, 'Tokens')).toEqual([]);
    const begun = [{ maxUnits: Number.NaN, unitAmount: '10', flatAmount: 0 }, ...tiers.slice(1)];
    const volume: Usage = { ...plain, unitTiers: { tierType: 'volume', tiers: begun } };
    expect(describeUsage(volume, 'Tokens')).toEqual([]);
    const untold = [{ maxUnits: 0, unitAmount: '10', flatAmount: 0 }, ...tiers.slice(1)];
    expect(describeUsage({ ...plain, unitTiers: { tierType: 'volume', tiers: untold } }, 'Tokens')).toEqual(
      [],
    );
  });
});
