/** What inputs hold as text, and what it stands for. */
import type { Timestamp } from '@tessera/proto/api/wire';
import { decimalMark } from './money.ts';

/** A moment as a field of type datetime-local takes it, in the reader's zone. */
export const localInput = (at: Timestamp | null): string => {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** The last day and the last minute that fields of dates take: without them a year may have five digits, which no API reads. */
export const lastDay = '9999-12-31';
export const lastMinute = `${lastDay}T23:59`;

/** What such a field holds, as requests spell it; null: nothing. What is no moment is left to be refused. */
export const momentOf = (typed: string): string | null => {
  if (typed === '') return null;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
};

/**
 * A decimal as programs spell it: "1,500.25" in English and "1.500,25" in German are both 1500.25. What is no decimal is left
 * to be refused. A comma that groups nothing stands before decimals in every language.
 */
export const plainDecimal = (typed: string): string => {
  const bare = typed.trim();
  const isCommaDecimal = decimalMark() === ',';
  const grouped = isCommaDecimal ? /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/ : /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
  return (grouped.test(bare) ? bare.replaceAll(isCommaDecimal ? '.' : ',', '') : bare).replace(',', '.');
};

/** Whole numbers, "1,000" in English and "1.000" in German too; null for nothing, NaN for what is to be refused. */
export const integerOf = (typed: string): number | null => {
  const plain = plainDecimal(typed);
  if (plain === '') return null;
  return /^-?\d+$/.test(plain) ? Number(plain) : Number.NaN;
};

/** The same where none is below zero. */
export const countOf = (typed: string): number | null =>
  typed.trim().startsWith('-') ? Number.NaN : integerOf(typed);

/** "1500.25" as an input shows it: without groups, with the reader's own mark. */
export const decimalInput = (plain: string): string => plain.replace('.', decimalMark());
