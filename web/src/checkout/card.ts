import type { Card } from './api.ts';

/** A card as it was typed. */
export type TypedCard = { number: string; expiry: string; cvc: string };

/** 4242424242424242 -> 4242 4242 4242 4242, while one types. */
export const groupDigits = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** 1230 -> 12 / 30, while one types. A lone digit above 1 can only be a whole month. */
export const groupExpiry = (typed: string): string => {
  const digits = typed
    .replace(/\D/g, '')
    .replace(/^([2-9])/, '0$1')
    .slice(0, 4);
  const isErasing = /^\d{2} ?\/?$/.test(typed) && !typed.endsWith(' ');
  return digits.length < 2 || (digits.length === 2 && isErasing && typed.includes('/'))
    ? digits
    : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
};

/** The check digit of every card number (ISO/IEC 7812-1). */
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

type Read = { card: Card; errors: null } | { card: null; errors: Partial<Record<keyof TypedCard, string>> };

/** Reads a typed card; what is wrong is said beside its field. */
export const readCard = (typed: TypedCard, now: Date): Read => {
  const number = typed.number.replace(/\D/g, '');
  const [, month = '', year = ''] = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(typed.expiry.trim()) ?? [];
  const expMonth = Number(month);
  const expYear = 2000 + Number(year);
  const errors: Partial<Record<keyof TypedCard, string>> = {};
  if (number === '') errors.number = 'Enter your card number.';
  else if (number.length < 12 || !hasCheckDigit(number)) errors.number = 'This card number is not valid.';
  if (month === '' || expMonth < 1 || expMonth > 12) errors.expiry = 'Enter month and year, such as 12 / 30.';
  else if (new Date(expYear, expMonth) <= now) errors.expiry = 'This card has expired.';
  if (!/^\d{3,4}$/.test(typed.cvc.trim())) errors.cvc = 'Enter the 3 or 4 digits.';
  if (Object.keys(errors).length > 0) return { card: null, errors };
  return { card: { number, expMonth, expYear, cvc: typed.cvc.trim() }, errors: null };
};

/** Cards of the sandbox, by what they do. */
export const testCards = [
  { number: '4242424242424242', does: 'is paid' },
  { number: '4000000000000002', does: 'is declined' },
  { number: '4000002500003155', does: 'asks for confirmation' },
  { number: '4000000000000341', does: 'fails after a moment' },
] as const;
