/** Unit prices, which may be a fraction of a cent: parsed from input and formatted for it. */
import { defaultCurrency } from '@tessera/proto/api/billing/currencies';
import { minorDigits } from '@tessera/proto/api/money';
import { decimalInput, plainDecimal } from '../../ui/format/typed-values.ts';

/** Moves the decimal point of a plain decimal: ("0.002", 2) -> "0.2". */
const shiftPoint = (decimal: string, places: number): string => {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded =
    point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(Math.max(point, digits.length), '0');
  const at = Math.max(point, 1);
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const right = padded.slice(at).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
};

/** "0.002" dollars -> "0.2" cents; null: not a price above 0. */
export const centsOfUnit = (typed: string, currency: string = defaultCurrency): string | null => {
  const bare = plainDecimal(typed.trim().replace(/^\p{Sc}\s*/u, ''));
  if (!/^(\d{1,10}(\.\d{0,14})?|\.\d{1,14})$/.test(bare) || Number(bare) === 0) return null;
  return shiftPoint(bare, minorDigits(currency));
};

/** "0.2" cents -> "0.002" dollars */
export const unitDecimal = (cents: string, currency: string = defaultCurrency): string =>
  shiftPoint(cents, -minorDigits(currency));

/** "0.2" cents -> "0.002", or "0,002" in locales with a decimal comma, for an input. */
export const unitInput = (cents: string, currency?: string): string =>
  decimalInput(unitDecimal(cents, currency));
