/** Fields common to requests of both APIs. Pure: no I/O, nothing time-dependent. */
import { z } from 'zod';
import { isWritable } from './days.ts';
import { addressPattern, asciiAddress } from './email-address.ts';
import { timeText } from './time-text.ts';

/** Text that a UTF-8 database can store: no null character, no lone surrogate. */
export const text = z
  .string()
  .refine(
    (value) => !value.includes('\0') && value.isWellFormed(),
    'Contains a character that cannot be stored',
  );

/** Blanks, and characters that are not displayed alone, such as zero-width spaces and Hangul fillers. */
const invisible = /^[\s\p{DI}\u2800]*$/u;

/** A name that must be given: what shows nothing is missing, whichever characters it has. */
export const visibleText = text.check((field) => {
  if (field.value !== '' && invisible.test(field.value))
    field.issues.push({
      code: 'too_small',
      origin: 'string',
      minimum: 1,
      inclusive: true,
      input: field.value,
      continue: false,
    });
});

/** Trimmed text; without a visible character it becomes null. */
export const trimmedText = (longest: number) =>
  text.max(longest).transform((value) => (invisible.test(value) ? null : value.trim()));

/** Optional text, trimmed; blank becomes null. */
export const optionalText = (longest: number) => trimmedText(longest).nullish();

/** An error message for values with an invalid format; absent or mistyped values keep the default message. */
const form = (message: string) => ({
  error: (issue: z.core.$ZodRawIssue) => (issue.code === 'invalid_format' ? message : undefined),
});

/** For required enums: reports absence in the same way as other fields do. */
export const mustBeGiven = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.input === undefined ? 'Invalid input: expected an option, received undefined' : undefined,
};

/** A UUID of any version; lower-case in code, as in databases, so that ids can be compared. */
export const id = z.uuid(form('Must be a UUID')).toLowerCase();

/**
 * An id in a request of the auth API: any text, because a malformed id is just not found there. Converted to lower
 * case, because it is compared with ids, stored and sent to other services.
 */
export const reference = text.max(255).toLowerCase();

/**
 * An e-mail address, at most 254 characters (RFC 5321), as typed, except for the domain's spelling: callers
 * lower-case it for comparisons.
 */
export const emailAddress = z
  .string()
  .overwrite(asciiAddress)
  .check(z.email({ pattern: addressPattern, ...form('Must be an e-mail address') }))
  .max(254);

// URL parsers drop line breaks, tabs and surrounding blanks: a URL stored as written must not contain them.
const isWebUrl = (value: string): boolean => {
  if (/[\p{Cc}\p{Cs}\u2028\u2029]|^\s|\s$/u.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
};

/** An absolute http or https URL of 1..2083 characters, stored as written (`{CHECKOUT_ID}` is preserved). */
export const webUrl = z
  .string()
  .min(1)
  .max(2083)
  .refine(isWebUrl, 'Must be an http or https URL')
  .meta({ format: 'uri' });

const loopbackHost = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Host names and addresses. URLs accept more in a host, and an origin becomes part of a Content-Security-Policy, where
 * an asterisk would match all subdomains, and a semicolon or comma would begin a directive or policy.
 */
const namedHost = /^([\w.-]+|\[[\da-f:.]+\])$/;

const originOf = (value: string): string | null => {
  const url = URL.parse(value);
  if (!url || url.username || url.password || !namedHost.test(url.hostname)) return null;
  if (url.pathname !== '/' || /[?#\\]/.test(value)) return null;
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHost.test(url.hostname));
  return isFit ? url.origin : null;
};

/**
 * A web origin (`https://shop.example:8443`): scheme, host and port, normalised as in a browser's `Origin` header.
 * Plain http for loopback hosts only.
 */
export const webOrigin = text
  .max(2083)
  .refine((value) => originOf(value) !== null, 'Must be an origin, such as https://example.com')
  .transform((value) => originOf(value) ?? value)
  .meta({ format: 'uri' });

/** A language tag (BCP 47): `de`, `pt-BR`, `zh-Hant-TW`. */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,4}$/i, 'Must be a language tag, such as de or pt-BR');

/** A dotted IPv4 or an IPv6 address. */
export const ipAddress = z.union([
  z.ipv4(form('Must be an IPv4 or IPv6 address')),
  z.ipv6(form('Must be an IPv4 or IPv6 address')),
]);

/**
 * A map whose keys are the caller's. The key `__proto__` is refused: zod drops it to protect prototypes, and nothing
 * that a caller sends may be lost silently.
 */
export const mapOf = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(key: Key, value: Value) => {
  const map = z.record(key, value);
  return z.preprocess((sent: z.input<typeof map>, context) => {
    if (typeof sent === 'object' && sent !== null && Object.hasOwn(sent, '__proto__'))
      context.addIssue({ code: 'custom', path: ['__proto__'], message: 'This key cannot be stored' });
    return sent;
  }, map);
};

/** A filter with one or several values (`a=1` or `a=1&a=2`); in code an array of different ones. */
export const oneOrMany = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .union([item, z.array(item).min(1).max(100)])
    .transform((value) => [...new Set(Array.isArray(value) ? value : [value])]);

/** A boolean in a query: `true` or `false` (also `1` or `0`). */
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'insensitive' });

/** `sorting` of a list: criteria in order, a leading `-` for descending. Values are spelt as on the wire. */
export const sortingOf = <Criterion extends z.ZodType<string, string>>(
  criterion: Criterion,
  fallback: z.output<Criterion>,
) =>
  z
    .union([criterion, z.array(criterion).min(1).max(10)])
    .transform((value): z.output<Criterion>[] =>
      Array.isArray(value) ? value : [value as z.output<Criterion>],
    )
    .default([fallback]);

/** The path of a resource by its id. */
export const IdPath = z.object({ id });
export type IdPath = z.output<typeof IdPath>;

/** A time in a query, converted to UTC text; from 1970 on. */
const queriedMoment = timeText
  .refine((text) => text >= '1970-01-02', 'Must be in 1970 or later')
  .refine((text) => isWritable(new Date(text)), 'Must be before the year 10000')
  .transform((text) => new Date(text).toISOString());

/** Filters a list by creation time: `createdAfter` is inclusive, `createdBefore` exclusive. */
export const createdWithin = {
  createdAfter: queriedMoment.optional(),
  createdBefore: queriedMoment.optional(),
};

const queriedAmount = z.coerce.number().int().min(0).max(2_147_483_647);

/** Filters a list by amount in minor units, both bounds inclusive. */
export const amountWithin = { minAmount: queriedAmount.optional(), maxAmount: queriedAmount.optional() };
