import type { Order } from '../../api/orders.ts';
import { revenueByDay, sumRevenue, windowStart } from './figures.ts';

const order = (createdAt: string, netAmount: number, more: Partial<Order> = {}): Order =>
  ({ createdAt, netAmount, refundedAmount: 0, paid: true, ...more }) as Order;

const since = windowStart(new Date('2026-03-31T18:00:00Z'));

describe('windowStart', () => {
  it('goes back to the edge of the day, thirty days with today', () => {
    expect(since).toBe('2026-03-02T00:00:00.000Z');
  });
});

describe('sumRevenue', () => {
  it('counts paid orders, less what was refunded', () => {
    const orders = [
      order('2026-03-05T10:00:00Z', 1000),
      order('2026-03-06T10:00:00Z', 500, { refundedAmount: 200 }),
      order('2026-03-07T10:00:00Z', 900, { paid: false }),
    ];
    expect(sumRevenue(orders)).toBe(1300);
  });
});

describe('revenueByDay', () => {
  it('puts every order on its day and keeps empty days', () => {
    const days = revenueByDay([order('2026-03-02T00:00:00Z', 10), order('2026-03-31T23:59:00Z', 7)], since);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ date: '2026-03-02', cents: 10 });
    expect(days[29]).toEqual({ date: '2026-03-31', cents: 7 });
    expect(days.slice(1, 29).every(({ cents }) => cents === 0)).toBe(true);
  });

  it('loses nothing to a server clock that is ahead', () => {
    const days = revenueByDay([order('2026-04-09T00:00:00Z', 5)], since);
    expect(days[29]?.cents).toBe(5);
  });
});
