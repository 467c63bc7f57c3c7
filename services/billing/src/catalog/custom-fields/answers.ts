/** Answers to custom fields: read, checked, and spelt as they are kept. Pure. */
import type { CustomFieldData } from '@tessera/proto/api/billing/metadata';
import { z } from 'zod';
import type { CustomFieldKind } from './entity.ts';

/** A field as it is asked. */
export type AskedField = CustomFieldKind & { slug: string };

type Answer = string | number | boolean;
/** `type` in the words of the contract's refusals. */
export type AnswerRefusal = { slug: string; msg: string; type: string };
type Read = { answer: Answer } | { msg: string; type: string };

/**
 * The answers to the fields that are asked; what answers none of them is left out, and so is what says nothing: null,
 * blank text. A date is kept as `2026-01-31`.
 */
export const readAnswers = (
  fields: readonly AskedField[],
  data: CustomFieldData,
): { answers: CustomFieldData; refusals: AnswerRefusal[] } => {
  const answers: CustomFieldData = {};
  const refusals: AnswerRefusal[] = [];
  for (const field of fields) {
    const value = Object.hasOwn(data, field.slug) ? data[field.slug] : null;
    if (value === null || value === undefined || isBlank(value)) continue;
    const read = readAnswer(field, value);
    if ('answer' in read) answers[field.slug] = read.answer;
    else refusals.push({ slug: field.slug, ...read });
  }
  return { answers, refusals };
};

/** With a key for each field that is asked: null until it is answered, false where a box is not ticked. */
export const withUnanswered = (
  fields: readonly { slug: string; type: string }[],
  answers: CustomFieldData,
): CustomFieldData => ({
  ...Object.fromEntries(fields.map(({ slug, type }) => [slug, type === 'checkbox' ? false : null])),
  ...answers,
});

/** Later answers over earlier ones: what is left blank now stays as it was answered then. */
export const answersAfter = (earlier: CustomFieldData, later: CustomFieldData): CustomFieldData => ({
  ...later,
  ...earlier,
  ...Object.fromEntries(Object.entries(later).filter(([, answer]) => answer !== null)),
});

/** The slugs of fields that must be answered and are not. A required checkbox must be ticked. */
export const missingAnswers = (
  fields: readonly (AskedField & { required: boolean })[],
  answers: CustomFieldData,
): string[] =>
  fields
    .filter(({ required, type, slug }) => {
      const answer = Object.hasOwn(answers, slug) ? answers[slug] : undefined;
      return required && (answer === undefined || (type === 'checkbox' && answer !== true));
    })
    .map(({ slug }) => slug);

const isBlank = (value: Answer): boolean => typeof value === 'string' && value.trim() === '';

const readAnswer = (field: AskedField, value: Answer): Read => {
  switch (field.type) {
    case 'text':
      return readText(field.properties, value);
    case 'number':
      return readNumber(field.properties, value);
    case 'date':
      return readDate(field.properties, value);
    case 'checkbox':
      return readCheckbox(value);
    case 'select':
      return field.properties.options.some((option) => option.value === value)
        ? { answer: value }
        : { msg: 'Must be one of the options', type: 'enum' };
  }
};

const readText = (
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: { minLength?: number; maxLength?: number },
  value: Answer,
): Read => {
  if (typeof value !== 'string') return { msg: 'Must be text', type: 'string_type' };
  // Characters as people count them, not UTF-16 units.
  const { length } = Array.from(value);
  if (length < minLength) return { msg: `Must have at least ${minLength} characters`, type: 'too_short' };
  if (length > maxLength) return { msg: `Must have at most ${maxLength} characters`, type: 'too_long' };
  return { answer: value };
};

type Bounds = { ge?: number; le?: number };

/** Whole numbers of 32 bits, as upstream takes them where a seller sets no bound: what is beyond is rather a slip. */
const [leastNumber, mostNumber] = [-2_147_483_648, 2_147_483_647];

const readNumber = ({ ge, le }: Bounds, value: Answer): Read => {
  // A form sends what was typed.
  const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    return { msg: 'Must be a whole number', type: 'int_type' };
  // A bound of the seller's that lies beyond takes the other end with it: else nothing would do.
  const least = ge ?? (le !== undefined && le < leastNumber ? -Infinity : leastNumber);
  const most = le ?? (ge !== undefined && ge > mostNumber ? Infinity : mostNumber);
  if (number < least) return { msg: `Must be at least ${least}`, type: 'greater_than_equal' };
  if (number > most) return { msg: `Must be at most ${most}`, type: 'less_than_equal' };
  return { answer: number };
};

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;
const isMoment = (text: string): boolean => z.iso.datetime({ offset: true }).safeParse(text).success;

/** The day of a point in time is that in UTC: clients that know only points in time send a day as its midnight there. */
const dayOf = (value: Answer): string | null => {
  if (typeof value !== 'string') return null;
  if (isDay(value)) return value;
  return isMoment(value) ? dayAt(Date.parse(value)) : null;
};

const dayAt = (milliseconds: number): string | null => {
  const date = new Date(milliseconds);
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  // Years beyond 9999 are spelt otherwise.
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : null;
};

/** Bounds are Unix seconds; a day is within them when it is the day of a bound or lies between. */
const readDate = ({ ge, le }: Bounds, value: Answer): Read => {
  const day = dayOf(value);
  if (day === null) return { msg: 'Must be a date, such as 2026-01-31', type: 'date_type' };
  const first = ge === undefined ? null : dayAt(ge * 1000);
  const last = le === undefined ? null : dayAt(le * 1000);
  if (first !== null && day < first)
    return { msg: `Must not be before ${first}`, type: 'greater_than_equal' };
  if (last !== null && day > last) return { msg: `Must not be after ${last}`, type: 'less_than_equal' };
  return { answer: day };
};

const readCheckbox = (value: Answer): Read => {
  if (typeof value === 'boolean') return { answer: value };
  if (value === 'true' || value === 'false') return { answer: value === 'true' };
  return { msg: 'Must be true or false', type: 'bool_type' };
};
