import '../../test/english.ts';
import type { Product } from '../../api/catalog/products.ts';
import { emptyMetered } from './metered-form.ts';
import { emptyPrice } from './price-form.ts';
import {
  changesOf,
  createRequest,
  emptyProduct,
  formOfProduct,
  hasOtherBenefits,
  unreadableAmounts,
  updateRequest,
} from './product-form.ts';
import { centsOfUnit } from './unit-price.ts';

const at = new Date('2026-01-01T00:00:00Z');

const product = (price: object): Product =>
  ({
    id: 'p1',
    createdAt: at,
    modifiedAt: null,
    name: 'Atlas',
    description: null,
    recurringInterval: 'month',
    isRecurring: true,
    isArchived: false,
    organizationId: 'o1',
    metadata: {},
    prices: [{ id: 'price1', ...price }],
    benefits: [{ id: 'b1' }, { id: 'b2' }],
    medias: [],
    attachedCustomFields: [],
  }) as unknown as Product;

const fixed = product({ amountType: 'fixed', priceAmount: 1250, priceCurrency: 'usd' });

describe('metadata', () => {
  it('of a product is shown, and sent where it was changed', () => {
    const noted = { ...fixed, metadata: { sku: 'A-1' } };
    const before = formOfProduct(noted);
    expect(changesOf(before, before, noted)).toEqual({});
    const [entry] = before.metadata;
    const form = { ...before, metadata: entry ? [{ ...entry, value: 'A-2' }] : [] };
    expect(changesOf(form, before, noted)).toEqual({ metadata: { sku: 'A-2' } });
  });
});

describe('createRequest', () => {
  it('turns typed dollars into cents and "once" into no interval', () => {
    const form = { ...emptyProduct, name: ' Atlas ', prices: [{ ...emptyPrice, amount: '12.5' }] };
    expect(createRequest(form, 'o1')).toEqual({
      name: 'Atlas',
      description: null,
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 1250, priceCurrency: 'usd' }],
      attachedCustomFields: [],
      isTaxApplicable: true,
      taxBehavior: 'exclusive',
      organizationId: 'o1',
    });
  });

  it('leaves open bounds of a pay-what-you-want price open', () => {
    const form = {
      ...emptyProduct,
      priceKind: 'custom' as const,
      prices: [{ ...emptyPrice, minimum: '5' }],
    };
    expect(createRequest(form, 'o1').prices).toEqual([
      {
        amountType: 'custom',
        priceCurrency: 'usd',
        minimumAmount: 500,
        maximumAmount: null,
        presetAmount: null,
      },
    ]);
  });
});

describe('updateRequest', () => {
  it('keeps a price that was not touched', () => {
    const form = { ...formOfProduct(fixed), name: 'Atlas Pro' };
    expect(updateRequest(form, fixed)).toMatchObject({ name: 'Atlas Pro', prices: [{ id: 'price1' }] });
  });

  it('adds a new price in place of a changed one', () => {
    const form = { ...formOfProduct(fixed), prices: [{ ...emptyPrice, amount: '20' }] };
    expect(updateRequest(form, fixed).prices).toEqual([
      { amountType: 'fixed', priceAmount: 2000, priceCurrency: 'usd' },
    ]);
  });
});

describe('changesOf', () => {
  const form = formOfProduct(fixed);

  it('names only what was changed in this form, whatever was saved elsewhere meanwhile', () => {
    const saved = product({ id: 'price2', amountType: 'fixed', priceAmount: 9900, priceCurrency: 'usd' });
    const elsewhere = { ...saved, name: 'Atlas 2', medias: [{ id: 'm1' }] } as unknown as Product;
    expect(changesOf({ ...form, description: 'New' }, form, elsewhere)).toEqual({ description: 'New' });
    expect(changesOf({ ...form, benefits: ['b2'] }, form, elsewhere)).toEqual({});
    const dearer = { ...form, prices: [{ ...emptyPrice, amount: '20' }] };
    expect(changesOf(dearer, form, fixed)).toEqual({
      prices: [{ amountType: 'fixed', priceAmount: 2000, priceCurrency: 'usd' }],
    });
  });

  it('names a trial as a whole', () => {
    const trial = { ...form, trialCount: '2', trialInterval: 'week' as const };
    expect(changesOf({ ...trial, trialCount: '3' }, trial, fixed)).toEqual({
      trialInterval: 'week',
      trialIntervalCount: 3,
      trialRequiresPaymentMethod: trial.trialNeedsCard,
    });
    expect(changesOf({ ...trial, trialCount: '' }, trial, fixed)).toEqual({
      trialInterval: null,
      trialIntervalCount: null,
    });
  });
});

