/**
 * Casing at the border. Shapes are written once, in camelCase; this file renames the keys that a shape
 * declares and nothing else, so that metadata, custom fields and other user data pass untouched.
 */
import { z } from 'zod';
import { isWritable } from './days.ts';
import { type Node, type Plan, planAt, planOf, type Schema } from './wire-plan.ts';

/** A point in time in a reply: `Date` in code, ISO 8601 with `Z` on the wire. */
export const timestamp = z.date();

const notWritable = 'Must be in the years 1 to 9999';

/** A point in time in a request: ISO 8601 with an offset on the wire, `Date` in code. */
export const timestampInput = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => isWritable(new Date(text)), notWritable)
  .transform((text) => new Date(text));

const timeOrUtc = (text: string): Date => new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);

/** A point in time in a request that may lack its offset: then it is UTC. */
export const timestampOrUtcInput = z.iso
  .datetime({ offset: true, local: true, abort: true })
  .refine((text) => isWritable(timeOrUtc(text)), notWritable)
  .transform(timeOrUtc);

declare const isTimestamp: unique symbol;
/** A point in time as a reply spells it: ISO 8601 with an offset. `new Date` reads it. */
export type Timestamp = string & { readonly [isTimestamp]: true };

type Primitive = string | number | bigint | boolean | symbol | null | undefined;
/** A value of a reply as plain data that can be kept, compared and written out: its points in time are text. */
export type Plain<Value> = unknown extends Value
  ? Value
  : Value extends Date
    ? Timestamp
    : Value extends Primitive
      ? Value
      : { [Key in keyof Value]: Plain<Value[Key]> };

/** How keys are spelt on a wire: as in code, or in snake_case. */
export type Casing = 'camel' | 'snake';

/** A strict shape names the keys that it does not know; nobody reads more of them than this. */
const maxNamed = 10;

/** `priceAmount` -> `price_amount`. Digits stay with the word before them (`line1` -> `line1`). */
export const snakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const spellings = new Map<string, string>();

/** `snakeCase` of a declared key: these are few, and spelt with every reply. */
const spelt = (key: string): string => {
  const known = spellings.get(key);
  if (known !== undefined) return known;
  const spelling = snakeCase(key);
  spellings.set(key, spelling);
  return spelling;
};

/**
 * Spells a value's declared keys for the wire and drops the undeclared ones.
 * A shape is a promise of what leaves the process: a column that no reply names cannot leak. Only a shape that says
 * of itself that it is open (`z.looseObject`) lets other keys pass, as they are.
 */
export const toWire = (schema: Schema, value: unknown, casing: Casing): unknown =>
  outward(planOf(schema), value, casing === 'snake');

/**
 * Spells a wire value's declared keys as in code. Undeclared keys are kept only where the shape looks at them, and of a
 * list no more than one item too many: what the shape would throw away or refuse is not walked, however much it is.
 */
export const fromWire = (schema: Schema, value: unknown, casing: Casing): unknown =>
  inward(planOf(schema), value, { snake: casing === 'snake', reads: 'request' });

/** Reads a reply on the client's side: as `fromWire`, and turns date-times into `Date`. */
export const readReply = <S extends z.ZodType>(schema: S, value: unknown, casing: Casing): z.output<S> =>
  inward(planOf(schema), value, { snake: casing === 'snake', reads: 'dates' }) as z.output<S>;

/** As `readReply`, but date-times stay the text that they are: for what is kept as plain data. */
export const readPlainReply = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  casing: Casing,
): Plain<z.output<S>> =>
  inward(planOf(schema), value, { snake: casing === 'snake', reads: 'text' }) as Plain<z.output<S>>;

/** Spells the path of an issue as the caller wrote it: declared keys only. */
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
    return node && casing === 'snake' ? spelt(key) : key;
  });
};

const outward = (plan: Plan, value: unknown, snake: boolean): unknown => {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value))
    return plan.items ? value.map((item) => outward(planAt(plan.items), item, snake)) : value;
  if (!plan.keys) return eachValue(plan, value, (inner, member) => outward(inner, member, snake));
  const record = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of plan.keys) {
    const member = record[key];
    if (member !== undefined) out[snake ? spelt(key) : key] = outward(planAt(inner), member, snake);
  }
  if (plan.isOpen)
    for (const [key, member] of Object.entries(record))
      if (!plan.keys.has(key) && key !== '__proto__') out[key] = member;
  return out;
};

/** The keys of a record are user data and stay; what stands under them is spelt where it has declared keys. */
const eachValue = (
  { values }: Plan,
  record: object,
  spell: (plan: Plan, member: unknown) => unknown,
): unknown =>
  values
    ? Object.fromEntries(Object.entries(record).map(([key, member]) => [key, spell(planAt(values), member)]))
    : record;

/** Of a request, only what its shape judges is kept; a reply is kept whole, with its times as dates or as text. */
type Inward = { snake: boolean; reads: 'request' | 'dates' | 'text' };

const inward = (plan: Plan, value: unknown, how: Inward): unknown => {
  if (how.reads === 'dates' && plan.isDate && typeof value === 'string') return new Date(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return inwardList(plan, value, how);
  if (!plan.keys) return eachValue(plan, value, (inner, member) => inward(inner, member, how));
  const record = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of plan.keys) {
    const spelling = how.snake ? spelt(key) : key;
    if (Object.hasOwn(record, spelling)) out[key] = inward(planAt(inner), record[spelling], how);
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
  { keys }: Plan,
  record: Record<string, unknown>,
  { out, snake, most }: { out: Record<string, unknown>; snake: boolean; most: Plan['judges'] },
): void => {
  const declared = new Set(snake ? [...(keys ?? new Map<string, Node>()).keys()].map(spelt) : []);
  let named = 0;
  for (const key in record) {
    if (!Object.hasOwn(record, key) || keys?.has(key) || declared.has(key) || key === '__proto__') continue;
    if (most === 'few' && named === maxNamed) return;
    out[key] = record[key];
    named += 1;
  }
};
