/**
 * Conversion of key casing at the API boundary. Schemas use camelCase; only keys that a schema declares are renamed,
 * so that metadata, custom fields and other user data are unchanged.
 */
import { z } from 'zod';
import { isWritable } from './days.ts';
import { isoTime } from './iso-time.ts';
import { timeOrLocalText, timeText } from './time-text.ts';
import { fieldsOf, type Plan, planAt, planOf, type Schema, snakeCase } from './wire-plan.ts';

export { snakeCase } from './wire-plan.ts';

/** A time in a reply: `Date` in code, ISO 8601 with `Z` on the wire. */
export const timestamp = z.date();

const notWritable = 'Must be in the years 1 to 9999';

/** A time in a request: ISO 8601 with an offset on the wire, `Date` in code. */
export const timestampInput = timeText
  .refine((text) => isWritable(new Date(text)), notWritable)
  .transform((text) => new Date(text));

const timeOrUtc = (text: string): Date => new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);

/** A time in a request, in UTC if it has no offset. */
export const timestampOrUtcInput = timeOrLocalText
  .refine((text) => isWritable(timeOrUtc(text)), notWritable)
  .transform(timeOrUtc);

declare const isTimestamp: unique symbol;
/** A time in a reply as text: ISO 8601 with an offset, parsed by `new Date`. */
export type Timestamp = string & { readonly [isTimestamp]: true };

type Primitive = string | number | bigint | boolean | symbol | null | undefined;
/** A reply as plain data that can be stored, compared and serialised: times are text. */
export type Plain<Value> = unknown extends Value
  ? Value
  : Value extends Date
    ? Timestamp
    : Value extends Primitive
      ? Value
      : { [Key in keyof Value]: Plain<Value[Key]> };

/** Casing of keys on the wire: as in code, or snake_case. */
export type Casing = 'camel' | 'snake';

/** Maximum number of unknown keys that the error of a strict schema names. */
const maxNamed = 10;

/**
 * Converts declared keys to the wire's casing and times to text, and drops undeclared keys, so that a database column
 * that is not part of a reply cannot leak. Only open schemas (`z.looseObject`) pass undeclared keys unchanged.
 */
export const toWire = (schema: Schema, value: unknown, casing: Casing): unknown =>
  outward(planOf(schema), value, casing === 'snake');

/**
 * Converts declared keys to camelCase. Undeclared keys are kept only if the schema reads them, and at most one list
 * item more than allowed: input that the schema would drop or reject is not traversed, whatever its size.
 */
export const fromWire = (schema: Schema, value: unknown, casing: Casing): unknown =>
  inward(planOf(schema), value, { snake: casing === 'snake', reads: 'request' });

/** Parses a reply in a client: as `fromWire`, with times as `Date`. */
export const readReply = <S extends z.ZodType>(schema: S, value: unknown, casing: Casing): z.output<S> =>
  inward(planOf(schema), value, { snake: casing === 'snake', reads: 'dates' }) as z.output<S>;

/** Like `readReply`, but times stay text, for replies that are stored as plain data. */
export const readPlainReply = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  casing: Casing,
): Plain<z.output<S>> =>
  inward(planOf(schema), value, { snake: casing === 'snake', reads: 'text' }) as Plain<z.output<S>>;

/** Converts the path of a validation issue to the caller's spelling; declared keys only. */
export const wirePath = (
  schema: Schema,
  path: readonly PropertyKey[],
  casing: Casing,
): (string | number)[] => {
  let plan = planOf(schema);
  return path.map((segment) => {
    if (typeof segment === 'number') {
      plan = planAt(plan.items);
      return segment;
    }
    const key = String(segment);
    const node = plan.keys?.get(key);
    plan = planAt(node);
    return node && casing === 'snake' ? snakeCase(key) : key;
  });
};

const outward = (plan: Plan, value: unknown, snake: boolean): unknown => {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return isoTime(value);
  if (Array.isArray(value))
    return plan.items ? value.map((item) => outward(planAt(plan.items), item, snake)) : value;
  if (!plan.keys) return eachValue(plan, value, (inner, member) => outward(inner, member, snake));
  const record = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const field of fieldsOf(plan)) {
    const member = record[field.key];
    if (member !== undefined)
      out[snake ? field.snake : field.key] = outward(planAt(field.node), member, snake);
  }
  if (plan.isOpen)
    for (const [key, member] of Object.entries(record))
      if (!plan.keys.has(key) && key !== '__proto__') out[key] = member;
  return out;
};

/** Keys of a record are user data and unchanged; its values are converted if they have declared keys. */
const eachValue = (
  { values }: Plan,
  record: object,
  spell: (plan: Plan, member: unknown) => unknown,
): unknown =>
  values
    ? Object.fromEntries(Object.entries(record).map(([key, member]) => [key, spell(planAt(values), member)]))
    : record;

/** Requests keep only what their schema validates; replies are kept whole, with times as `Date` or text. */
type Inward = { snake: boolean; reads: 'request' | 'dates' | 'text' };

const inward = (plan: Plan, value: unknown, how: Inward): unknown => {
  if (how.reads === 'dates' && plan.isDate && typeof value === 'string') return new Date(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return inwardList(plan, value, how);
  if (!plan.keys) return eachValue(plan, value, (inner, member) => inward(inner, member, how));
  const record = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const { key, snake, node } of fieldsOf(plan)) {
    const spelling = how.snake ? snake : key;
    if (Object.hasOwn(record, spelling)) out[key] = inward(planAt(node), record[spelling], how);
  }
  const most = how.reads === 'request' ? plan.judges : 'all';
  if (most !== 'none') addUndeclared(plan, record, { out, snake: how.snake, most });
  return out;
};

const inwardList = (plan: Plan, value: unknown[], how: Inward): unknown[] => {
  const items = value.length > plan.maxItems + 1 ? value.slice(0, plan.maxItems + 1) : value;
  return plan.items ? items.map((item) => inward(planAt(plan.items), item, how)) : items;
};

const addUndeclared = (
  plan: Plan,
  record: Record<string, unknown>,
  { out, snake, most }: { out: Record<string, unknown>; snake: boolean; most: Plan['judges'] },
): void => {
  const declared = new Set(snake ? fieldsOf(plan).map((field) => field.snake) : []);
  let named = 0;
  for (const key in record) {
    if (!Object.hasOwn(record, key) || plan.keys?.has(key) || declared.has(key) || key === '__proto__')
      continue;
    if (most === 'few' && named === maxNamed) return;
    out[key] = record[key];
    named += 1;
  }
};
