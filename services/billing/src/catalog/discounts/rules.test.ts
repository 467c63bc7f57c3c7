import fc from 'fast-check';
import { appliesTo, discountAmountOf, isRedeemable } from './rules.ts';

describe('discountAmountOf', () => {
  it('takes a part of the amount off, halves up', () => {
    expect(discountAmountOf({ amount: null, basisPoints: 2500 }, 1000)).toBe(250);
    expect(discountAmountOf({ amount: null, basisPoints: 5000 }, 999)).toBe(500);
    expect(discountAmountOf({ amount: null, basisPoints: 1 }, 4999)).toBe(0);
    expect(discountAmountOf({ amount: null, basisPoints: 1 }, 5000)).toBe(1);
    expect(discountAmountOf({ amount: null, basisPoints: 10_000 }, 99_999_999)).toBe(99_999_999);
  });

  it('takes a set amount off, never more than there is', () => {
    expect(discountAmountOf({ amount: 300, basisPoints: null }, 1000)).toBe(300);
    expect(discountAmountOf({ amount: 300, basisPoints: null }, 200)).toBe(200);
    expect(discountAmountOf({ amount: 0, basisPoints: null }, 200)).toBe(0);
  });

  it('stays between nothing and the amount', () => {
    const discount = fc.oneof(
      fc.record({ amount: fc.nat(99_999_999), basisPoints: fc.constant(null) }),
      fc.record({ amount: fc.constant(null), basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
    );
    fc.assert(
      fc.property(discount, fc.nat(99_999_999), (terms, of) => {
        const off = discountAmountOf(terms, of);
        expect(Number.isInteger(off) && off >= 0 && off <= of).toBe(true);
      }),
    );
  });
});

describe('appliesTo', () => {
  const once = { id: 'a', recurringInterval: null };
  const monthly = { id: 'b', recurringInterval: 'month' };

  it('all products, or those that it names', () => {
    expect(appliesTo({ productIds: [], duration: 'once' }, once)).toBe(true);
    expect(appliesTo({ productIds: ['b'], duration: 'once' }, once)).toBe(false);
    expect(appliesTo({ productIds: ['b'], duration: 'forever' }, monthly)).toBe(true);
  });

  it('nothing that is sold once, when it repeats', () => {
    expect(appliesTo({ productIds: [], duration: 'repeating' }, once)).toBe(false);
    expect(appliesTo({ productIds: [], duration: 'repeating' }, monthly)).toBe(true);
  });
});

describe('isRedeemable', () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const discount = { startsAt: null, endsAt: null, maxRedemptions: null, redemptionsCount: 5 };

  it('within its dates, both ends included', () => {
    expect(isRedeemable({ ...discount, startsAt: now, endsAt: now }, now)).toBe(true);
    expect(isRedeemable({ ...discount, startsAt: new Date(now.getTime() + 1) }, now)).toBe(false);
    expect(isRedeemable({ ...discount, endsAt: new Date(now.getTime() - 1) }, now)).toBe(false);
  });

  it('until as many as may have done so', () => {
    expect(isRedeemable({ ...discount, maxRedemptions: 6 }, now)).toBe(true);
    expect(isRedeemable({ ...discount, maxRedemptions: 5 }, now)).toBe(false);
  });
});
