import type { Timestamp } from '@tessera/proto/api/wire';
import { serverNow } from '../../api/request/server-time.ts';
import { readerLocale } from '../../i18n/start.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A cached format of the reader's locale: creating one costs more than using it. */
const formatOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const locale = readerLocale();
  const key = `${locale} ${options.dateStyle} ${options.timeStyle}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** Nov 21, 2026 */
export const formatDay = (at: Timestamp): string => formatOf({ dateStyle: 'medium' }).format(new Date(at));
/** Nov 21, 2026, from a calendar day such as `2026-11-21`. Other text is returned unchanged. */
export const formatDate = (day: string): string => {
  const at = new Date(`${day}T00:00`);
  return Number.isNaN(at.getTime()) ? day : formatOf({ dateStyle: 'medium' }).format(at);
};
/** Nov 21, 2026, 2:15 AM */
export const formatMoment = (at: Timestamp): string =>
  formatOf({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
/** Nov 21, 2026, 2:15:07 AM, where things happen seconds apart. */
export const formatSecond = (at: Timestamp): string =>
  formatOf({ dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at));
/** With weekday, seconds and time zone: the tooltip of shorter formats. */
export const formatExactly = (at: Timestamp): string =>
  formatOf({ dateStyle: 'full', timeStyle: 'long' }).format(new Date(at));

const steps: { unit: Intl.RelativeTimeFormatUnit; seconds: number; below: number }[] = [
  { unit: 'minute', seconds: 60, below: 3_600 },
  { unit: 'hour', seconds: 3_600, below: 86_400 },
  { unit: 'day', seconds: 86_400, below: 7 * 86_400 },
];

/** "3 hours ago" within a week, after that the date. */
export const formatRelatively = (at: Timestamp, now = serverNow()): string => {
  const seconds = (Date.parse(at) - now) / 1000;
  const relative = new Intl.RelativeTimeFormat(readerLocale(), { numeric: 'auto' });
  if (Math.abs(seconds) < 60) return relative.format(0, 'second');
  const step = steps.find(({ below }) => Math.abs(seconds) < below);
  return step ? relative.format(Math.round(seconds / step.seconds), step.unit) : formatDay(at);
};
