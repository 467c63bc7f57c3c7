import { paidPeriodOf } from './period.ts';

type Order = Parameters<typeof paidPeriodOf>[0];

const orderOf = (
  order: { billingReason?: string; interval?: string | null; count?: number } & Record<string, unknown> = {},
): Order => {
  const {
    billingReason = 'subscription_cycle',
    checkoutId = null,
    interval = 'month',
    count = 1,
    ...subscription
  } = order;
  return {
    row: { billingReason, checkoutId, createdAt: new Date('2026-02-15T10:00:00Z') },
    product: { recurringInterval: interval, recurringIntervalCount: count },
    subscription: {
      anchorDay: 31,
      trialStart: null,
      startedAt: new Date('2026-01-31T10:00:00Z'),
      currentPeriodStart: new Date('2026-01-31T10:00:00Z'),
      endedAt: null,
      ...subscription,
    },
  } as unknown as Order;
};
const days = (order: Order, renewedFrom: string | null) => {
  const period = paidPeriodOf(order, renewedFrom === null ? null : new Date(`${renewedFrom}T10:00:00Z`));
  return period && [period.start, period.end].map((at) => at.toISOString().slice(0, 10));
};

describe('the period that an order pays for', () => {
  it('is the first one of what begins', () => {
    const first = { billingReason: 'subscription_create' };
    expect(days(orderOf(first), null)).toEqual(['2026-01-31', '2026-02-28']);
    expect(days(orderOf({ ...first, interval: 'year' }), null)).toEqual(['2026-01-31', '2027-01-31']);
  });

  it('is the one that was renewed, with its anchor day', () => {
    expect(days(orderOf(), '2026-02-28')).toEqual(['2026-02-28', '2026-03-31']);
    expect(days(orderOf({ interval: 'week', count: 2 }), '2026-02-28')).toEqual(['2026-02-28', '2026-03-14']);
  });

  it('stays what it was where the subscription has had another anchor day since', () => {
    expect(days(orderOf({ anchorDay: 3 }), '2026-02-15')).toEqual(['2026-02-15', '2026-03-15']);
    expect(days(orderOf({ anchorDay: 20 }), '2026-02-15')).toEqual(['2026-02-15', '2026-03-15']);
  });

  it('is that of an upgrade, which begins one', () => {
    const upgrade = { billingReason: 'subscription_update', checkoutId: 'checkout', anchorDay: 15 };
    expect(days(orderOf(upgrade), null)).toEqual(['2026-02-15', '2026-03-15']);
  });

  it('is the last one of a subscription that has ended, not one after its end', () => {
    const ended = orderOf({ endedAt: new Date('2026-02-10T10:00:00Z') });
    expect(days(ended, '2026-02-10')).toEqual(['2026-01-31', '2026-02-10']);
    expect(days(ended, '2026-01-31')).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('is none of what changes within one, of a trial, and of what is sold once', () => {
    expect(days(orderOf({ billingReason: 'subscription_update' }), null)).toBeNull();
    const trial = { billingReason: 'subscription_create', trialStart: new Date('2026-01-31T10:00:00Z') };
    expect(days(orderOf(trial), null)).toBeNull();
    expect(paidPeriodOf({ ...orderOf({ interval: null }), subscription: null }, null)).toBeNull();
  });
});
