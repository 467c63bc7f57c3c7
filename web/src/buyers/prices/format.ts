/** Formats money, country names and dates in the buyer's language. */
import type { Address } from '@tessera/proto/api/billing/address';
import { addressLines as linesOf } from '@tessera/proto/api/billing/address-lines';
import { amountOfDecimal, decimalOf, formatMoney, formatUnitPrice } from '@tessera/proto/api/money';
import type { Plain } from '@tessera/proto/api/wire';
import { sizeIn } from '../../ui/format/size.ts';
import { formatTag, t } from '../i18n.ts';
import { narrow } from '../narrow.ts';

/** Cents -> `$29.00`, `29,00 $`. */
export const money = (cents: number, currency: string): string =>
  formatMoney(cents, currency, { locale: formatTag() });

/** A decimal text in whole units of a currency, with all its decimals -> `$0.004`. */
export const unitPrice = (units: string, currency: string): string =>
  formatUnitPrice(units, currency, { locale: formatTag() });

/** The sign before an amount's input: `$`, `€`. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat(formatTag(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase();

/** eur -> `EUR · Euro`. */
export const currencyName = (currency: string): string => {
  const code = currency.toUpperCase();
  return `${code} · ${new Intl.DisplayNames([formatTag()], { type: 'currency' }).of(code) ?? code}`;
};

/** Basis points (hundredths of a percent) -> `20%`. */
export const percent = (basisPoints: number): string =>
  new Intl.NumberFormat(formatTag(), { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );

/** A decimal percentage -> `9.975%`. */
export const rate = (percentage: string): string =>
  new Intl.NumberFormat(formatTag(), { style: 'unit', unit: 'percent', maximumFractionDigits: 4 }).format(
    percentage as Intl.StringNumericLiteral,
  );

export const moment = (time: string): string =>
  new Intl.DateTimeFormat(formatTag(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));

/** `2026-01-01` -> `January 1, 2026`; a calendar day does not depend on the time zone. */
export const calendarDay = (day: string): string =>
  new Intl.DateTimeFormat(formatTag(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** 1234.5 -> `1,234.5` */
export const number = (value: number): string =>
  new Intl.NumberFormat(formatTag(), { maximumFractionDigits: 2 }).format(value);

/** Units of a meter in full, as sellers see them: 0.0045 -> `0.0045`. */
export const units = (value: number): string =>
  new Intl.NumberFormat(formatTag(), { maximumFractionDigits: 6 }).format(value);

/** Bytes, in steps of 1024 -> `10.5 MB`. */
export const fileSize = (bytes: number): string => sizeIn(formatTag(), bytes);

/** DE -> Germany, Deutschland */
export const countryName = (code: string): string =>
  new Intl.DisplayNames([formatTag()], { type: 'region' }).of(code) ?? code;

/** The lines of an address as on an envelope. */
export const addressLines = (address: Plain<Address> | null): string[] =>
  address ? linesOf(address, countryName) : [];

/** The decimal separator: `.` or `,`. */
const decimalMark = (): string =>
  new Intl.NumberFormat(formatTag()).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** Cents as the value of an input: `12.50`, `12,50`. */
export const amountInput = (cents: number, currency: string): string =>
  decimalOf(cents, currency).replace('.', decimalMark());

/**
 * Parses a typed amount into cents; null when it is none. `12`, `12.5`, `12,50`, `1.234,50` and `1,234.50` are
 * accepted in any language: the last of two separators is the decimal one, and a single one before three digits
 * groups them, unless it is the language's decimal separator: buyers must not pay a thousand times what they typed.
 * Letters may stand before or after the digits (`USD 12`), not between them: `1e2` is not 12.
 */
export const parseAmount = (typed: string, currency: string): number | null => {
  const normal = narrow(typed);
  const bare = normal.replace(/[^\d.,]/g, '');
  if (!/\d/.test(bare) || bare.length > 16 || /-|\d.*\p{L}.*\d/u.test(normal)) return null;
  const mark = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const decimals = mark === -1 ? 0 : bare.length - mark - 1;
  const before = bare.slice(0, mark);
  const isDecimal = bare[mark] === decimalMark() && !/[.,]/.test(before);
  const isGrouping =
    mark !== -1 && decimals === 3 && !isDecimal && !/[.,]/.test(before.replaceAll(bare[mark] ?? '', ''));
  const whole = (mark === -1 || isGrouping ? bare : bare.slice(0, mark)).replace(/[.,]/g, '') || '0';
  const cents = mark === -1 || isGrouping ? '' : bare.slice(mark + 1);
  return cents.length > 2 ? null : amountOfDecimal(cents === '' ? whole : `${whole}.${cents}`, currency);
};

type Interval = 'day' | 'week' | 'month' | 'year' | null;

/** A duration: `14 days`, `2 Wochen`. */
export const length = (interval: NonNullable<Interval>, count: number): string =>
  new Intl.NumberFormat(formatTag(), { style: 'unit', unit: interval, unitDisplay: 'long' }).format(count);

/** A day: `April 15, 2026`. */
export const day = (time: string | Date): string =>
  new Intl.DateTimeFormat(formatTag(), { dateStyle: 'long' }).format(new Date(time));

/** A day without its year: `Apr 15`. */
export const shortDay = (time: string | Date): string =>
  new Intl.DateTimeFormat(formatTag(), { month: 'short', day: 'numeric' }).format(new Date(time));

/** An amount with its interval, if any: `$29.00 / month`, `$29.00 / 2 weeks`. `count` null: one. */
export const perInterval = (amount: string, interval: Interval, count: number | null = 1): string => {
  if (interval === null) return amount;
  return (count ?? 1) === 1
    ? t(`price.per.${interval}`, { amount })
    : t('price.perEvery', { amount, length: length(interval, count ?? 1) });
};
