/** Custom fields of the seller: five types, their answers and validation. */
import { numberBounds } from '@tessera/proto/api/billing/number-bounds';
import { dayOf } from '@tessera/proto/api/days';
import { narrow } from '../../buyers/narrow.ts';
import { calendarDay } from '../../buyers/prices/format.ts';
import type { FieldErrors } from '../../buyers/request/refusal.ts';
import type { CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';

export type AttachedField = CheckoutPublic['attachedCustomFields'][number];
type Worded = Partial<Pick<CheckoutPublic, 'customFieldWords'>>;

/** The texts of a custom field; a server of the previous version sends none. */
export const wordsOf = ({ customFieldWords = [] }: Worded, { customFieldId: id }: AttachedField) =>
  customFieldWords.find(({ customFieldId }) => customFieldId === id);
/** Answers as typed, by slug: text for every type, or a checkbox's state. */
export type Answers = Record<string, string | boolean>;

/** The own value of a slug, which may be the name of something that every object has, such as `constructor`. */
export const valueOf = <Value>(values: Readonly<Record<string, Value>>, slug: string): Value | undefined =>
  Object.hasOwn(values, slug) ? values[slug] : undefined;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The answers that the checkout already has. */
export const answersOf = ({ attachedCustomFields, customFieldData }: CheckoutPublic): Answers =>
  Object.fromEntries(
    attachedCustomFields.map(({ customField: { slug, type } }) => {
      const known = valueOf(customFieldData, slug);
      if (type === 'checkbox') return [slug, known === true];
      const text = known === null || known === undefined ? '' : String(known);
      return [slug, type === 'date' ? text.slice(0, 10) : text];
    }),
  );

/** The answers in the API's form; empty ones are omitted. */
export const customDataOf = (answers: Answers, { attachedCustomFields }: CheckoutPublic) =>
  Object.fromEntries(
    attachedCustomFields.map(({ customField: { slug, type } }) => {
      const answer = valueOf(answers, slug) ?? '';
      if (typeof answer === 'boolean') return [slug, answer];
      const text = answer.trim();
      if (text === '') return [slug, null];
      if (type === 'number') return [slug, Number(narrow(text))];
      return [slug, type === 'date' ? `${text}T00:00:00Z` : text];
    }),
  );

/** The bounds of a date field, as attributes of a date input. */
export const dayBounds = ({ customField: field }: AttachedField): { min?: string; max?: string } =>
  field.type === 'date'
    ? {
        ...(field.properties.ge !== undefined && { min: dayOf(field.properties.ge) }),
        ...(field.properties.le !== undefined && { max: dayOf(field.properties.le) }),
      }
    : {};

type Bounds = { ge?: number | undefined; le?: number | undefined };

const boundProblem = (value: number, bounds: Bounds): string | null => {
  const { least, most } = numberBounds(bounds);
  if (value < least) return t('error.least', { bound: String(least) });
  return value > most ? t('error.most', { bound: String(most) }) : null;
};

/** Both bounds' days are included. */
const dayProblem = (day: string, { ge, le }: Bounds): string | null => {
  const isBefore = (one: string, other: string) => startOf(one) < startOf(other);
  if (ge !== undefined && isBefore(day, dayOf(ge)))
    return t('error.earliest', { bound: calendarDay(dayOf(ge)) });
  return le !== undefined && isBefore(dayOf(le), day)
    ? t('error.latest', { bound: calendarDay(dayOf(le)) })
    : null;
};

const problemOf = (
  { customField: field, required }: AttachedField,
  answer: string | boolean,
): string | null => {
  if (typeof answer === 'boolean') return required && !answer ? t('custom.unticked') : null;
  const text = answer.trim();
  if (text === '' && required) return t(field.type === 'select' ? 'custom.unchosen' : 'error.required');
  if (text === '') return null;
  switch (field.type) {
    case 'number':
      if (!/^-?\d{1,15}$/.test(narrow(text))) return t('error.number');
      return boundProblem(Number(narrow(text)), field.properties);
    case 'date':
      return dayProblem(text, field.properties);
    case 'text': {
      const { minLength, maxLength } = field.properties;
      // Code points, as the server counts them.
      const { length } = Array.from(text);
      if (minLength !== undefined && length < minLength) return t('error.short', { count: minLength });
      return maxLength !== undefined && length > maxLength ? t('error.long', { count: maxLength }) : null;
    }
    default:
      return null;
  }
};

/** Validation errors of the answers, under `custom.<slug>`. */
export const customErrors = (answers: Answers, { attachedCustomFields }: CheckoutPublic): FieldErrors =>
  Object.fromEntries(
    attachedCustomFields.flatMap((attached) => {
      const { slug } = attached.customField;
      const problem = problemOf(attached, valueOf(answers, slug) ?? '');
      return problem === null ? [] : [[`custom.${slug}`, problem]];
    }),
  );

/**
 * Errors of dates of which only a part was typed: such a field has no value, and what was typed would get lost.
 */
export const incompleteDays = (inputs: Iterable<HTMLInputElement>): FieldErrors =>
  Object.fromEntries(
    Array.from(inputs)
      .filter(({ validity }) => validity.badInput)
      .map(({ name }) => [name, t('error.date')]),
  );
