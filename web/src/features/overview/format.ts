import { decimalOf } from '@tessera/proto/api/money';
import type { Timestamp } from '@tessera/proto/api/wire';
import { readerLocale } from '../../i18n/start.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import type { Figure } from './figures.ts';

/** Amounts are in `currency`. */
type Kind = Pick<Figure, 'isMoney' | 'isShare'> & { currency: string };
export type Interval = 'day' | 'week' | 'month';

const percent = (value: number): string =>
  new Intl.NumberFormat(readerLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(value);

/** A value in full: `$1,234.50`, `1,234`. */
export const formatFigure = ({ isMoney, isShare = false, currency }: Kind, value: number): string => {
  if (isShare) return percent(value);
  return isMoney ? formatMoney(value, currency) : value.toLocaleString(readerLocale());
};

/** A value along an axis: `$1.2K`. */
export const formatFigureBriefly = ({ isMoney, isShare = false, currency }: Kind, value: number): string =>
  isShare
    ? percent(value)
    : new Intl.NumberFormat(readerLocale(), {
        notation: 'compact',
        maximumFractionDigits: 1,
        ...(isMoney && { style: 'currency', currency, minimumFractionDigits: 0 }),
      }).format(isMoney ? Number(decimalOf(value, currency)) : value);

/** The label of an interval: a day (the first of a week), or a month. */
export const formatPeriod = (interval: Interval, at: Timestamp): string =>
  interval !== 'month'
    ? formatDay(at)
    : new Intl.DateTimeFormat(readerLocale(), { month: 'long', year: 'numeric' }).format(new Date(at));

/** The same along an axis: `Nov 21`, `Nov`. */
export const formatPeriodBriefly = (interval: Interval, at: Timestamp): string =>
  new Intl.DateTimeFormat(readerLocale(), {
    month: 'short',
    ...(interval !== 'month' && { day: 'numeric' }),
  }).format(new Date(at));
