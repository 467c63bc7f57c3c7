import '../../test/english.ts';
import type { Discount } from '../../api/catalog/discounts.ts';
import { stateOf } from '../../shared/describe/discount.ts';
import {
  createRequest,
  emptyDiscount,
  formOfDiscount,
  parsePercent,
  randomCode,
  unreadable,
  updateRequest,
} from './discount-form.ts';

const discount = (values: object): Discount =>
  ({
    id: 'd1',
    createdAt: '2026-01-01T00:00:00Z',
    modifiedAt: null,
    name: 'Launch',
    code: null,
    type: 'percentage',
    basisPoints: 1250,
    duration: 'once',
    startsAt: null,
    endsAt: null,
    maxRedemptions: null,
    maxRedemptionsPerCustomer: null,
    redemptionsCount: 0,
    organizationId: 'o1',
    metadata: {},
    products: [],
    ...values,
  }) as unknown as Discount;

describe('the form of a discount', () => {
  it('reads percentages with point or comma, from 0.01 to 100', () => {
    expect(['20', '12.5', '12,5', '0.01', '100', '33 %'].map(parsePercent)).toEqual([
      2000, 1250, 1250, 1, 10_000, 3300,
    ]);
    expect(['', '0', '101', '1.234', 'x', '-5'].map(parsePercent)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('asks for all four kinds of discount', () => {
    const form = { ...emptyDiscount, name: ' Launch ', percent: '20' };
    expect(createRequest(form, 'o1')).toMatchObject({
      name: 'Launch',
      type: 'percentage',
      basisPoints: 2000,
      duration: 'once',
      code: null,
      maxRedemptions: null,
    });
    expect(createRequest(form, 'o1')).not.toHaveProperty('durationInMonths');
    const repeating = { ...form, duration: 'repeating' as const, months: '3' };
    expect(createRequest(repeating, 'o1')).toMatchObject({ duration: 'repeating', durationInMonths: 3 });
    const fixed = { ...form, type: 'fixed' as const, amount: '5.50', maxPerCustomer: '1' };
    expect(createRequest(fixed, 'o1')).toMatchObject({
      type: 'fixed',
      amount: 550,
      maxRedemptionsPerCustomer: 1,
    });
  });

  it('comes back from a discount as it went', () => {
    const form = formOfDiscount(discount({ startsAt: '2026-03-01T12:30:00.000Z', maxRedemptions: 10 }));
    expect(form).toMatchObject({ percent: '12.5', maxRedemptions: '10', endsAt: '' });
    expect(updateRequest(form)).toMatchObject({
      basisPoints: 1250,
      startsAt: '2026-03-01T12:30:00.000Z',
      endsAt: null,
      maxRedemptions: 10,
    });
  });

  it('says what is missing', () => {
    expect(Object.keys(unreadable(emptyDiscount))).toEqual(['percent']);
    const form = { ...emptyDiscount, type: 'fixed' as const, duration: 'repeating' as const };
    expect(Object.keys(unreadable(form))).toEqual(['amount', 'months']);
  });

  it('generates codes that nobody mistypes', () => expect(randomCode()).toMatch(/^[A-HJ-NP-Z2-9]{8}$/));
});

describe('the state of a discount', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');

  it.each([
    ['active', {}],
    ['scheduled', { startsAt: '2026-06-01T00:00:00Z' }],
    ['ended', { endsAt: '2026-04-01T00:00:00Z', maxRedemptions: 1, redemptionsCount: 1 }],
    ['usedUp', { maxRedemptions: 1, redemptionsCount: 1 }],
  ])('is %s', (state, values) => expect(stateOf(discount(values), now)).toBe(state));
});
