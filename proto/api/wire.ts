/**
 * Casing at the border. Shapes are written once, in camelCase; this file renames the keys that a shape
 * declares and nothing else, so that metadata, custom fields and other user data pass untouched.
 */
import { z } from 'zod';

/** A point in time in a reply: `Date` in code, ISO 8601 with `Z` on the wire. */
export const timestamp = z.date();

/** A point in time in a request: ISO 8601 with an offset on the wire, `Date` in code. */
export const timestampInput = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** How keys are spelt on a wire: as in code, or in snake_case. */
export type Casing = 'camel' | 'snake';

type Schema = z.core.$ZodType;
type Plan = { keys: Map<string, Plan> | null; items: Plan | null; isDate: boolean };

const leaf: Plan = { keys: null, items: null, isDate: false };
const plans = new WeakMap<Schema, Plan>();
/** Plans whose shape is being read, and what waits for them: a shape that offers itself is not complete yet. */
const unfinished = new Set<Plan>();
const deferred: [into: Plan, from: Plan][] = [];

/** `priceAmount` -> `price_amount`. Digits stay with the word before them (`line1` -> `line1`). */
export const snakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Spells a value's declared keys for the wire and drops the undeclared ones.
 * A shape is a promise of what leaves the process: a column that no reply names cannot leak.
 */
export const toWire = (schema: Schema, value: unknown, casing: Casing): unknown =>
  outward(planOf(schema), value, casing === 'snake');

/** Spells a wire value's declared keys as in code; unknown keys are kept for the shape to judge. */
export const fromWire = (schema: Schema, value: unknown, casing: Casing): unknown =>
  inward(planOf(schema), value, casing === 'snake', false);

/** Reads a reply on the client's side: as `fromWire`, and turns date-times into `Date`. */
export const readReply = <S extends z.ZodType>(schema: S, value: unknown, casing: Casing): z.output<S> =>
  inward(planOf(schema), value, casing === 'snake', true) as z.output<S>;

/** Spells the path of an issue as the caller wrote it: declared keys only. */
export const wirePath = (
  schema: Schema,
  path: readonly PropertyKey[],
  casing: Casing,
): (string | number)[] => {
  let plan: Plan | null = planOf(schema);
  return path.map((segment) => {
    if (typeof segment === 'number') {
      plan = plan?.items ?? null;
      return segment;
    }
    const key = String(segment);
    const next: Plan | undefined = plan?.keys?.get(key);
    plan = next ?? null;
    return next && casing === 'snake' ? snakeCase(key) : key;
  });
};

const outward = (plan: Plan, value: unknown, snake: boolean): unknown => {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value))
    return plan.items ? value.map((item) => outward(plan.items ?? leaf, item, snake)) : value;
  if (!plan.keys) return value;
  const record = value as Record<string, unknown>;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of plan.keys) {
    const member = record[key];
    if (member !== undefined) out[snake ? snakeCase(key) : key] = outward(inner, member, snake);
  }
  return out;
};

const inward = (plan: Plan, value: unknown, snake: boolean, dates: boolean): unknown => {
  if (dates && plan.isDate && typeof value === 'string') return new Date(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return plan.items ? value.map((item) => inward(plan.items ?? leaf, item, snake, dates)) : value;
  if (!plan.keys) return value;
  const rest = new Map(Object.entries(value));
  const out: Record<string, unknown> = {};
  for (const [key, inner] of plan.keys) {
    const spelt = snake ? snakeCase(key) : key;
    if (!rest.has(spelt)) continue;
    out[key] = inward(inner, rest.get(spelt), snake, dates);
    rest.delete(spelt);
  }
  for (const [key, member] of rest) if (!plan.keys.has(key) && key !== '__proto__') out[key] = member;
  return out;
};

const planOf = (schema: Schema): Plan => {
  const known = plans.get(schema);
  if (known) return known;
  // Registered before it is filled: a shape may contain itself (a meter's filter does).
  const plan: Plan = { keys: null, items: null, isDate: false };
  plans.set(schema, plan);
  unfinished.add(plan);
  fill(plan, schema);
  unfinished.delete(plan);
  if (unfinished.size === 0) for (const [into, from] of deferred.splice(0)) merge(into, from);
  return plan;
};

const fill = (plan: Plan, schema: Schema): void => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      plan.keys = new Map(Object.entries(def.shape).map(([key, inner]) => [key, planOf(inner)]));
      return;
    case 'array':
      plan.items = planOf(def.element);
      return;
    case 'date':
      plan.isDate = true;
      return;
    case 'union':
      for (const option of def.options) merge(plan, planOf(option));
      return;
    case 'intersection':
      merge(plan, planOf(def.left));
      merge(plan, planOf(def.right));
      return;
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      merge(plan, planOf(def.innerType));
      return;
    case 'pipe':
      merge(plan, planOf(def.in));
      return;
    case 'lazy':
      merge(plan, planOf(def.getter()));
      return;
    default:
  }
};

/** Options of a union share one plan: a key means the same in each of them. */
const merge = (into: Plan, from: Plan): void => {
  if (unfinished.has(from)) {
    deferred.push([into, from]);
    return;
  }
  into.isDate ||= from.isDate;
  if (from.items) into.items = into.items ? merged(into.items, from.items) : from.items;
  if (!from.keys) return;
  into.keys ??= new Map();
  for (const [key, plan] of from.keys) {
    const present = into.keys.get(key);
    into.keys.set(key, present && present !== plan ? merged(present, plan) : plan);
  }
};

const merged = (left: Plan, right: Plan): Plan => {
  if (left === right) return left;
  const plan: Plan = { keys: null, items: null, isDate: false };
  merge(plan, left);
  merge(plan, right);
  return plan;
};
