import type { AskedField, OwnField } from '@tessera/proto/api/identity/public-options';
import { t } from '../../i18n/t.ts';
import { decimalInput, plainDecimal } from '../../ui/format/typed-values.ts';

/** Values by field name: text, or a checkbox's state. */
export type Answers = Record<string, string | boolean>;

/** companyName, company_name -> Company name */
export const labelOf = (name: string): string => {
  const words = name
    .replace(/_+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** No values; an unticked checkbox is a value, too. */
export const emptyAnswers = (fields: AskedField[]): Answers =>
  Object.fromEntries(fields.map(({ name, type }) => [name, type === 'boolean' ? false : '']));

/** A user's existing answers, as form values. */
export const answersOf = (fields: AskedField[], user: object): Answers => {
  const given: Record<string, unknown> = { ...user };
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      type === 'boolean' ? given[name] === true : shownText(type, given[name] ?? ''),
    ]),
  );
};

const shownText = (type: AskedField['type'], value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  if (type === 'number') return decimalInput(String(value));
  // The field asks for a date without time.
  return type === 'date' ? String(value).slice(0, 10) : String(value);
};

/** All answers, in the API's types. */
export const readAnswers = (fields: AskedField[], answers: Answers): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, readAnswer(field, answers[field.name])]));

/** Only changed answers; emptied ones are sent as null. */
export const changedAnswers = (fields: AskedField[], before: Answers, now: Answers) =>
  Object.fromEntries(
    fields
      .filter(({ name }) => before[name] !== now[name])
      .map((field) => [field.name, readAnswer(field, now[field.name]) ?? null]),
  );

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** An answer in the API's type; undefined when it is empty or invalid. */
export const readAnswer = ({ type }: AskedField, answer: string | boolean = ''): unknown => {
  if (typeof answer === 'boolean') return answer;
  const text = answer.trim();
  if (text === '') return undefined;
  if (type === 'string' || type === 'date') return text;
  if (type === 'number') return numberOf(plainDecimal(text));
  const parts = listOf(text);
  if (type === 'string[]') return parts.length > 0 ? parts : undefined;
  const numbers = parts.map(Number);
  return numbers.length === 0 || numbers.some(Number.isNaN) ? undefined : numbers;
};

const numberOf = (plain: string): number | undefined =>
  Number.isNaN(Number(plain)) ? undefined : Number(plain);

/** Errors of missing or invalid answers, by field. Fields are required unless stated otherwise. */
export const answerErrors = (fields: (AskedField | OwnField)[], answers: Answers): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const error = answerError(field, answers[field.name]);
      return error === null ? [] : [[field.name, error]];
    }),
  );

const answerError = (field: AskedField | OwnField, answer: Answers[string] = ''): string | null => {
  if (readAnswer(field, answer) !== undefined) return null;
  if (field.type.startsWith('number') && String(answer).trim() !== '') return t('shared:useNumbersHere');
  return 'required' in field && !field.required ? null : t('common:thisIsRequired');
};
