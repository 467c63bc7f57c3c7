/** Field shapes that requests of both APIs share. Pure: no I/O, nothing that depends on time. */
import { z } from 'zod';
import { isWritable } from './days.ts';

/** Text that a UTF-8 database can hold: no null character, no half of a surrogate pair. */
export const text = z
  .string()
  .refine(
    (value) => !value.includes('\0') && value.isWellFormed(),
    'Contains a character that cannot be stored',
  );

/** Text without the blanks around it; what is blank is none (null). */
export const trimmedText = (longest: number) => text.max(longest).transform((value) => value.trim() || null);

/** The same where it may be left out. */
export const optionalText = (longest: number) => trimmedText(longest).nullish();

/** A message for a value of the wrong form; an absent or mistyped one keeps its own. */
const form = (message: string) => ({
  error: (issue: z.core.$ZodRawIssue) => (issue.code === 'invalid_format' ? message : undefined),
});

/** For options that must be given: says that they are absent, as other fields do. */
export const mustBeGiven = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.input === undefined ? 'Invalid input: expected an option, received undefined' : undefined,
};

/** A UUID of any version; in code always in small letters, as databases spell it, so that ids can be compared. */
export const id = z.uuid(form('Must be a UUID')).toLowerCase();

/**
 * What the auth API is given to name something by its id: any text, since one that is no id names nothing there. In code in
 * small letters as well, whatever its spelling: it is compared with ids, kept, and told to other services.
 */
export const reference = text.max(255).toLowerCase();

/** An e-mail address, at most 254 characters (RFC 5321), as typed: callers lower-case it where it is compared. */
export const emailAddress = z.email(form('Must be an e-mail address')).max(254);

// A parser drops line breaks, tabs and blanks around an address: what is kept as written must not have them.
const isWebUrl = (value: string): boolean => {
  if (/[\p{Cc}\p{Cs}\u2028\u2029]|^\s|\s$/u.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
};

/** An absolute http or https URL of 1..2083 characters, kept as written (`{CHECKOUT_ID}` survives). */
export const webUrl = z
  .string()
  .min(1)
  .max(2083)
  .refine(isWebUrl, 'Must be an http or https URL')
  .meta({ format: 'uri' });

const loopbackHost = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const originOf = (value: string): string | null => {
  const url = URL.parse(value);
  if (!url || url.username || url.password || url.hostname === '') return null;
  // In a policy of content a star would stand for all names below.
  if (url.hostname.includes('*')) return null;
  if (url.pathname !== '/' || /[?#\\]/.test(value)) return null;
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHost.test(url.hostname));
  return isFit ? url.origin : null;
};

/**
 * A web origin (`https://shop.example:8443`): scheme, host and port, spelt in code as a browser's `Origin` header
 * spells it. Plain http only for this machine.
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

/** A filter that may be given once or repeated (`a=1` or `a=1&a=2`); an array in code. */
export const oneOrMany = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .union([item, z.array(item).min(1).max(100)])
    .transform((value) => (Array.isArray(value) ? value : [value]));

/** A boolean in a query: the text `true` or `false` (`1` and `0` too). */
export const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'insensitive' });

/** `sorting` of a list: criteria in order, `-` before one for descending. Values are spelt as on the wire. */
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

/** The path of one thing by its id. */
export const IdPath = z.object({ id });
export type IdPath = z.output<typeof IdPath>;

/** A point in time in a query, in UTC in code; earlier ones than 1970 are in no list. */
const queriedMoment = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => text >= '1970-01-02', 'Must be in 1970 or later')
  .refine((text) => isWritable(new Date(text)), 'Must be before the year 10000')
  .transform((text) => new Date(text).toISOString());

/** Narrows a list to the time in which its rows began: from `createdAfter` on, before `createdBefore`. */
export const createdWithin = {
  createdAfter: queriedMoment.optional(),
  createdBefore: queriedMoment.optional(),
};

const queriedAmount = z.coerce.number().int().min(0).max(2_147_483_647);

/** Narrows a list to amounts in cents, both included. */
export const amountWithin = { minAmount: queriedAmount.optional(), maxAmount: queriedAmount.optional() };