describe('prices in several currencies', () => {
  const many = product({ amountType: 'fixed', priceAmount: 1250, priceCurrency: 'usd' });
  many.prices.push({ ...many.prices[0], id: 'yen', priceAmount: 3000, priceCurrency: 'jpy' } as never);

  it('are typed each in the decimals of their own, and kept where they were not touched', () => {
    const form = formOfProduct(many);
    expect(form.prices).toMatchObject([
      { currency: 'usd', amount: '12.50' },
      { currency: 'jpy', amount: '3000' },
    ]);
    expect(updateRequest(form, many).prices).toEqual([{ id: 'price1' }, { id: 'yen' }]);
    const [dollars] = form.prices;
    const prices = [
      ...(dollars ? [dollars] : []),
      { ...emptyPrice, currency: 'eur' as const, amount: '11,90' },
    ];
    expect(updateRequest({ ...form, prices }, many).prices).toEqual([
      { id: 'price1' },
      { amountType: 'fixed', priceAmount: 1190, priceCurrency: 'eur' },
    ]);
  });

  it('are refused by their place where there are more decimals than the currency has', () => {
    const prices = [
      { ...emptyPrice, amount: '12' },
      { ...emptyPrice, currency: 'jpy' as const, amount: '12.50' },
    ];
    expect(Object.keys(unreadableAmounts({ ...emptyProduct, prices }))).toEqual(['prices.1.amount']);
  });
});

describe('a product sold in several currencies', () => {
  const row = { ...emptyMetered, meterId: 'm1', unit: '0.01' };
  const prices = (['usd', 'eur'] as const).map((currency) => ({ ...emptyPrice, currency, amount: '12' }));
  const form = { ...emptyProduct, name: 'Atlas', interval: 'month' as const, prices };
  const mistakes = (...metered: (typeof row)[]) => unreadableAmounts({ ...form, metered });

  it('says in which of them the price of a meter is missing', () => {
    expect(mistakes(row)).toEqual({ 'metered.0.currency': expect.stringContaining('in EUR too') });
    expect(mistakes(row, { ...row, currency: 'eur' })).toEqual({});
  });

  it('says where a meter has a price in a currency of its own', () => {
    const yen = { ...row, currency: 'jpy' as const, unit: '1' };
    expect(mistakes(row, { ...row, currency: 'eur' }, yen)).toEqual({
      'metered.2.currency': expect.stringContaining('no other price in JPY'),
    });
  });

  it('may be sold by usage alone, or be free besides', () => {
    const metered = [{ ...row, currency: 'jpy' as const, unit: '1' }];
    for (const priceKind of ['none', 'free'] as const)
      expect(unreadableAmounts({ ...form, priceKind, metered })).toEqual({});
  });
});

