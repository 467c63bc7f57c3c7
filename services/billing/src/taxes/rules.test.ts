import fc from 'fast-check';
import { UnknownPlace } from '../money/tax.ts';
import { decideTax, type Registration, type TaxFacts, taxOfAmount } from './rules.ts';

const place = (country: string, state: string | null = null, postalCode: string | null = null) => ({
  country,
  state,
  postalCode,
  line1: null,
  line2: null,
  city: null,
});
const registered = (country: string, state: string | null = null): Registration => ({
  country,
  state,
  scheme: 'standard',
});
const oneStop: Registration = { country: 'DE', state: null, scheme: 'eu_oss' };
const facts = (
  address: TaxFacts['address'],
  registrations: Registration[],
  more: Partial<TaxFacts> = {},
): TaxFacts => ({
  address,
  registrations,
  taxId: null,
  exemptIn: null,
  isTaxable: true,
  at: new Date('2026-03-01T00:00:00Z'),
  ...more,
});
const frenchVat: [string, string] = ['FR40303265045', 'eu_vat'];
const decided = (...given: Parameters<typeof facts>) => {
  const { amount, details } = taxOfAmount(10_000, { facts: facts(...given), behavior: 'exclusive' });
  return [details?.reason, amount, details?.lines.map(({ type, percentage }) => `${type} ${percentage}`)];
};

describe('decideTax', () => {
  it('collects nothing where the seller is not registered', () => {
    expect(decided(place('FR'), [])).toEqual(['not_collecting', 0, []]);
    expect(decided(place('FR'), [registered('DE')])).toEqual(['not_collecting', 0, []]);
    expect(decided(place('US', 'US-CA'), [registered('US', 'US-NY')])).toEqual(['not_collecting', 0, []]);
    expect(decided(place('GB'), [oneStop])).toEqual(['not_collecting', 0, []]);
  });

  it('taxes by where the customer is', () => {
    expect(decided(place('DE'), [registered('DE')])).toEqual(['standard_rated', 1900, ['vat 19']]);
    expect(decided(place('FR'), [oneStop])).toEqual(['standard_rated', 2000, ['vat 20']]);
    expect(decided(place('CH'), [registered('CH')])).toEqual(['standard_rated', 810, ['vat 8.1']]);
    expect(decided(place('US', 'US-CA'), [registered('US', 'US-CA')])).toEqual([
      'standard_rated',
      725,
      ['sales_tax 7.25'],
    ]);
  });

  it('leaves the tax of a business in another member state to that business', () => {
    const taxId = frenchVat;
    expect(decided(place('FR'), [registered('DE')], { taxId })).toEqual(['reverse_charge', 0, []]);
    expect(decided(place('FR'), [oneStop], { taxId })).toEqual(['reverse_charge', 0, []]);
    expect(decided(place('FR'), [registered('FR')], { taxId })).toEqual(['standard_rated', 2000, ['vat 20']]);
    expect(decided(place('FR'), [registered('US', 'US-CA')], { taxId })).toEqual(['not_collecting', 0, []]);
  });

  it('takes no number whose check digits are wrong, or of another country, for that of a business', () => {
    for (const taxId of [
      ['FR41303265045', 'eu_vat'],
      ['DE136695976', 'eu_vat'],
      ['FR40303265045', 'gb_vat'],
    ] as const)
      expect(decided(place('FR'), [oneStop], { taxId: [...taxId] })[0]).toBe('standard_rated');
  });

  it('adds the taxes of Canada and its provinces up, as far as the seller is registered', () => {
    const canada = registered('CA');
    expect(decided(place('CA', 'CA-ON'), [canada])).toEqual(['standard_rated', 1300, ['hst 13']]);
    expect(decided(place('CA', 'CA-QC'), [canada])).toEqual(['standard_rated', 500, ['gst 5']]);
    expect(decided(place('CA', 'CA-QC'), [canada, registered('CA', 'CA-QC')])).toEqual([
      'standard_rated',
      1498,
      ['gst 5', 'qst 9.975'],
    ]);
  });

  it('leaves a small business without VAT at home, and says why', () => {
    const small = { exemptIn: 'DE' };
    const exempt = { reason: 'not_collecting', isSmallBusiness: true, due: [] };
    expect(decideTax(facts(place('DE'), [], small))).toEqual(exempt);
    expect(decideTax(facts(place('DE'), [registered('DE')], small))).toEqual(exempt);
    expect(decideTax(facts(place('FR'), [], small))).toEqual(exempt);
    expect(decided(place('FR'), [oneStop], small)).toEqual(['standard_rated', 2000, ['vat 20']]);
    expect(decided(place('FR'), [], { ...small, taxId: frenchVat })).toEqual(['reverse_charge', 0, []]);
    expect(decideTax(facts(place('NO'), [], small))).toEqual({ reason: 'not_collecting', due: [] });
    expect(decided(place('CH'), [registered('CH')], small)).toEqual(['standard_rated', 810, ['vat 8.1']]);
  });

  it('does not guess a state', () => {
    expect(() => decideTax(facts(place('US'), [registered('US', 'US-CA')]))).toThrow(UnknownPlace);
    expect(() => decideTax(facts(place('CA'), [registered('CA')]))).toThrow(UnknownPlace);
    expect(decideTax(facts(place('US'), [registered('DE')])).reason).toBe('not_collecting');
    // Of the armed forces abroad, who belong to no state.
    expect(decided(place('US', 'US-AE'), [registered('US', 'US-CA')])).toEqual(['not_collecting', 0, []]);
  });

  it('knows what lies outside, what is exempt, and what a rate was before', () => {
    expect(decided(place('ES', null, '35001'), [oneStop])).toEqual(['not_subject_to_tax', 0, []]);
    expect(decided(place('ES', null, '28001'), [oneStop])).toEqual(['standard_rated', 2100, ['vat 21']]);
    expect(decided(place('DE'), [registered('DE')], { isTaxable: false })).toEqual(['product_exempt', 0, []]);
    const at = new Date('2020-09-01T00:00:00Z');
    expect(decided(place('DE'), [registered('DE')], { at })).toEqual(['standard_rated', 1600, ['vat 16']]);
  });
});

describe('taxOfAmount', () => {
  it('rounds half up, once', () => {
    const german = facts(place('DE'), [registered('DE')]);
    expect(taxOfAmount(50, { facts: german, behavior: 'exclusive' }).amount).toBe(10);
    expect(taxOfAmount(11_900, { facts: german, behavior: 'inclusive' }).amount).toBe(1900);
  });

  it('has lines that sum up to it, and takes out of a price what it would have put on top', () => {
    const quebec = facts(place('CA', 'CA-QC'), [registered('CA'), registered('CA', 'CA-QC')]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (net) => {
        const onTop = taxOfAmount(net, { facts: quebec, behavior: 'exclusive' });
        const lines = onTop.details?.lines ?? [];
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(onTop.amount);
        const within = taxOfAmount(net + onTop.amount, { facts: quebec, behavior: 'inclusive' });
        expect(Math.abs(within.amount - onTop.amount)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
