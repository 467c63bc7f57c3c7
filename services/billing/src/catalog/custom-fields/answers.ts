/** Parses, validates and normalizes answers to custom fields. Pure. */
import type { CustomFieldData } from '@tessera/proto/api/billing/metadata';
import { numberBounds } from '@tessera/proto/api/billing/number-bounds';
import { timeText } from '@tessera/proto/api/time-text';
import { z } from 'zod';
import type { CustomFieldKind } from './entity.ts';

/** A field as a product asks it. */
export type AskedField = CustomFieldKind & { slug: string };

type Answer = string | number | boolean;
/** `type`: the error type of the contract. */
export type AnswerRefusal = { slug: string; msg: string; type: string };
type Read = { answer: Answer } | { msg: string; type: string };

/**
 * Validates the answers to the asked fields. Answers to other fields, null and blank text are dropped. Dates are
 * normalized to `2026-01-31`.
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

/** Adds a key for each asked field without an answer: false for checkboxes, otherwise null. */
export const withUnanswered = (
  fields: readonly { slug: string; type: string }[],
  answers: CustomFieldData,
): CustomFieldData => ({
  ...Object.fromEntries(fields.map(({ slug, type }) => [slug, type === 'checkbox' ? false : null])),
  ...answers,
});

/** Merges later answers over earlier ones; null in the later ones keeps the earlier answer. */
export const answersAfter = (earlier: CustomFieldData, later: CustomFieldData): CustomFieldData => ({
  ...later,
  ...earlier,
  ...Object.fromEntries(Object.entries(later).filter(([, answer]) => answer !== null)),
});

/** The slugs of required fields without an answer. A required checkbox must be ticked. */
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
  // Counts code points, not UTF-16 code units.
  const { length } = Array.from(value);
  if (length < minLength) return { msg: `Must have at least ${minLength} characters`, type: 'too_short' };
  if (length > maxLength) return { msg: `Must have at most ${maxLength} characters`, type: 'too_long' };
  return { answer: value };
};

type Bounds = { ge?: number; le?: number };

const readNumber = (bounds: Bounds, value: Answer): Read => {
  // HTML forms send numbers as text.
  const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    return { msg: 'Must be a whole number', type: 'int_type' };
  const { least, most } = numberBounds(bounds);
  if (number < least) return { msg: `Must be at least ${least}`, type: 'greater_than_equal' };
  if (number > most) return { msg: `Must be at most ${most}`, type: 'less_than_equal' };
  return { answer: number };
};

const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

/** The UTC day of a timestamp: clients that support only timestamps send a day as midnight UTC. */
const dayOf = (value: Answer): string | null => {
  if (typeof value !== 'string') return null;
  if (isDay(value)) return value;
  const moment = timeText.safeParse(value);
  return moment.success ? dayAt(Date.parse(moment.data)) : null;
};

const dayAt = (milliseconds: number): string | null => {
  const date = new Date(milliseconds);
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  // Years beyond 9999 have another format.
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : null;
};

/** Bounds are Unix seconds; both bounds' days are included. */
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
