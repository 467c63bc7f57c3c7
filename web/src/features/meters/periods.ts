import type { Timestamp } from '@tessera/proto/api/wire';
import { readerLocale } from '../../i18n/start.ts';

/** How far back is looked, and by what. */
export type Period = { name: 'day' | 'month' | 'year'; days: number; interval: 'hour' | 'day' | 'month' };

export const periods: readonly Period[] = [
  { name: 'day', days: 1, interval: 'hour' },
  { name: 'month', days: 30, interval: 'day' },
  { name: 'year', days: 365, interval: 'month' },
];

const day = 86_400_000;

/** The range of a period that ends at `now`, for requests. */
export const rangeOf = ({ days, interval }: Period, now: number) => ({
  startTimestamp: new Date(now - days * day).toISOString(),
  endTimestamp: new Date(now).toISOString(),
  interval,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
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
