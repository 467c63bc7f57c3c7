import { startI18n } from '../../checkout/i18n.ts';
import type { PricedProduct } from './price.ts';
import { usagePrices } from './usage-price.ts';

const metered = (changes: object = {}): PricedProduct['prices'][number] =>
  ({
    id: 'price',
    amountType: 'metered_unit',
    priceCurrency: 'usd',
    unitAmount: '0.4',
    capAmount: null,
    unitTiers: null,
    packageSize: null,
    minimumAmount: null,
    meter: { id: 'meter', name: 'API calls' },
    ...changes,
  }) as PricedProduct['prices'][number];
const fixed = { amountType: 'fixed', priceCurrency: 'usd' } as PricedProduct['prices'][number];
const linesOf = (changes: object): string[] =>
  usagePrices([metered(changes)], 'usd').flatMap(({ lines }) =>
    lines.map((line) => line.replaceAll('\u00a0', ' ')),
  );
const tiers = {
  unitTiers: {
    tierType: 'graduated',
    tiers: [
      { maxUnits: 1000, unitAmount: '1', flatAmount: 0 },
      { maxUnits: 5000, unitAmount: '0.5', flatAmount: 300 },
      { maxUnits: null, unitAmount: '0', flatAmount: 0 },
    ],
  },
};

describe('prices of usage', () => {
  it('are said with all that decides them', async () => {
    await startI18n('en');
    expect(linesOf({ minimumAmount: 500, capAmount: 10_000 })).toEqual([
      '$0.004 per unit',
      'Minimum $5.00 per billing period.',
      'Maximum $100.00 per billing period.',
    ]);
    expect(linesOf({ unitAmount: '500', packageSize: 1000 })).toEqual(['$5 per 1,000 units, rounded up']);
    expect(linesOf(tiers)).toEqual([
      'Up to 1,000: $0.01 per unit',
      'Up to 5,000: $0.005 per unit, plus a flat $3.00',
      'Above 5,000: $0 per unit',
      'Each unit is charged at the price of its tier.',
    ]);
  });

  it('are said in the language of who buys', async () => {
    await startI18n('de');
    expect(linesOf(tiers)).toEqual([
      'Bis 1.000: 0,01 $ je Einheit',
      'Bis 5.000: 0,005 $ je Einheit, dazu pauschal 3,00 $',
      'Über 5.000: 0 $ je Einheit',
      'Jede Einheit zum Preis ihrer Stufe.',
    ]);
  });

  it('are those in the currency that is paid in, and nothing that is paid once', async () => {
    await startI18n('en');
    const euro = metered({ id: 'euro', priceCurrency: 'eur', unitAmount: '100' });
    const found = (currency: string) => usagePrices([fixed, metered(), euro], currency).map(({ id }) => id);
    expect(found('eur')).toEqual(['euro']);
    expect(found('usd')).toEqual(['price']);
    expect(found('jpy')).toEqual(['price', 'euro']);
  });
});
