import type { Timestamp } from '@tessera/proto/api/wire';
import { readerLocale } from '../i18n/start.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of the reader's locale; made once, since making one costs more than using it. */
const formatOf = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const locale = readerLocale();
  const key = `${locale} ${options.dateStyle} ${options.timeStyle}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** Nov 21, 2026 */
export const formatDay = (at: Timestamp): string => formatOf({ dateStyle: 'medium' }).format(new Date(at));
/** Nov 21, 2026, 2:15 AM */
export const formatMoment = (at: Timestamp): string =>
  formatOf({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
/** With weekday, seconds and zone: for the hint over a shorter form. */
export const formatExactly = (at: Timestamp): string =>
  formatOf({ dateStyle: 'full', timeStyle: 'long' }).format(new Date(at));
