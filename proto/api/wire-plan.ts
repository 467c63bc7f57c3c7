/** Analyses schemas once: which keys and items the nodes of a value can have. */
import { z } from 'zod';

export type Schema = z.core.$ZodType;
/** A node of a value, and all schemas that can apply to it; analysed when a value first has the node. */
export type Node = { schemas: Set<Schema>; plan: Plan | null };
/** A declared key in both casings. */
export type Field = { key: string; snake: string; node: Node };
/** Merged properties of a node, over all options of a union. */
export type Plan = {
  keys: Map<string, Node> | null;
  /** The same as a list; made when it is first needed. */
  fields: Field[] | null;
  items: Node | null;
  /** Node of a record's values, if these have declared keys. */
  values: Node | null;
  isDate: boolean;
  /** Whether undeclared keys are sent: the schema is open (`z.looseObject`). */
  isOpen: boolean;
  /** Which undeclared keys of a request are validated: all, a few (those that an error names), or none. */
  judges: 'all' | 'few' | 'none';
  /** Maximum number of items that the schema accepts. */
  maxItems: number;
};

const leaf: Plan = {
  keys: null,
  fields: null,
  items: null,
  values: null,
  isDate: false,
  isOpen: false,
  judges: 'all',
  maxItems: Number.POSITIVE_INFINITY,
};
const plans = new WeakMap<Schema, Plan>();

export const planOf = (schema: Schema): Plan => {
  const known = plans.get(schema);
  if (known) return known;
  const plan = readShapes([schema]);
  plans.set(schema, plan);
  return plan;
};

/** The options of a union share one plan: a key means the same in each of them. */
export const planAt = (node: Node | null | undefined): Plan => {
  if (!node) return leaf;
  return (node.plan ??= readNode(node.schemas));
};

/** `priceAmount` -> `price_amount`. Digits are not separated (`line1` -> `line1`). */
export const snakeCase = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const fieldsOf = (plan: Plan): Field[] =>
  (plan.fields ??= [...(plan.keys ?? [])].map(([key, node]) => ({ key, snake: snakeCase(key), node })));

const readNode = (schemas: Set<Schema>): Plan => {
  const [first, ...others] = schemas;
  return first && others.length === 0 ? planOf(first) : readShapes(schemas);
};

/** Analyses only the next level of keys and items, because schemas can be recursive (a meter's filter is). */
const readShapes = (schemas: Iterable<Schema>): Plan => {
  const plan: Plan = { ...leaf, judges: 'none', maxItems: 0 };
  let isList = false;
  const waiting = new Set(schemas);
  // Iterating a set visits elements that are added meanwhile, each once.
  for (const schema of waiting) {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === 'date') plan.isDate = true;
    else if (def.type === 'array') {
      isList = true;
      plan.items = withShape(plan.items, def.element);
      plan.maxItems = Math.max(plan.maxItems, maxItemsOf(def));
    } else if (def.type === 'object') {
      plan.keys ??= new Map<string, Node>();
      for (const [key, inner] of Object.entries(def.shape))
        plan.keys.set(key, withShape(plan.keys.get(key), inner));
      readCatchall(plan, def.catchall as z.core.$ZodTypes | undefined);
    } else if (takesObjects.has(def.type)) {
      plan.judges = 'all';
      if (def.type === 'record' && planOf(def.valueType).keys)
        plan.values = withShape(plan.values, def.valueType);
    } else for (const inner of wrappedBy(def)) waiting.add(inner);
  }
  if (!isList) plan.maxItems = Number.POSITIVE_INFINITY;
  return plan;
};

/** Schemas that read all keys of an object. */
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

const withShape = (node: Node | null | undefined, schema: Schema): Node => ({
  schemas: new Set(node?.schemas).add(schema),
  plan: null,
});

/** The schemas that apply to the same node as a wrapper or combination of them. */
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
