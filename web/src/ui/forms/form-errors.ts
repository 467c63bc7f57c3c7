import type { RefusedField } from '@tessera/proto/api/error';
import { nearestOption } from '@tessera/proto/api/nearest-option';
import type { z } from 'zod';
import type { Failure } from '../../api/request/failure.ts';
import { translateServerText } from '../../i18n/server-text.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { formatMoneyBriefly } from '../format/money.ts';

/** A form's errors by field; `form` for errors of no field. */
export type FieldErrors = Record<string, string>;

/** Maps paths of a request to form fields: `prices.0.priceAmount` to `amount`. */
export type FieldMap = Record<string, string>;

type Options = {
  fields?: FieldMap;
  /** Currencies of the fields in minor units, by field. */
  money?: Readonly<Record<string, string>>;
};

type Checked<Schema extends z.ZodType> =
  | { request: z.input<Schema>; errors: null }
  | { request: null; errors: FieldErrors };

/** Validates a request with the server's schema; returns the errors by form field. */
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

/** For a number beyond the safe integers the schema's own bound is reported. */
const saysEnough = (issue: z.core.$ZodIssue, _index: number, all: readonly z.core.$ZodIssue[]): boolean =>
  issue.code !== 'too_big' ||
  issue.maximum !== Number.MAX_SAFE_INTEGER ||
  !all.some(
    (other) => other !== issue && other.code === 'too_big' && other.path.join('.') === issue.path.join('.'),
  );

/** Maps the fields refused by the server to form fields. */
export const serverErrors = (refused: readonly RefusedField[], fields: FieldMap = {}): FieldErrors => {
  const errors: FieldErrors = {};
  for (const { loc, msg } of refused)
    errors[fieldOf(loc.slice(1).map(camelCase), fields)] ??= sentence(translateServerText(msg));
  return errors;
};

/** The field of the longest known prefix of a path; for an unknown path its first key. */
const fieldOf = (path: string[], fields: FieldMap): string => {
  for (let length = path.length; length > 0; length -= 1) {
    const known = fields[path.slice(0, length).join('.')];
    if (known !== undefined) return known;
  }
  return path[0] ?? 'form';
};

const camelCase = (key: string | number): string =>
  String(key).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** For a union without a match, the issues of the option that came closest, as the server reports them. */
const nearestIssues = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  if (issue.code !== 'invalid_union') return [issue];
  return nearestOption(issue).flatMap((inner) =>
    nearestIssues({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
  );
};

/** An issue as a message for the user; `currency` for amounts. */
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

/** Form inputs are NaN for text that is no number, and null or undefined when empty. */
const describeWrongType = ({ message, expected }: z.core.$ZodIssueInvalidType): string => {
  if (/received (undefined|null)$/.test(message)) return t('common:thisIsRequired');
  if (expected === 'int') return t('common:enterAWholeNumber');
  return expected === 'number' ? t('common:enterANumber') : t('common:thisDoesNotLookRight');
};

const formatMessages = (): Record<string, string> => ({
  email: t('common:enterAnEmailAddress'),
  url: t('common:enterAWebAddress'),
  datetime: t('common:thisDoesNotLookRight'),
  // UUIDs are never typed: they come from a list of options.
  uuid: t('common:chooseOneOfTheOptions'),
});

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Errors by form field; a failure without fields becomes an error of the form. */
export const failureErrors = (failure: Failure, fields: FieldMap = {}): FieldErrors =>
  failure.fields.length > 0 ? serverErrors(failure.fields, fields) : { form: failure.message };
