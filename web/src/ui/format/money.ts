/** Amounts on the screen: formats integers of cents, and parses typed amounts into cents. */
import { amountOfDecimal, decimalOf, formatMoney as format, minorDigits } from '@tessera/proto/api/money';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { ungrouped } from './grouping.ts';

/** 123456 -> $1,234.56 */
export const formatMoney = (cents: number, currency = 'usd'): string =>
  format(cents, currency, { locale: readerLocale() });

/** As `formatMoney`, without ".00": for headings. */
export const formatMoneyBriefly = (cents: number, currency = 'usd'): string =>
  format(cents, currency, { isBrief: true, locale: readerLocale() });

/**
 * Parses a typed amount into the currency's minor units; null when it is none. Accepts "12", "12.5", "$1,234.50",
 * "1234 EUR", "1’234.50" and a decimal comma ("12,50", "1.234,50 $"); never more decimals than the currency has, nor another
 * currency's sign. A single separator ("1.000") is read by the reader's locale.
 */
export const parseAmount = (typed: string, currency = 'usd'): number | null => {
  const names = [currency, ...signsOf(currency)].map((name) =>
    name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const name = names.join('|');
  const bare = ungrouped(typed.trim().replace(new RegExp(`^(${name})\\s*|\\s*(${name})$`, 'giu'), ''));
  const isCommaDecimal = decimalMark() === ',';
  // Without decimals, or with a decimal comma, a point is a grouping separator.
  if ((minorDigits(currency) === 0 || isCommaDecimal) && /^\d{1,3}(\.\d{3})+$/.test(bare))
    return amountOfDecimal(bare.replaceAll('.', ''), currency);
  // "1,500" is ambiguous: 1.5, or 1500 in English notation. Prices must not be guessed.
  if (isCommaDecimal && minorDigits(currency) > 0 && /^\d{1,3},\d{3}$/.test(bare)) return null;
  const decimal = /^(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(bare)
    ? bare.replaceAll('.', '').replace(',', '.')
    : bare;
  const grouped = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(decimal) ? decimal.replaceAll(',', '') : decimal;
  if (!/^\d{1,12}(\.\d{0,2})?$|^\.\d{1,2}$/.test(grouped)) return null;
  return amountOfDecimal(grouped, currency);
};

/** The currency's signs in the reader's locale and in English: "$" and "US$". */
const signsOf = (currency: string): string[] =>
  [readerLocale(), 'en'].flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .flatMap(({ type, value }) => (type === 'currency' ? value : [])),
    ),
  );

/** 1250 -> "12.50", or "12,50" with a decimal comma, as the value of an input. */
export const amountInput = (cents: number | null | undefined, currency = 'usd'): string =>
  cents === null || cents === undefined ? '' : decimalOf(cents, currency).replace('.', decimalMark());

/** The decimal separator of the reader's locale. */
export const decimalMark = (): string =>
  new Intl.NumberFormat(readerLocale()).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ??
  '.';

/** A duration: "14 days". */
export const formatLength = (interval: string, count: number): string =>
  new Intl.NumberFormat(readerLocale(), { style: 'unit', unit: interval, unitDisplay: 'long' }).format(count);

/** "month" -> " / month", 2 weeks -> " / 2 weeks", the suffix of a recurring price. `count` null: one. */
export const perInterval = (interval: string | null, count: number | null = 1): string => {
  if (interval === null) return '';
  if ((count ?? 1) !== 1) return t('common:perEvery', { length: formatLength(interval, count ?? 1) });
  switch (interval) {
    case 'day':
      return t('common:perDay');
    case 'week':
      return t('common:perWeek');
    case 'month':
      return t('common:perMonth');
    case 'year':
      return t('common:perYear');
    default:
      return ` / ${interval}`;
  }
};
