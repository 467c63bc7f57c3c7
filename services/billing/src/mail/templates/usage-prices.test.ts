import type { UnitTier } from '@tessera/proto/api/billing/tariff';
import type { FullPrice } from '../../catalog/products/view.ts';
import { usagePriceTexts } from './usage-prices.ts';
import { wordsFor } from './words.ts';

const metered = (facts: Partial<FullPrice>): FullPrice => ({
  id: '0197a000-0000-7000-8000-0000000000a1',
  createdAt: new Date(0),
  modifiedAt: null,
  productId: '0197a000-0000-7000-8000-0000000000a2',
  position: 0,
  isArchived: false,
  amountType: 'metered_unit',
  priceCurrency: 'usd',
  priceAmount: null,
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: null,
  meterId: '0197a000-0000-7000-8000-0000000000a3',
  unitAmount: '0.4',
  capAmount: null,
  tariff: null,
  meter: { name: 'API calls' } as FullPrice['meter'],
  ...facts,
});
const none = { unitTiers: null, packageSize: null, minimumAmount: null };
const tiers: UnitTier[] = [
  { maxUnits: 1000, unitAmount: '2', flatAmount: 0 },
  { maxUnits: null, unitAmount: '1', flatAmount: 500 },
];
const said = (price: Partial<FullPrice>, { currency = 'usd', locale = 'en', isTaxAdded = false } = {}) =>
  usagePriceTexts([metered(price)], { currency, isTaxAdded }, wordsFor(locale)).map((text) =>
    text.replaceAll('\u00a0', ' '),
  );

describe('prices of what is used', () => {
  it.each<[Partial<FullPrice>, string]>([
    [{}, 'API calls: $0.004 per unit'],
    [{ capAmount: 1000 }, 'API calls: $0.004 per unit · Maximum $10.00 per billing period.'],
    [
      { tariff: { ...none, packageSize: 100, minimumAmount: 900 }, unitAmount: '500' },
      'API calls: $5 per 100 units, rounded up · Minimum $9.00 per billing period.',
    ],
    [
      { tariff: { ...none, unitTiers: { tierType: 'graduated', tiers } } },
      'API calls: Up to 1,000: $0.02 per unit · Above 1,000: $0.01 per unit, plus a flat $5.00 · Each unit is charged at the price of its tier.',
    ],
    [
      { tariff: { ...none, unitTiers: { tierType: 'volume', tiers: tiers.slice(1) } } },
      'API calls: $0.01 per unit, plus a flat $5.00',
    ],
  ])('are said with all that decides them: %j', (price, expected) => {
    expect(said(price)).toEqual([expected]);
  });

  it('are those of a currency, in the buyer’s language', () => {
    expect(said({ priceCurrency: 'jpy' })).toEqual([]);
    const yen = { priceCurrency: 'jpy', unitAmount: '0.5' };
    expect(said(yen, { currency: 'jpy', locale: 'de' })).toEqual(['API calls: 0,5 ¥ je Einheit']);
    expect(said({}, { locale: 'fr' })).toEqual(['API calls : 0,004 $US par unité']);
    expect(said({}, { locale: 'ja' })).toEqual(['API calls：1単位あたり$0.004']);
  });

  it.each([
    ['en', 'API calls: $0.004 per unit · Maximum $10.00 per billing period. · Plus tax.'],
    ['de', 'API calls: 0,004 $ je Einheit · Höchstens 10,00 $ je Abrechnungszeitraum. · Zuzüglich Steuer.'],
    ['ja', 'API calls：1単位あたり$0.004 · 請求期間ごとに上限$10.00。 · 価格はすべて税別です。'],
  ])('say in %s that tax comes on top, where it does', (locale, expected) => {
    expect(said({ capAmount: 1000 }, { locale, isTaxAdded: true })).toEqual([expected]);
  });

  it('are none of what costs the same whatever is used', () => {
    expect(said({ amountType: 'fixed', priceAmount: 500, meter: null })).toEqual([]);
  });
});
