import fc from 'fast-check';
import type { ProductPriceRow } from './entity.ts';
import { leadingPrice, planPrices } from './rules.ts';

const current: ProductPriceRow = {
  id: '01980000-0000-7000-8000-00000000000a',
  createdAt: new Date(0),
  modifiedAt: null,
  productId: '01980000-0000-7000-8000-000000000000',
  position: 0,
  isArchived: false,
  amountType: 'fixed',
  priceAmount: 1000,
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: null,
};
const fixed = { amountType: 'fixed' as const, priceAmount: 500, priceCurrency: 'usd' as const };

describe('planPrices', () => {
  it('keeps a current price by its id, however it is spelt', () => {
    expect(planPrices([{ id: current.id }], [current])).toEqual([{ kept: current }]);
  });

  it('adds a new price in place of a current one', () => {
    expect(planPrices([fixed], [current])).toEqual([{ added: fixed }]);
  });

  it('never holds more than one static price, and never none', () => {
    const wanted = fc.array(fc.constantFrom({ id: current.id }, fixed, { amountType: 'free' as const }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(wanted, (prices) => {
        const plan = () => planPrices(prices, [current]);
        if (prices.length === 1) expect(plan()).toHaveLength(1);
        else expect(plan).toThrow();
      }),
    );
  });

  it('refuses a price of another product', () => {
    expect(() => planPrices([{ id: '01980000-0000-7000-8000-00000000000b' }], [current])).toThrow(
      'Price does not exist.',
    );
  });
});

describe('leadingPrice', () => {
  it('sorts a custom price by its minimum and a free one by nothing', () => {
    const custom = { ...current, amountType: 'custom' as const, priceAmount: null, minimumAmount: 700 };
    expect(leadingPrice(custom)).toEqual({ priceAmountType: 'custom', priceAmount: 700 });
    const free = { ...current, amountType: 'free' as const, priceAmount: null };
    expect(leadingPrice(free)).toEqual({ priceAmountType: 'free', priceAmount: 0 });
    expect(leadingPrice(current)).toEqual({ priceAmountType: 'fixed', priceAmount: 1000 });
  });
});