describe('metered prices', () => {
  const metered = {
    id: 'price2',
    amountType: 'metered_unit',
    priceCurrency: 'usd',
    unitAmount: '0.2',
    capAmount: null,
    unitTiers: null,
    packageSize: null,
    minimumAmount: null,
    meterId: 'm1',
    meter: { id: 'm1', name: 'Calls' },
  };
  const both = { ...fixed, prices: [...fixed.prices, metered] } as unknown as Product;

  it('are typed in dollars a unit, however small, and kept where they were not touched', () => {
    const form = formOfProduct(both);
    expect(form.metered).toEqual([{ ...emptyMetered, meterId: 'm1', currency: 'usd', unit: '0.002' }]);
    expect(updateRequest(form, both).prices).toEqual([{ id: 'price1' }, { id: 'price2' }]);
    const dearer = { ...form, metered: [{ ...emptyMetered, meterId: 'm1', unit: '1.5', cap: '100' }] };
    expect(updateRequest(dearer, both).prices).toEqual([
      { id: 'price1' },
      {
        amountType: 'metered_unit',
        priceCurrency: 'usd',
        meterId: 'm1',
        unitAmount: '150',
        unitTiers: null,
        packageSize: null,
        minimumAmount: null,
        capAmount: 10_000,
      },
    ]);
    expect(['0.002', '2', '0,5', '.00000000000001', '10.10'].map((typed) => centsOfUnit(typed))).toEqual([
      '0.2',
      '200',
      '50',
      '0.000000000001',
      '1010',
    ]);
    expect(['', '0', 'x', '1.2.3'].map((typed) => centsOfUnit(typed))).toEqual([null, null, null, null]);
  });

  it('may have tiers, packages and a minimum, and are kept where they were not touched', () => {
    const tiers = [
      { maxUnits: 1000, unitAmount: '0', flatAmount: 0 },
      { maxUnits: null, unitAmount: '0.25', flatAmount: 500 },
    ];
    const tiered = {
      ...metered,
      unitAmount: '0',
      unitTiers: { tierType: 'graduated', tiers },
      minimumAmount: 900,
    };
    const product = { ...fixed, prices: [...fixed.prices, tiered] } as unknown as Product;
    const form = formOfProduct(product);
    expect(form.metered).toMatchObject([
      {
        model: 'graduated',
        minimum: '9.00',
        tiers: [
          { upTo: '1000', unit: '0', flat: '' },
          { upTo: '', unit: '0.0025', flat: '5.00' },
        ],
      },
    ]);
    expect(unreadableAmounts(form)).toEqual({});
    expect(updateRequest(form, product).prices).toEqual([{ id: 'price1' }, { id: 'price2' }]);
    const [row = emptyMetered] = form.metered;
    const packages = {
      ...form,
      metered: [{ ...row, model: 'package' as const, unit: '5', packageSize: '100' }],
    };
    expect(updateRequest(packages, product).prices?.[1]).toMatchObject({
      unitAmount: '500',
      unitTiers: null,
      packageSize: 100,
      minimumAmount: 900,
    });
    const wrong = {
      ...form,
      metered: [{ ...row, tiers: [{ upTo: '', unit: 'x', flat: '' }, ...row.tiers] }],
    };
    expect(Object.keys(unreadableAmounts(wrong))).toEqual([
      'metered.0.tiers.0.upTo',
      'metered.0.tiers.0.unit',
    ]);
  });

  it('may be all that a subscription costs, but nothing that is sold once', () => {
    const form = {
      ...emptyProduct,
      priceKind: 'none' as const,
      interval: 'month' as const,
      metered: [{ ...emptyMetered, meterId: 'm1', unit: '0.01' }],
    };
    expect(createRequest(form, 'o1').prices).toMatchObject([{ meterId: 'm1', unitAmount: '1' }]);
    expect(unreadableAmounts(form)).toEqual({});
    expect(Object.keys(unreadableAmounts({ ...form, metered: [] }))).toEqual(['form']);
    expect(Object.keys(unreadableAmounts({ ...form, interval: 'once' }))).toEqual(['form']);
    const twice = { ...form, metered: [...form.metered, { ...emptyMetered, meterId: 'm1', cap: 'x' }] };
    expect(Object.keys(unreadableAmounts(twice))).toEqual([
      'metered.1.meterId',
      'metered.1.unit',
      'metered.1.cap',
    ]);
  });
});

describe('unreadableAmounts', () => {
  it('asks for the amount of a fixed price and for nothing when it is free', () => {
    expect(unreadableAmounts(emptyProduct)).toEqual({ 'prices.0.amount': 'This is required.' });
    expect(unreadableAmounts({ ...emptyProduct, priceKind: 'free' })).toEqual({});
  });

  it('names every bound that is no amount', () => {
    const prices = [{ ...emptyPrice, minimum: 'five', preset: '10' }];
    const form = { ...emptyProduct, priceKind: 'custom' as const, prices };
    expect(Object.keys(unreadableAmounts(form))).toEqual(['prices.0.minimum']);
  });
});

describe('hasOtherBenefits', () => {
  it('sees a change of order', () => {
    const form = formOfProduct(fixed);
    expect(hasOtherBenefits({ ...form }, form)).toBe(false);
    expect(hasOtherBenefits({ ...form, benefits: ['b2', 'b1'] }, form)).toBe(true);
  });
});
