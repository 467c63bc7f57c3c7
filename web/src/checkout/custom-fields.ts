/** What the seller asks besides: five kinds of fields, their answers and what is wrong with them. */

import { dayOf } from '@tessera/proto/api/days';
import { calendarDay } from '../buyers/format.ts';
import { narrow } from '../buyers/narrow.ts';
import type { FieldErrors } from '../buyers/refusal.ts';
import type { CheckoutPublic } from './api.ts';
import { t } from './i18n.ts';

export type AttachedField = CheckoutPublic['attachedCustomFields'][number];
type Worded = Partial<Pick<CheckoutPublic, 'customFieldWords'>>;

/** What a seller asks with a field; a server of the version before tells nothing of it. */
export const wordsOf = ({ customFieldWords = [] }: Worded, { customFieldId: id }: AttachedField) =>
  customFieldWords.find(({ customFieldId }) => customFieldId === id);
/** Answers as they are typed: text of every kind, or whether a box is ticked; by slug. */
export type Answers = Record<string, string | boolean>;

const seconds = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
const daySeconds = 86_400;
/** A day is answered as its beginning (UTC): that of a bound within it lies before the bound. */
const firstDayFrom = (time: number): string => dayOf(Math.ceil(time / daySeconds) * daySeconds);

/** What a checkout knows already. */
export const answersOf = ({ attachedCustomFields, customFieldData }: CheckoutPublic): Answers =>
  Object.fromEntries(
    attachedCustomFields.map(({ customField: { slug, type } }) => {
      const known = customFieldData[slug];
      if (type === 'checkbox') return [slug, known === true];
      const text = known === null || known === undefined ? '' : String(known);
      return [slug, type === 'date' ? text.slice(0, 10) : text];
    }),
  );

/** The answers as the server takes them; an empty one is none. */
export const customDataOf = (answers: Answers, { attachedCustomFields }: CheckoutPublic) =>
  Object.fromEntries(
    attachedCustomFields.map(({ customField: { slug, type } }) => {
      const answer = answers[slug] ?? '';
      if (typeof answer === 'boolean') return [slug, answer];
      const text = answer.trim();
      if (text === '') return [slug, null];
      if (type === 'number') return [slug, Number(narrow(text))];
      return [slug, type === 'date' ? `${text}T00:00:00Z` : text];
    }),
  );

/** The bounds of a day, as an input of days knows them. */
export const dayBounds = ({ customField: field }: AttachedField): { min?: string; max?: string } =>
  field.type === 'date'
    ? {
        ...(field.properties.ge !== undefined && { min: firstDayFrom(field.properties.ge) }),
        ...(field.properties.le !== undefined && { max: dayOf(field.properties.le) }),
      }
    : {};

type Bounds = { ge?: number | undefined; le?: number | undefined };

const boundProblem = (value: number, { ge, le }: Bounds): string | null => {
  if (ge !== undefined && value < ge) return t('error.least', { bound: String(ge) });
  return le !== undefined && value > le ? t('error.most', { bound: String(le) }) : null;
};

const dayProblem = (value: number, { ge, le }: Bounds): string | null => {
  if (ge !== undefined && value < ge) return t('error.earliest', { bound: calendarDay(firstDayFrom(ge)) });
  return le !== undefined && value > le ? t('error.latest', { bound: calendarDay(dayOf(le)) }) : null;
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
      return dayProblem(seconds(text), field.properties);
    case 'text': {
      const { minLength, maxLength } = field.properties;
      if (minLength !== undefined && text.length < minLength) return t('error.short', { count: minLength });
      return maxLength !== undefined && text.length > maxLength
        ? t('error.long', { count: maxLength })
        : null;
    }
    default:
      return null;
  }
};

/** Everything that keeps the answers from being taken, under `custom.<slug>`. */
export const customErrors = (answers: Answers, { attachedCustomFields }: CheckoutPublic): FieldErrors =>
  Object.fromEntries(
    attachedCustomFields.flatMap((attached) => {
      const { slug } = attached.customField;
      const problem = problemOf(attached, answers[slug] ?? '');
      return problem === null ? [] : [[`custom.${slug}`, problem]];
    }),
  );
