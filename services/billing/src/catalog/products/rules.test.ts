import fc from 'fast-check';
import type { ProductPriceRow } from './entity.ts';
import { currenciesOf, leadingPrice, ownCurrency, planPrices, pricesIn, staticPrice } from './rules.ts';

const current: ProductPriceRow = {
  id: '01980000-0000-7000-8000-00000000000a',
  createdAt: new Date(0),
  modifiedAt: null,
  productId: '01980000-0000-7000-8000-000000000000',
  position: 0,
  isArchived: false,
  amountType: 'fixed',
  priceCurrency: 'usd',
  priceAmount: 1000,
  minimumAmount: null,
  maximumAmount: null,
  presetAmount: null,
  meterId: null,
  unitAmount: null,
  capAmount: null,
  tariff: null,
};
const once = { current: [current], isRecurring: false };
const meterIds = ['01980000-0000-7000-8000-0000000000c1', '01980000-0000-7000-8000-0000000000c2'] as const;
const metered = (meterId: string) => ({
  amountType: 'metered_unit' as const,
  meterId,
  unitAmount: '0.5',
  priceCurrency: 'usd' as const,
});
const fixed = { amountType: 'fixed' as const, priceAmount: 500, priceCurrency: 'usd' as const };

describe('planPrices', () => {
  it('keeps a current price by its id, however it is spelt', () => {
    expect(planPrices([{ id: current.id }], once)).toEqual([{ kept: current }]);
  });

  it('adds a new price in place of a current one', () => {
    expect(planPrices([fixed], once)).toEqual([{ added: fixed }]);
  });

  it('never holds more than one static price, and never none', () => {
    const wanted = fc.array(fc.constantFrom({ id: current.id }, fixed, { amountType: 'free' as const }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(wanted, (prices) => {
        const plan = () => planPrices(prices, once);
        if (prices.length === 1) expect(plan()).toHaveLength(1);
        else expect(plan).toThrow();
      }),
    );
  });

  it('refuses a price of another product', () => {
    expect(() => planPrices([{ id: '01980000-0000-7000-8000-00000000000b' }], once)).toThrow(
      'Price does not exist.',
    );
  });
});

describe('prices in several currencies', () => {
  const inEuros = { ...fixed, priceCurrency: 'eur' as const };
  const free = { amountType: 'free' as const };
  const [first, second] = meterIds;
  const meteredIn = (meterId: string, priceCurrency: 'usd' | 'eur') => ({
    ...metered(meterId),
    priceCurrency,
  });

  it('stand beside one another, one of a kind in each', () => {
    expect(planPrices([{ id: current.id }, inEuros], once)).toEqual([{ kept: current }, { added: inEuros }]);
    expect(() => planPrices([inEuros, fixed, inEuros], once)).toThrow('allowed for each currency');
    expect(() => planPrices([inEuros, free], once)).toThrow('allowed for each currency');
    expect(() => planPrices([free, free], once)).toThrow('allowed for each currency');
  });

  it('are for the same in all of them', () => {
    const recurring = { current: [current], isRecurring: true };
    const both = [meteredIn(first, 'usd'), meteredIn(first, 'eur')];
    expect(planPrices([...both, free], recurring)).toHaveLength(3);
    expect(planPrices([...both, fixed, inEuros], recurring)).toHaveLength(4);
    for (const uneven of [
      [...both, fixed],
      [fixed, inEuros, meteredIn(first, 'eur')],
      [...both, meteredIn(second, 'usd')],
    ])
      expect(() => planPrices(uneven, recurring)).toThrow(
        'do not cover everything that the other currencies',
      );
  });

  it('are sold in dollars where there are such, else in the first, and free ones in any', () => {
    const euro = { ...current, priceCurrency: 'eur' };
    const yen = { ...current, priceCurrency: 'jpy' };
    const nothing = { ...current, amountType: 'free' as const };
    expect(currenciesOf([yen, euro, yen, nothing])).toEqual(['jpy', 'eur']);
    expect([[yen, euro], [euro, current], [nothing], []].map(ownCurrency)).toEqual([
      'jpy',
      'usd',
      'usd',
      'usd',
    ]);
    expect(pricesIn([nothing, euro, yen], 'jpy')).toEqual([nothing, yen]);
  });
});

describe('metered prices', () => {
  const recurring = { current: [current], isRecurring: true };
  const [first, second] = meterIds;

  it('stand beside one static price, one a meter, in the order given', () => {
    const list = [metered(first), { id: current.id }, metered(second)];
    expect(planPrices(list, recurring)).toEqual([
      { added: metered(first) },
      { kept: current },
      { added: metered(second) },
    ]);
    expect(() => planPrices([...list, metered(first)], recurring)).toThrow('Each meter can have one price');
    expect(() => planPrices([...list, fixed], recurring)).toThrow('Only one fixed, custom or free price');
    const kept = { ...current, amountType: 'metered_unit' as const, meterId: first };
    expect(() =>
      planPrices([{ id: kept.id }, metered(first)], { current: [kept], isRecurring: true }),
    ).toThrow('Each meter can have one price');
  });

  it('need a product that recurs', () => {
    expect(() => planPrices([metered(first)], once)).toThrow('not supported on one-time products');
  });

  it('are sold with the static price first, wherever that stands', () => {
    const price = { ...current, amountType: 'metered_unit' as const };
    expect(staticPrice([price, current])).toBe(current);
    expect(staticPrice([price])).toBe(price);
    expect(staticPrice([])).toBeUndefined();
  });
});

describe('leadingPrice', () => {
  it('sorts a custom price by its minimum, a free one before all and a metered one after all', () => {
    const custom = { ...current, amountType: 'custom' as const, priceAmount: null, minimumAmount: 700 };
    expect(leadingPrice(custom)).toEqual({ priceAmountType: 'custom', priceAmount: 700 });
    const any = leadingPrice({ ...custom, minimumAmount: null });
    expect(any).toEqual({ priceAmountType: 'custom', priceAmount: -1 });
    const free = leadingPrice({ ...current, amountType: 'free', priceAmount: null });
    expect(free.priceAmount).toBeLessThan(any.priceAmount);
    expect(leadingPrice(current)).toEqual({ priceAmountType: 'fixed', priceAmount: 1000 });
    const metered = leadingPrice({ ...current, amountType: 'metered_unit', priceAmount: null });
    expect(metered.priceAmount).toBeGreaterThan(99_999_999);
  });
});
