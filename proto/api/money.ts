/**
 * Money on the wire: an integer in the minor unit of its currency. Converts, formats, parses and splits amounts;
 * pure. Sums must stay below 2^53.
 */

/**
 * Currencies whose minor unit is not a hundredth (ISO 4217, as card processors count). The digits of `Intl` are those
 * of displayed prices, differ between versions, and are 0 for the forint.
 */
const digits = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
  }).flatMap(([places, codes]) => codes.split(' ').map((code) => [code, Number(places)] as const)),
);

/** Returns the number of decimals: 2 for usd, 0 for jpy, 3 for kwd; 2 for unknown currencies. */
export const minorDigits = (currency: string): number => digits.get(currency.toUpperCase()) ?? 2;

/** Returns the amount in major units, exact and without a currency symbol: 1250 usd -> `12.50`. */
export const decimalOf = (amount: number, currency: string): string => {
  const places = minorDigits(currency);
  const sign = amount < 0 ? '-' : '';
  const text = String(Math.abs(amount)).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  return places === 0 ? sign + whole : `${sign}${whole}.${text.slice(-places)}`;
};

/**
 * Parses a decimal text: `12.5` usd -> 1250. Null: not a number, too many decimals for the currency, or too large.
 */
export const amountOfDecimal = (text: string, currency: string): number | null => {
  const places = minorDigits(currency);
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole + fraction === '' || fraction.length > places) return null;
  const amount = Number(whole + fraction.padEnd(places, '0'));
  if (!Number.isSafeInteger(amount)) return null;
  return sign && amount > 0 ? -amount : amount;
};

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount: 123450 usd -> `$1,234.50`. `isBrief`: omits decimals if all are 0; `locale`: default `en-US`.
 */
export const formatMoney = (
  amount: number,
  currency: string,
  { isBrief = false, locale = 'en-US' }: { isBrief?: boolean; locale?: string } = {},
): string => {
  const places = isBrief && amount % 10 ** minorDigits(currency) === 0 ? 0 : minorDigits(currency);
  const key = `${locale}/${currency}/${places}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    });
  formats.set(key, format);
  return format.format(decimalOf(amount, currency) as Intl.StringNumericLiteral);
};

/**
 * Converts a unit price from minor units to major ones, both as decimal text, exactly: `0.4` usd -> `0.4e-2`, which
 * `formatUnitPrice` reads.
 */
export const unitPriceOf = (minorUnits: string, currency: string): string =>
  `${minorUnits}e-${minorDigits(currency)}`;

const longest = 20;

/**
 * Formats a decimal number of major units with all its digits: `0.004` usd -> `$0.004`, `1.5` usd -> `$1.50`, `5` usd
 * -> `$5`. For unit prices, which are finer than the minor unit. `locale`: default `en-US`.
 */
export const formatUnitPrice = (
  decimal: string,
  currency: string,
  { locale = 'en-US' }: { locale?: string } = {},
): string => {
  const places = Number.isInteger(Number(decimal)) ? 0 : minorDigits(currency);
  const key = `${locale}/${currency}/${places}/${longest}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: places,
      maximumFractionDigits: longest,
    });
  formats.set(key, format);
  return format.format(decimal as Intl.StringNumericLiteral);
};

const floorDivided = (value: bigint, by: bigint): bigint =>
  value / by - (value % by !== 0n && value < 0n !== by < 0n ? 1n : 0n);

/**
 * Returns `amount * part / whole`, rounded exactly. Halves are rounded away from 0 (`up`, taxes) or to even (`even`,
 * proration and refunded tax; contracts/billing-behaviour.md, sections 4 and 6). `whole` must not be 0.
 */
export const share = (
  amount: number,
  { part, whole, halves }: { part: number; whole: number; halves: 'up' | 'even' },
): number => {
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  const isBelow = product < 0n !== divisor < 0n;
  const above = product < 0n ? -product : product;
  const by = divisor < 0n ? -divisor : divisor;
  const quotient = above / by;
  const twice = (above % by) * 2n;
  const isUp = twice > by || (twice === by && (halves === 'up' || quotient % 2n === 1n));
  const rounded = Number(quotient + (isUp ? 1n : 0n));
  return isBelow && rounded > 0 ? -rounded : rounded;
};

/**
 * Splits an amount in proportion to weights, by the largest remainder method: the parts add up to the amount, each
 * within one unit of its exact share. All 0 if the weights add up to 0.
 */
export const spread = (amount: number, weights: readonly number[]): number[] => {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  if (total === 0n) return weights.map(() => 0);
  const exact = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    const floor = floorDivided(product, total);
    return { index, floor, remainder: product - floor * total };
  });
  const parts = exact.map(({ floor }) => Number(floor));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  // With a negative total the remainders are negative: compares absolute values.
  const distance = ({ remainder }: { remainder: bigint }) => (remainder < 0n ? -remainder : remainder);
  const byRemainder = exact.toSorted((a, b) => Number(distance(b) - distance(a)) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
};
