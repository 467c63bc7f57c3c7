import fc from 'fast-check';
import { reasonOf, spreadTax } from './rules.ts';

describe('the tax of items', () => {
  it('sums up to the tax of the order, each within a cent of its share', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 50_000 }), (items, tax) => {
        const total = items.reduce((sum, amount) => sum + amount, 0);
        const parts = spreadTax(tax, items);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total === 0 ? 0 : tax);
        for (const [index, part] of parts.entries())
          if (total > 0) expect(Math.abs(part - (tax * (items[index] ?? 0)) / total)).toBeLessThan(1);
      }),
    );
  });
});

describe('why a checkout makes an order', () => {
  it('depends on what was sold', () => {
    expect(reasonOf({ isRecurring: false, subscriptionId: null })).toBe('purchase');
    expect(reasonOf({ isRecurring: true, subscriptionId: null })).toBe('subscription_create');
    expect(reasonOf({ isRecurring: true, subscriptionId: 's' })).toBe('subscription_update');
  });
});
