import type { MetricsRange } from '../../api/sales/metrics.ts';
import { dayIn } from '../../ui/format/time-zone.ts';

/** The periods: their length, and the interval of their points. */
export const periods = {
  '7': { days: 7, interval: 'day' },
  '30': { days: 30, interval: 'day' },
  '90': { days: 90, interval: 'day' },
  '365': { days: 365, interval: 'month' },
} as const satisfies Record<string, { days: number; interval: MetricsRange['interval'] }>;

export type PeriodName = keyof typeof periods;
export type Range = Pick<MetricsRange, 'startDate' | 'endDate' | 'interval' | 'timezone'>;

const usual: PeriodName = '30';
const dayInMilliseconds = 86_400_000;

/** The period named in the URL; the default for unknown names. */
export const periodNamed = (name: string): PeriodName =>
  Object.hasOwn(periods, name) ? (name as PeriodName) : usual;

const shift = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayInMilliseconds).toISOString().slice(0, 10);

/** The first day of the month that is `months` earlier. */
const monthBefore = (day: string, months: number): string => {
  const at = new Date(day);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
};

/** The first day for which metrics are available. */
const firstDay = '2023-01-01';

/**
 * The range that ends today in a time zone, and the previous one of the same length; `before` is null where it would
 * begin before metrics are available. Monthly ranges have whole months, including the current one.
 */
export const rangesOf = (
  name: PeriodName,
  now: Date,
  timezone: string,
): { range: Range; before: Range | null } => {
  const { days, interval } = periods[name];
  const endDate = dayIn(timezone, now);
  const startDate = interval === 'month' ? monthBefore(endDate, 11) : shift(endDate, 1 - days);
  const earlier =
    interval === 'month'
      ? { startDate: monthBefore(endDate, 23), endDate: shift(startDate, -1) }
      : { startDate: shift(startDate, -days), endDate: shift(startDate, -1) };
  return {
    range: { startDate, endDate, interval, timezone },
    before: earlier.startDate < firstDay ? null : { ...earlier, interval, timezone },
  };
};
