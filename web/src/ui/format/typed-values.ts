/** Conversions between input texts and values. */
import type { Timestamp } from '@tessera/proto/api/wire';
import { ungrouped } from './grouping.ts';
import { decimalMark } from './money.ts';

/** A moment as the value of a datetime-local input, in the reader's time zone. */
export const localInput = (at: Timestamp | null): string => {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** Maximum values of date inputs: without them years of five digits are possible, which no API accepts. */
export const lastDay = '9999-12-31';
export const lastMinute = `${lastDay}T23:59`;

/**
 * The value of such an input in the API's format; null when empty. Invalid text is returned unchanged, for validation
 * to refuse.
 */
export const momentOf = (typed: string): string | null => {
  if (typed === '') return null;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
};

/**
 * A localized decimal in plain notation: "1,500.25" in English and "1.500,25" in German are both 1500.25. Invalid
 * text is returned unchanged, for validation to refuse. A comma that cannot be a grouping separator is a decimal one
 * in every language.
 */
export const plainDecimal = (typed: string): string => {
  const bare = ungrouped(typed.trim());
  const isCommaDecimal = decimalMark() === ',';
  const grouped = isCommaDecimal ? /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/ : /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
  return (grouped.test(bare) ? bare.replaceAll(isCommaDecimal ? '.' : ',', '') : bare).replace(',', '.');
};

/** Parses an integer, also "1,000" in English and "1.000" in German; null when empty, NaN when invalid. */
export const integerOf = (typed: string): number | null => {
  const plain = plainDecimal(typed);
  if (plain === '') return null;
  return /^-?\d+$/.test(plain) ? Number(plain) : Number.NaN;
};

/**
 * The same for a schema of counts: negative numbers and fractions are returned too, for it to say what is wrong with
 * them.
 */
export const countOf = (typed: string): number | null => {
  const plain = plainDecimal(typed);
  if (plain === '') return null;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
};

/** "1500.25" as the value of an input: without grouping, with the reader's decimal separator. */
export const decimalInput = (plain: string): string => plain.replace('.', decimalMark());
