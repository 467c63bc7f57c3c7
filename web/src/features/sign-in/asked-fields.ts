import type { AskedField } from '@tessera/proto/api/identity/public-options';

/** What was typed or ticked, by the field's name. */
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

/** Nothing filled in; a box that is not ticked is an answer too. */
export const emptyAnswers = (fields: AskedField[]): Answers =>
  Object.fromEntries(fields.map(({ name, type }) => [name, type === 'boolean' ? false : '']));

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** An answer as the server takes it; undefined when it is none. */
export const readAnswer = ({ type }: AskedField, answer: string | boolean = ''): unknown => {
  if (typeof answer === 'boolean') return answer;
  const text = answer.trim();
  if (text === '') return undefined;
  if (type === 'string' || type === 'date') return text;
  const parts = listOf(text);
  if (type === 'string[]') return parts.length > 0 ? parts : undefined;
  const numbers = parts.map(Number);
  if (numbers.length === 0 || numbers.some(Number.isNaN)) return undefined;
  return type === 'number[]' ? numbers : Number.isNaN(Number(text)) ? undefined : Number(text);
};

/** What is missing or unreadable, by field. */
export const answerErrors = (fields: AskedField[], answers: Answers): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((field) => readAnswer(field, answers[field.name]) === undefined)
      .map((field) => [
        field.name,
        String(answers[field.name] ?? '').trim() === '' ? 'This is required.' : 'Use numbers here.',
      ]),
  );
