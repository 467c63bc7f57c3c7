import type { RefusedField } from '@tessera/proto/api/error';
import type { z } from 'zod';
import type { Failure } from '../api/failure.ts';
import { translateServerText } from '../i18n/server-text.ts';
import { readerLocale } from '../i18n/start.ts';
import { t } from '../i18n/t.ts';
import { formatMoneyBriefly } from './money.ts';

/** A form's errors by field name; `form` is for what belongs to no field. */
export type FieldErrors = Record<string, string>;

/** Where a request's path is shown: from `prices.0.priceAmount` to the form's `amount`. */
export type FieldMap = Record<string, string>;

type Options = {
  fields?: FieldMap;
  /** Fields counted in the smallest unit of a currency, and which. */
  money?: Readonly<Record<string, string>>;
};

type Checked<Schema extends z.ZodType> =
  | { request: z.input<Schema>; errors: null }
  | { request: null; errors: FieldErrors };

/** Parses a request with the shape the server will use; failures come back beside the form's fields. */
export const checkRequest = <Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  options: Options = {},
): Checked<Schema> => {
  const parsed = schema.safeParse(request);
  if (parsed.success) return { request: request as z.input<Schema>, errors: null };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues.flatMap(nearestIssues).filter(saysEnough)) {
    const field = fieldOf(issue.path.map(String), options.fields ?? {});
    errors[field] ??= describeIssue(issue, options.money?.[field]);
  }
  return { request: null, errors };
};

/** Of a number that is too large for a computer to count, the shape's own bound is said, not the computer's. */
const saysEnough = (issue: z.core.$ZodIssue, _index: number, all: readonly z.core.$ZodIssue[]): boolean =>
  issue.code !== 'too_big' ||
  issue.maximum !== Number.MAX_SAFE_INTEGER ||
  !all.some(
    (other) => other !== issue && other.code === 'too_big' && other.path.join('.') === issue.path.join('.'),
  );

/** Puts the fields that the server refused beside the form's fields. */
export const serverErrors = (refused: readonly RefusedField[], fields: FieldMap = {}): FieldErrors => {
  const errors: FieldErrors = {};
  for (const { loc, msg } of refused)
    errors[fieldOf(loc.slice(1).map(camelCase), fields)] ??= sentence(translateServerText(msg));
  return errors;
};

/** The longest known beginning of the path decides; an unknown path is shown under its first key. */
const fieldOf = (path: string[], fields: FieldMap): string => {
  for (let length = path.length; length > 0; length -= 1) {
    const known = fields[path.slice(0, length).join('.')];
    if (known !== undefined) return known;
  }
  return path[0] ?? 'form';
};

const camelCase = (key: string | number): string =>
  String(key).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Of a union that nothing matched, the option that came furthest says what was meant. */
const nearestIssues = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  if (issue.code !== 'invalid_union') return [issue];
  const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return nearest.flatMap((inner) =>
    nearestIssues({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
  );
};

/** One refused value in words for the person who typed it; `currency` where it is an amount. */
export const describeIssue = (issue: z.core.$ZodIssue, currency?: string): string => {
  const number = (value: number | bigint) =>
    currency === undefined
      ? new Intl.NumberFormat(readerLocale()).format(value)
      : formatMoneyBriefly(Number(value), currency);
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'array') return t('common:chooseAtLeastOne');
      if (issue.origin !== 'string')
        return t(issue.inclusive === false ? 'common:mustBeMoreThan' : 'common:mustBeAtLeast', {
          minimum: number(issue.minimum),
        });
      return Number(issue.minimum) <= 1
        ? t('common:thisIsRequired')
        : t('common:useAtLeastCharacters', { minimum: Number(issue.minimum) });
    case 'too_big':
      if (issue.origin === 'array') return t('common:chooseAtMost', { maximum: Number(issue.maximum) });
      if (issue.origin !== 'string') return t('common:mustBeAtMost', { maximum: number(issue.maximum) });
      return t('common:useAtMostCharacters', { maximum: Number(issue.maximum) });
    case 'invalid_type':
      return describeWrongType(issue);
    case 'invalid_format':
      return formatMessages()[issue.format] ?? sentence(translateServerText(issue.message));
    case 'invalid_value':
      return t('common:chooseOneOfTheOptions');
    default:
      return sentence(translateServerText(issue.message));
  }
};

/** Forms read what is no number as NaN, and nothing as nothing. */
const describeWrongType = ({ message, expected }: z.core.$ZodIssueInvalidType): string => {
  if (/received (undefined|null)$/.test(message)) return t('common:thisIsRequired');
  if (expected === 'int') return t('common:enterAWholeNumber');
  return expected === 'number' ? t('common:enterANumber') : t('common:thisDoesNotLookRight');
};

const formatMessages = (): Record<string, string> => ({
  email: t('common:enterAnEmailAddress'),
  url: t('common:enterAWebAddress'),
  datetime: t('common:thisDoesNotLookRight'),
  // Nobody types one: it is what a list offers.
  uuid: t('common:chooseOneOfTheOptions'),
});

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A refused request beside the form's fields; without fields, its message for the form as a whole. */
export const failureErrors = (failure: Failure, fields: FieldMap = {}): FieldErrors =>
  failure.fields.length > 0 ? serverErrors(failure.fields, fields) : { form: failure.message };
