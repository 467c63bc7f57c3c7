import type { Timestamp } from '@tessera/proto/api/wire';
import { readerLocale } from '../../i18n/start.ts';
import { ownTimeZone } from '../../ui/format/time-zone.ts';

/** The range of a usage chart: `count` intervals, including the current one. */
export type Period = {
  name: 'day' | 'month' | 'quarter' | 'year' | 'years';
  count: number;
  interval: 'hour' | 'day' | 'week' | 'month' | 'year';
};

export const periods: readonly Period[] = [
  { name: 'day', count: 24, interval: 'hour' },
  { name: 'month', count: 30, interval: 'day' },
  { name: 'quarter', count: 13, interval: 'week' },
  { name: 'year', count: 12, interval: 'month' },
  { name: 'years', count: 5, interval: 'year' },
];

const hour = 3_600_000;

/**
 * The start of the first interval in local time: a partial interval would look like less usage. Weeks begin on Monday,
 * as the server counts them.
 */
const beginningAt = ({ count, interval }: Period, now: number): Date => {
  const at = new Date(now);
  at.setMinutes(0, 0, 0);
  if (interval === 'hour') return new Date(at.getTime() - (count - 1) * hour);
  at.setHours(0);
  if (interval === 'day') at.setDate(at.getDate() - count + 1);
  else if (interval === 'week') at.setDate(at.getDate() - ((at.getDay() + 6) % 7) - 7 * (count - 1));
  else if (interval === 'month') at.setMonth(at.getMonth() - count + 1, 1);
  else at.setFullYear(at.getFullYear() - count + 1, 0, 1);
  return at;
};

/** The range of a period that ends at `now` (ms), for requests. */
export const rangeOf = (period: Period, now: number) => ({
  startTimestamp: beginningAt(period, now).toISOString(),
  endTimestamp: new Date(now).toISOString(),
  interval: period.interval,
  timezone: ownTimeZone(),
});

/** Units in full: `1,234.5`. */
export const formatUnits = (value: number): string =>
  value.toLocaleString(readerLocale(), { maximumFractionDigits: 6 });

/** Units along an axis: `1.2K`. */
export const formatUnitsBriefly = (value: number): string =>
  new Intl.NumberFormat(readerLocale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);

const full: Record<Period['interval'], Intl.DateTimeFormatOptions> = {
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};
const brief: Record<Period['interval'], Intl.DateTimeFormatOptions> = {
  hour: { hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short' },
  year: { year: 'numeric' },
};

export const formatAt = (interval: Period['interval'], at: Timestamp): string =>
  new Intl.DateTimeFormat(readerLocale(), full[interval]).format(new Date(at));

export const formatTick = (interval: Period['interval'], at: Timestamp): string =>
  new Intl.DateTimeFormat(readerLocale(), brief[interval]).format(new Date(at));
