import type { TextKey } from '../i18n.ts';
import { narrow } from '../narrow.ts';
import type { Card } from '../request/call.ts';

/** The card fields as typed. */
export type TypedCard = { number: string; expiry: string; cvc: string };

/** The brand of a card, as far as the first digits identify it. */
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

/** Prefixes of card numbers (ISO/IEC 7812), the more specific ones first. */
const brands: readonly [CardBrand, RegExp][] = [
  ['amex', /^3[47]/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['unionpay', /^62/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['visa', /^4/],
];

export const brandOf = (number: string): CardBrand | null => {
  const digits = number.replace(/\D/g, '');
  return brands.find(([, beginning]) => beginning.test(digits))?.[0] ?? null;
};

/**
 * Groups digits while the user types: 4242424242424242 -> 4242 4242 4242 4242; 378282246310005 -> 3782 822463 10005,
 * as on that card.
 */
export const groupDigits = (typed: string): string => {
  const digits = narrow(typed).replace(/\D/g, '').slice(0, 19);
  if (brandOf(digits) === 'amex') return digits.slice(0, 15).replace(/^(\d{4})(\d{1,6})?(\d+)?$/, joined);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
};

const joined = (_all: string, ...parts: unknown[]): string =>
  parts
    .slice(0, 3)
    .filter((part) => typeof part === 'string')
    .join(' ');

/**
 * Formats an expiry date while the user types: 1230 -> 12 / 30. A single digit above 1 is a whole month; a 1 is one
 * where a non-digit follows (`1/30`). A year of four digits, as browsers and password managers fill it in, is
 * shortened to two once complete; they also write `2030-12`.
 */
export const groupExpiry = (written: string): string => {
  const typed = narrow(written);
  const [, inFront, behind] = /^\s*(20\d{2})-(\d{2})\s*$/.exec(typed) ?? [];
  const digits = (inFront && behind ? behind + inFront : typed)
    .replace(/^\s*1\s*[/.-]/, '01')
    .replace(/\D/g, '')
    .replace(/^([2-9])/, '0$1')
    .replace(/^(\d{2})20(\d{2}).*$/, '$1$2')
    .replace(/^(\d{2}20\d|\d{4}).*$/, '$1');
  const isErasing = /^\d{2} ?\/?$/.test(typed) && !typed.endsWith(' ');
  return digits.length < 2 || (digits.length === 2 && isErasing && typed.includes('/'))
    ? digits
    : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
};

/** The Luhn check digit of card numbers (ISO/IEC 7812-1). */
const hasCheckDigit = (digits: string): boolean => {
  const sum = Array.from(digits)
    .toReversed()
    .map(Number)
    .reduce((total, digit, index) => {
      const counted = index % 2 === 0 ? digit : digit * 2;
      return total + (counted > 9 ? counted - 9 : counted);
    }, 0);
  return sum % 10 === 0;
};

type Mistakes = Partial<Record<keyof TypedCard, TextKey>>;
type Read = { card: Card; errors: null } | { card: null; errors: Mistakes };

/** Parses a typed card, or returns the errors by field. */
export const readCard = (typed: TypedCard, now: Date): Read => {
  const number = typed.number.replace(/\D/g, '');
  const [, month = '', year = ''] = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(typed.expiry.trim()) ?? [];
  const expMonth = Number(month);
  const expYear = 2000 + Number(year);
  const cvc = narrow(typed.cvc).trim();
  const errors: Mistakes = {};
  if (number === '') errors.number = 'error.cardMissing';
  else if (number.length < 12 || !hasCheckDigit(number)) errors.number = 'error.cardNumber';
  if (month === '' || expMonth < 1 || expMonth > 12) errors.expiry = 'error.expiry';
  else if (new Date(expYear, expMonth) <= now) errors.expiry = 'error.expired';
  if (!/^\d{3,4}$/.test(cvc)) errors.cvc = 'error.cvc';
  else if (brandOf(number) === 'amex' && cvc.length !== 4) errors.cvc = 'error.cvc4';
  if (Object.keys(errors).length > 0) return { card: null, errors };
  return { card: { number, expMonth, expYear, cvc }, errors: null };
};

/** Test cards of the sandbox, with their effects. */
export const testCards = [
  { number: '4242424242424242', does: 'test.paid' },
  { number: '4000000000000002', does: 'test.declined' },
  { number: '4000002500003155', does: 'test.confirmation' },
  { number: '4000000000000341', does: 'test.later' },
] as const satisfies readonly { number: string; does: TextKey }[];
