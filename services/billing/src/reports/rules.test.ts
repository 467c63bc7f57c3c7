import fc from 'fast-check';
import { type Counted, metrics, periodsOf, totalsOf } from './rules.ts';

const nothing: Counted = {
  timestamp: new Date('2026-01-01T00:00:00Z'),
  orders: 0,
  revenue: 0,
  cumulativeRevenue: 0,
  oneTimeProducts: 0,
  oneTimeProductsRevenue: 0,
  newSubscriptions: 0,
  newSubscriptionsRevenue: 0,
  renewedSubscriptions: 0,
  renewedSubscriptionsRevenue: 0,
  activeSubscriptions: 0,
  monthlyRecurringRevenue: 0,
  checkouts: 0,
  succeededCheckouts: 0,
  churnedSubscriptions: 0,
  churnedMonthlyRevenue: 0,
};

describe('totals', () => {
  it('add up what happened and take what is from the last period', () => {
    const periods = [
      { ...nothing, orders: 2, revenue: 300, cumulativeRevenue: 300, activeSubscriptions: 5, checkouts: 4 },
      { ...nothing, orders: 1, revenue: 0, cumulativeRevenue: 300, activeSubscriptions: 3, checkouts: 0 },
    ];
    expect(totalsOf(periods, 'day')).toMatchObject({
      orders: 3,
      revenue: 300,
      cumulativeRevenue: 300,
      activeSubscriptions: 3,
      checkouts: 4,
    });
  });

  it('are means of all orders and checkouts, not of the periods’ means', () => {
    const periods = [
      { ...nothing, orders: 1, revenue: 1000, checkouts: 1, succeededCheckouts: 1 },
      { ...nothing, orders: 3, revenue: 500, checkouts: 9, succeededCheckouts: 0 },
    ];
    expect(totalsOf(periods, 'day')).toMatchObject({ averageOrderValue: 375, checkoutsConversion: 0.1 });
    expect(periodsOf(periods, 'day').map(({ averageOrderValue }) => averageOrderValue)).toEqual([1000, 167]);
  });

  it('are zeros where there was nothing', () => {
    const { timestamp: _, ...zeros } = nothing;
    expect(totalsOf([], 'day')).toEqual({
      ...zeros,
      averageOrderValue: 0,
      checkoutsConversion: 0,
      churnRate: null,
      lifetimeValue: null,
    });
  });

  it('are those of a single period that holds them all', () => {
    const counts = fc.record({ orders: fc.nat(99), revenue: fc.nat(9999), checkouts: fc.nat(99) });
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1 }), (all) => {
        const periods = all.map((some) => ({ ...nothing, ...some }));
        const whole = totalsOf(periods, 'day');
        const { timestamp: _, ...one } = periodsOf([{ ...nothing, ...whole }], 'day')[0] ?? nothing;
        expect(one).toEqual(whole);
      }),
    );
  });
});

describe('the figures', () => {
  it('are named as the contract spells them', () => {
    expect(metrics.monthlyRecurringRevenue).toEqual({
      slug: 'monthly_recurring_revenue',
      displayName: 'Monthly Recurring Revenue',
      type: 'currency',
    });
    expect(Object.keys(metrics)).toHaveLength(19);
  });
});
