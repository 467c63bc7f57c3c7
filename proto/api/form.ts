/** Messages beside the fields of a form, in plain language: from a shape's issues or from a service's refusals. */
import type { z } from 'zod';
import type { RefusedField } from './error.ts';

/** Messages by the path of their field, joined by dots: `card.number`, `prices.0.priceAmount`. `''`: the whole form. */
export type FieldMessages = Record<string, string>;

type Issue = z.core.$ZodIssue;

/** What a shape refused, one message a field: the first. */
export const messagesOfIssues = (issues: readonly Issue[]): FieldMessages =>
  firstOfEach(issues.flatMap(plainIssues));

/** What the billing API refused (422), one message a field, spelt as in code. */
export const messagesOfRefusal = (fields: readonly RefusedField[]): FieldMessages =>
  firstOfEach(fields.map(({ loc, msg, type }) => [pathOf(loc.slice(1)), plainRefusal(msg, type)]));

/** `price_amount` -> `priceAmount`. */
const camelCase = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const pathOf = (loc: readonly (string | number)[]): string =>
  loc.map((part) => camelCase(String(part))).join('.');

const firstOfEach = (entries: readonly (readonly [string, string])[]): FieldMessages =>
  Object.fromEntries(entries.toReversed());

/** Of a union that nothing matched, the option with the fewest complaints says most about what was meant. */
const plainIssues = (issue: Issue): [string, string][] => {
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
    if (nearest.length > 0) {
      return nearest.flatMap((inner) =>
        plainIssues({ ...inner, path: [...issue.path, ...inner.path] } as Issue),
      );
    }
  }
  return [[issue.path.map(String).join('.'), plainMessage(issue)]];
};

const plainMessage = (issue: Issue): string => {
  // Zod's own words are for programmers; a shape's own words are for people.
  if (!/^(Invalid|Too (small|big))\b/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return ['number', 'int'].includes(issue.expected) ? 'Enter a number' : 'Fill this in';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_value':
    case 'invalid_union':
      return 'Choose one of the options';
    default:
      return 'Check what you entered';
  }
};

const number = (value: number): string => value.toLocaleString('en-US');

const tooSmall = (origin: string, least: number, inclusive: boolean): string => {
  if (origin === 'string') return least <= 1 ? 'Fill this in' : `Use at least ${number(least)} characters`;
  if (origin === 'array') return least <= 1 ? 'Add at least one' : `Add at least ${number(least)}`;
  return inclusive ? `Must be at least ${number(least)}` : `Must be more than ${number(least)}`;
};

const tooBig = (origin: string, most: number, inclusive: boolean): string => {
  if (origin === 'string') return `Use at most ${number(most)} characters`;
  if (origin === 'array') return `No more than ${number(most)}`;
  return inclusive ? `Must be at most ${number(most)}` : `Must be less than ${number(most)}`;
};

const plainRefusal = (message: string, type: string): string => {
  if (type === 'missing') return 'Fill this in';
  return /^(Invalid|Too (small|big))\b/.test(message) ? 'Check what you entered' : message;
};
