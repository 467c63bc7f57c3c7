/** Money on the screen: integers of cents in, text out; what people type in, cents out. */

const formats = new Map<string, Intl.NumberFormat>();

const formatOf = (currency: string, digits: number): Intl.NumberFormat => {
  const key = `${currency}/${digits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  return format;
};

/** 123456 -> $1,234.56 */
export const formatMoney = (cents: number, currency = 'usd'): string =>
  formatOf(currency, 2).format(cents / 100);

/** As `formatMoney`, without ".00": for headings where the cents would only be noise. */
export const formatMoneyBriefly = (cents: number, currency = 'usd'): string =>
  formatOf(currency, cents % 100 === 0 ? 0 : 2).format(cents / 100);

/**
 * What someone typed as an amount, in cents; null when it is not one.
 * Takes "12", "12.5", "$1,234.50" and a decimal comma ("12,50"); never more than two decimals.
 */
export const parseAmount = (typed: string): number | null => {
  const bare = typed.trim().replace(/^\$\s*|\s*(\$|usd)$/gi, '');
  const decimal = /^\d+,\d{1,2}$/.test(bare) ? bare.replace(',', '.') : bare;
  const grouped = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(decimal) ? decimal.replaceAll(',', '') : decimal;
  if (!/^\d{1,12}(\.\d{0,2})?$|^\.\d{1,2}$/.test(grouped)) return null;
  const [whole = '', fraction = ''] = grouped.split('.');
  return Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0'));
};

/** 1250 -> "12.50", as an input shows it. */
export const amountInput = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? '' : (cents / 100).toFixed(2);

/** "month" -> "/ month", for a price that comes again. */
export const perInterval = (interval: string | null): string => (interval === null ? '' : ` / ${interval}`);
