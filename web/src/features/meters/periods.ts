import type { Timestamp } from '@tessera/proto/api/wire';
import { readerLocale } from '../../i18n/start.ts';
import { ownTimeZone } from '../../ui/format/time-zone.ts';

/** The range of a usage chart: `count` hours, days or months, including the current one. */
export type Period = { name: 'day' | 'month' | 'year'; count: number; interval: 'hour' | 'day' | 'month' };

export const periods: readonly Period[] = [
  { name: 'day', count: 24, interval: 'hour' },
  { name: 'month', count: 30, interval: 'day' },
  { name: 'year', count: 12, interval: 'month' },
];

const hour = 3_600_000;

/** The start of the first interval in local time: a partial interval would look like less usage. */
const beginningAt = ({ count, interval }: Period, now: number): Date => {
  const at = new Date(now);
  at.setMinutes(0, 0, 0);
  if (interval === 'hour') return new Date(at.getTime() - (count - 1) * hour);
  at.setHours(0);
  if (interval === 'day') at.setDate(at.getDate() - count + 1);
  else at.setMonth(at.getMonth() - count + 1, 1);
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
  month: { month: 'long', year: 'numeric' },
};
const brief: Record<Period['interval'], Intl.DateTimeFormatOptions> = {
  hour: { hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  month: { month: 'short' },
};

export const formatAt = (interval: Period['interval'], at: Timestamp): string =>
  new Intl.DateTimeFormat(readerLocale(), full[interval]).format(new Date(at));

export const formatTick = (interval: Period['interval'], at: Timestamp): string =>
  new Intl.DateTimeFormat(readerLocale(), brief[interval]).format(new Date(at));
