import fc from 'fast-check';
import { type Counted, figuresBy, kinds, metrics, noTallies, type Tallied, type Tallies } from './rules.ts';

const none = { count: 0, sum: 0 };
const period = (tallies: Partial<Tallies> = {}, late = none): Tallied => ({
  timestamp: new Date('2026-01-01T00:00:00Z'),
  tallies: { ...noTallies, ...tallies },
  late,
});
const counted = (periods: Tallied[], before: Partial<Tallies> = {}, late = none): Counted => ({
  before: { ...noTallies, ...before },
  periods,
  late,
});
const byDay = { interval: 'day' } as const;

describe('totals', () => {
  it('add up what happened and take what is from the last period', () => {
    const { periods, totals } = figuresBy(
      counted(
        [
          period({ purchase: { count: 2, sum: 300 }, once_checkout: { count: 4, sum: 0 } }),
          period({ purchase: { count: 1, sum: 0 }, ended: { count: 2, sum: 2000 } }),
        ],
        { purchase: { count: 1, sum: 50 }, started: { count: 5, sum: 5000 } },
      ),
      byDay,
    );
    expect(totals).toMatchObject({
      orders: 3,
      revenue: 300,
      cumulativeRevenue: 350,
      activeSubscriptions: 3,
      monthlyRecurringRevenue: 3000,
      checkouts: 4,
    });
    expect(periods.map(({ activeSubscriptions }) => activeSubscriptions)).toEqual([5, 3]);
  });

  it('are means of all orders and checkouts, not of the periods’ means', () => {
    const { periods, totals } = figuresBy(
      counted([
        period({ purchase: { count: 1, sum: 1000 }, once_checkout: { count: 1, sum: 1 } }),
        period({ subscription_cycle: { count: 3, sum: 500 }, recurring_checkout: { count: 9, sum: 0 } }),
      ]),
      byDay,
    );
    expect(totals).toMatchObject({ averageOrderValue: 375, checkoutsConversion: 0.1 });
    expect(periods.map(({ averageOrderValue }) => averageOrderValue)).toEqual([1000, 167]);
  });

  it('are zeros where there was nothing', () => {
    const { totals } = figuresBy(counted([]), byDay);
    const { churnRate, lifetimeValue, netRevenueRetention, ...others } = totals;
    expect([churnRate, lifetimeValue, netRevenueRetention]).toEqual([null, null, null]);
    expect(new Set(Object.values(others))).toEqual(new Set([0]));
  });

  it('are those of a single period that holds them all', () => {
    const tally = fc.record({ count: fc.nat(99), sum: fc.nat(9999) });
    const tallies = fc.record(
      Object.fromEntries(kinds.map((kind) => [kind, tally])),
    ) as fc.Arbitrary<Tallies>;
    fc.assert(
      fc.property(tallies, fc.array(tallies, { minLength: 1 }), tally, (before, all, late) => {
        const { totals } = figuresBy(
          counted(
            all.map((some) => period(some)),
            before,
            late,
          ),
          byDay,
        );
        const whole = Object.fromEntries(
          kinds.map((kind) => [
            kind,
            {
              count: all.reduce((sum, some) => sum + some[kind].count, 0),
              sum: all.reduce((sum, some) => sum + some[kind].sum, 0),
            },
          ]),
        ) as Tallies;
        const one = figuresBy(counted([period(whole, late)], before, late), byDay);
        const {
          timestamp: _,
          lifetimeValue: __,
          ...only
        } = one.periods[0] ?? { ...one.totals, timestamp: null };
        const { lifetimeValue: ___, ...expected } = totals;
        expect(only).toEqual(expected);
      }),
    );
  });
});

describe('net revenue retention', () => {
  const before = { started: { count: 10, sum: 10_000 } };

  it('is what those who were there bring in after a period, of what they brought in before it', () => {
    const upgraded = { count: 0, sum: 3000 };
    const left = { count: 1, sum: 1000 };
    const { totals } = figuresBy(counted([period({ changed: upgraded, ended: left })], before), byDay);
    expect(totals).toMatchObject({ netRevenueRetention: 1.2, churnRate: 0.1 });
  });

  it('leaves out who began in the period, also when they end or change in it', () => {
    const began = {
      started: { count: 4, sum: 8000 },
      ended: { count: 2, sum: 4000 },
      changed: { count: 0, sum: 500 },
    };
    const late = { count: 2, sum: -3500 };
    const { totals } = figuresBy(counted([period(began, late)], before, late), byDay);
    expect(totals).toMatchObject({ netRevenueRetention: 1, churnRate: 0, churnedSubscriptions: 2 });
  });

  it('is nothing where nobody paid before', () =>
    expect(figuresBy(counted([period(before)]), byDay).totals.netRevenueRetention).toBeNull());
});

describe('the figures', () => {
  it('are of what is sold once, or again and again, where only that is asked for', () => {
    const all = counted([
      period({
        purchase: { count: 1, sum: 100 },
        subscription_create: { count: 2, sum: 400 },
        once_checkout: { count: 5, sum: 1 },
        started: { count: 2, sum: 400 },
      }),
    ]);
    expect(figuresBy(all, { ...byDay, billingType: ['one_time'] }).totals).toMatchObject({
      orders: 1,
      revenue: 100,
      checkouts: 5,
      activeSubscriptions: 0,
    });
    expect(figuresBy(all, { ...byDay, billingType: ['recurring'] }).totals).toMatchObject({
      orders: 2,
      revenue: 400,
      checkouts: 0,
      newSubscriptions: 2,
    });
  });

  it('are named as the contract spells them', () => {
    expect(metrics.monthlyRecurringRevenue).toEqual({
      slug: 'monthly_recurring_revenue',
      displayName: 'Monthly Recurring Revenue',
      type: 'currency',
    });
    expect(Object.keys(metrics)).toHaveLength(20);
  });
});
