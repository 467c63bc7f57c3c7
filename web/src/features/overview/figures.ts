import type { Order } from '../../api/orders.ts';

/** What came in on one day. */
export type Day = { date: string; cents: number };

export const dayInMilliseconds = 86_400_000;
export const windowDays = 30;

/** The first moment of the window, on a day's edge in UTC, so that the question stays the same all day. */
export const windowStart = (now: Date): string => {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(today - (windowDays - 1) * dayInMilliseconds).toISOString();
};

/** What an order brought in: net of tax and of what was given back. Unpaid orders brought nothing. */
const revenueOf = ({ paid, netAmount, refundedAmount }: Order): number =>
  paid ? netAmount - refundedAmount : 0;

export const sumRevenue = (orders: readonly Order[]): number =>
  orders.reduce((sum, order) => sum + revenueOf(order), 0);

/** Revenue of each day of the window, the empty days too. */
export const revenueByDay = (orders: readonly Order[], since: string): Day[] => {
  const start = new Date(since).getTime();
  const days = Array.from({ length: windowDays }, (_, index) => ({
    date: new Date(start + index * dayInMilliseconds).toISOString().slice(0, 10),
    cents: 0,
  }));
  for (const order of orders) {
    const index = Math.floor((new Date(order.createdAt).getTime() - start) / dayInMilliseconds);
    const day = days[Math.min(Math.max(index, 0), windowDays - 1)];
    if (day) day.cents += revenueOf(order);
  }
  return days;
};
