/**
 * Casing at the border. Shapes are written once, in camelCase; this file renames the keys that a shape
 * declares and nothing else, so that metadata, custom fields and other user data pass untouched.
 */
import { z } from 'zod';

/** A point in time in a reply: `Date` in code, ISO 8601 with `Z` on the wire. */
export const timestamp = z.date();

/** A point in time in a request: ISO 8601 with an offset on the wire, `Date` in code. */
export const timestampInput = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

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

type Schema = z.core.$ZodType;
/** A place in a value, and all shapes that may stand there; they are read when a value first has the place. */
type Place = { schemas: Set<Schema>; plan: Plan | null };
/** What is known of a place: its keys and items, whichever option of a union they come from. */
type Plan = {
  keys: Map<string, Place> | null;
  items: Place | null;
  isDate: boolean;
  /** Undeclared keys leave the process: the shape says of itself that it is open. */
  isOpen: boolean;
  /** Undeclared keys of a request are judged by the shape: all of them, a few to be named in its refusal, or none. */
  judges: 'all' | 'few' | 'none';
  /** Most items that the shape may take. */
  maxItems: number;
};

const leaf: Plan = {
  keys: null,
  items: null,
  isDate: false,
  isOpen: false,
  judges: 'all',
  maxItems: Number.POSITIVE_INFINITY,
};
/** A strict shape names the keys that it does not know; nobody reads more of them than this. */
const maxNamed = 10;
const plans = new WeakMap<Schema, Plan>();

/** `priceAmount` -> `price_amount`. Digits stay with the word before them (`line1` -> `line1`). */
export const snakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
    const place = plan.keys?.get(key);
    plan = planAt(place);
    return place && casing === 'snake' ? snakeCase(key) : key;
  });
};

const outward = (plan: Plan, value: unknown, snake: boolean): unknown => {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value))
    return plan.items ? value.map((item) => outward(planAt(plan.items), item, snake)) : value;
  if (!plan.keys) return value;
  const record = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of plan.keys) {
    const member = record[key];
    if (member !== undefined) out[snake ? snakeCase(key) : key] = outward(planAt(inner), member, snake);
  }
  if (plan.isOpen)
    for (const [key, member] of Object.entries(record))
      if (!plan.keys.has(key) && key !== '__proto__') out[key] = member;
  return out;
};

/** Of a request, only what its shape judges is kept; a reply is kept whole, with its times as dates or as text. */
type Inward = { snake: boolean; reads: 'request' | 'dates' | 'text' };

const inward = (plan: Plan, value: unknown, how: Inward): unknown => {
  if (how.reads === 'dates' && plan.isDate && typeof value === 'string') return new Date(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return inwardList(plan, value, how);
  if (!plan.keys) return value;
  const record = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of plan.keys) {
    const spelt = how.snake ? snakeCase(key) : key;
    if (Object.hasOwn(record, spelt)) out[key] = inward(planAt(inner), record[spelt], how);
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
  const declared = new Set(snake ? [...(keys ?? new Map<string, Place>()).keys()].map(snakeCase) : []);
  let named = 0;
  for (const key in record) {
    if (!Object.hasOwn(record, key) || keys?.has(key) || declared.has(key) || key === '__proto__') continue;
    if (most === 'few' && named === maxNamed) return;
    out[key] = record[key];
    named += 1;
  }
};

const planOf = (schema: Schema): Plan => {
  const known = plans.get(schema);
  if (known) return known;
  const plan = readShapes([schema]);
  plans.set(schema, plan);
  return plan;
};

/** Options of a union share one plan: a key means the same in each of them. */
const planAt = (place: Place | null | undefined): Plan => {
  if (!place) return leaf;
  const [first, ...others] = place.schemas;
  place.plan ??= first && others.length === 0 ? planOf(first) : readShapes(place.schemas);
  return place.plan;
};

/** Reads shapes down to their next keys and items only: a shape may contain itself (a meter's filter does). */
const readShapes = (schemas: Iterable<Schema>): Plan => {
  const plan: Plan = { ...leaf, judges: 'none', maxItems: 0 };
  let isList = false;
  const waiting = new Set(schemas);
  // A set hands out what is added during the walk, and each member once.
  for (const schema of waiting) {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === 'date') plan.isDate = true;
    else if (def.type === 'array') {
      isList = true;
      plan.items = withShape(plan.items, def.element);
      plan.maxItems = Math.max(plan.maxItems, maxItemsOf(def));
    } else if (def.type === 'object') {
      plan.keys ??= new Map<string, Place>();
      for (const [key, inner] of Object.entries(def.shape))
        plan.keys.set(key, withShape(plan.keys.get(key), inner));
      readCatchall(plan, def.catchall as z.core.$ZodTypes | undefined);
    } else if (takesObjects.has(def.type)) plan.judges = 'all';
    else for (const inner of wrappedBy(def)) waiting.add(inner);
  }
  if (!isList) plan.maxItems = Number.POSITIVE_INFINITY;
  return plan;
};

/** Shapes that look at an object's keys, whichever they are. */
const takesObjects = new Set(['record', 'map', 'any', 'unknown', 'custom', 'transform']);

const readCatchall = (plan: Plan, catchall: z.core.$ZodTypes | undefined): void => {
  if (!catchall) return;
  if (catchall._zod.def.type === 'never') plan.judges = plan.judges === 'all' ? 'all' : 'few';
  else {
    plan.judges = 'all';
    plan.isOpen = true;
  }
};

const maxItemsOf = ({ checks }: z.core.$ZodArrayDef): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...(checks ?? []).map(({ _zod: { def } }) =>
      def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Number.POSITIVE_INFINITY,
    ),
  );

const withShape = (place: Place | null | undefined, schema: Schema): Place => ({
  schemas: new Set(place?.schemas).add(schema),
  plan: null,
});

/** The shapes that stand at the same place as the one that wraps or combines them. */
const wrappedBy = (def: z.core.$ZodTypes['_zod']['def']): readonly Schema[] => {
  switch (def.type) {
    case 'union':
      return def.options;
    case 'intersection':
      return [def.left, def.right];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [def.innerType];
    case 'pipe':
      return [def.in];
    case 'lazy':
      return [def.getter()];
    default:
      return [];
  }
};
